import { createDeletion } from "@canopy/contract/frames/deletion-tasks";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { asUnavailable } from "../as-unavailable.ts";
import { askedRange } from "../history/history-range.ts";
import type { FrameStore } from "../store/frame-store.ts";
import { confirmPassword } from "./confirm-password.ts";
import { deleteRangeJob, MAX_FRAMES_PER_DELETE } from "./delete-range-job.ts";

interface DeletionServices {
  readonly db: Db;
  readonly frames: FrameStore;
  readonly jobs: Jobs;
}

/** DAT-04: irreversible, so the password is asked again. */
export function deletionRoutes({ db, frames, jobs }: DeletionServices): Route[] {
  const job = deleteRangeJob(
    { frames },
    async () => [],
    () => undefined,
  );
  return [
    route(createDeletion, async ({ caller, params, body, signal }) => {
      const range = askedRange(body.start_time, body.end_time);
      const { tenantId, userId } = caller;
      await confirmPassword(db, caller, body.password);
      const device = await findDevice(db, tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const wanted = { bindingNumber: device.bindingNumber, ...range };
      const found = await asUnavailable(() => frames.count({ ...wanted, filter: {} }, signal));
      const input = { ...wanted, thingsId: params.things_id, includePinned: body.include_pinned };
      const id = await jobs.enqueue(job, { tenantId, userId, input });
      return { id, frames: found, limit: MAX_FRAMES_PER_DELETE };
    }),
  ];
}
