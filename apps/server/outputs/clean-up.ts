import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import { overdueParts, removePart } from "./output-file-store.ts";
import type { OutputServices } from "./output-parts.ts";
import { removeOldRuns, runningAmong } from "./run-store.ts";

const AT_ONCE = 500;

type CleanUpServices = Pick<OutputServices, "db" | "receiver" | "folder">;

/** Files whose time is over, runs of three months ago, and what killed processes left on this machine. */
export function cleanUpOutputs(services: CleanUpServices): JobDefinition<Record<string, never>> {
  const { db, receiver } = services;
  const handler = async ({ signal }: { readonly signal: AbortSignal }) => {
    for (let found = AT_ONCE; found === AT_ONCE; ) {
      const overdue = await overdueParts(db, AT_ONCE);
      found = overdue.length;
      for (const { tenantId, id } of overdue) {
        signal.throwIfAborted();
        await receiver.remove(tenantId, [id]);
        await removePart(db, tenantId, id);
      }
    }
    await removeOldRuns(db);
    await removeFolders(services);
  };
  return defineJob("outputs.cleanUp", { input: z.object({}), handler });
}

const UUID = /^[0-9a-f-]{36}$/;

async function removeFolders({ db, folder }: CleanUpServices): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => UUID.test(name));
  const running = await runningAmong(db, names);
  for (const name of names) if (!running.has(name)) await rm(join(folder, name), { recursive: true, force: true });
}
