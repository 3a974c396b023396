import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import { abandonedImages, imagesOfTenant } from "./images/image-store.ts";
import { type ImageServices, removeImage } from "./images/receive-image.ts";
import { deleteRollouts } from "./rollouts/rollout-store.ts";

const AT_ONCE = 100;

/** Uploads that nobody goes on with, and images of tenants that are gone. */
export function cleanUpFirmware(services: ImageServices): JobDefinition<Record<string, never>> {
  const handler = async ({ signal }: { signal: AbortSignal }) => {
    for (const image of await abandonedImages(services.db, AT_ONCE)) {
      signal.throwIfAborted();
      await removeImage(services, image);
    }
  };
  return defineJob("firmware.cleanUp", { input: z.object({}), handler });
}

/** All images of a tenant that is erased. */
export function eraseTenantImages(services: ImageServices) {
  return async (tenantId: string, signal: AbortSignal): Promise<void> => {
    await deleteRollouts(services.db, tenantId);
    for (const image of await imagesOfTenant(services.db, tenantId)) {
      signal.throwIfAborted();
      await removeImage(services, image);
    }
  };
}
