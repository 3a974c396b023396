import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import { expireFiles, knownDownloads } from "./download-store.ts";
import { sweepObjects, type TransferPlace } from "./far-files.ts";
import { knownUploads } from "./import-store.ts";
import { downloadFolder, removeFolder } from "./transfer-folder.ts";
import { removeLogs } from "./uploaded-log.ts";

const UUID = /^[0-9a-f-]{36}$/;
const UUID_LENGTH = 36;

/** Files older than seven days, files of deleted tasks, and abandoned uploads. */
export function cleanUpTransfers(place: TransferPlace): JobDefinition<Record<string, never>> {
  const { db, folder } = place;
  const handler = async () => {
    for (const id of await expireFiles(db)) await removeFolder(downloadFolder(folder, id));
    const kept = await idsIn(join(folder, "downloads"));
    const known = await knownDownloads(db, kept);
    for (const id of kept) if (!known.has(id)) await removeFolder(downloadFolder(folder, id));
    const uploads = await idsIn(join(folder, "imports"));
    const needed = await knownUploads(db, uploads);
    for (const id of uploads) if (!needed.has(id)) await removeLogs(folder, id);
    await sweepObjects(place);
  };
  return defineJob("transfers.cleanUp", { input: z.object({}), handler });
}

async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.map((name) => name.slice(0, UUID_LENGTH));
  return [...new Set(ids.filter((id) => UUID.test(id)))];
}
