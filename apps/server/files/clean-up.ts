import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import { abandonedFiles, fileIdsOf } from "./file-store.ts";
import { removeOldTickets } from "./file-tickets.ts";
import { takeLooseParts } from "./part-store.ts";
import { removeOldRecalls } from "./recall/recall-work-store.ts";
import type { FileReceiver, Receiving } from "./receive-file.ts";

const AT_ONCE = 500;
/** How long ended recalls are listed. */
const RECALL_DAYS = 90;

/** Files of deleted devices, given-up uploads, and objects that a process left behind when it ended. */
export function cleanUpFiles({
  db,
  contents,
  receiver,
}: Receiving & { readonly receiver: FileReceiver }): JobDefinition<Record<string, never>> {
  const handler = async ({ signal }: { signal: AbortSignal }) => {
    await removeOldTickets(db);
    await removeOldRecalls(db, RECALL_DAYS);
    for (let found = AT_ONCE; found === AT_ONCE; ) {
      const abandoned = await abandonedFiles(db, AT_ONCE);
      found = abandoned.length;
      for (const { tenantId, id } of abandoned) {
        signal.throwIfAborted();
        await receiver.remove(tenantId, [id]);
      }
    }
    for (let found = AT_ONCE; found === AT_ONCE; ) {
      const loose = await takeLooseParts(db, AT_ONCE);
      found = loose.length;
      for (const part of loose) {
        signal.throwIfAborted();
        await contents.remove(part);
      }
    }
  };
  return defineJob("files.cleanUp", { input: z.object({}), handler });
}

/** All files of a tenant that is erased. */
export function eraseTenantFiles({ db, receiver }: Pick<Receiving, "db"> & { readonly receiver: FileReceiver }) {
  return async (tenantId: string, signal: AbortSignal): Promise<void> => {
    for (;;) {
      const ids = await fileIdsOf(db, tenantId, AT_ONCE);
      if (ids.length === 0) return;
      signal.throwIfAborted();
      await receiver.remove(tenantId, ids);
    }
  };
}
