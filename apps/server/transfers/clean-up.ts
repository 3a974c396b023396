import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { expireFiles, knownDownloads } from "./download-store.ts";
import { knownUploads } from "./import-store.ts";
import { downloadFolder, removeFolder, uploadFile } from "./transfer-folder.ts";

const UUID = /^[0-9a-f-]{36}$/;

/** Files older than seven days, files of deleted tasks, and abandoned uploads. */
export function cleanUpTransfers(db: Db, folder: string): JobDefinition<Record<string, never>> {
  const handler = async () => {
    for (const id of await expireFiles(db)) await removeFolder(downloadFolder(folder, id));
    const kept = await idsIn(join(folder, "downloads"));
    const known = await knownDownloads(db, kept);
    for (const id of kept) if (!known.has(id)) await removeFolder(downloadFolder(folder, id));
    const uploads = await idsIn(join(folder, "imports"));
    const needed = await knownUploads(db, uploads);
    for (const id of uploads) if (!needed.has(id)) await removeFolder(uploadFile(folder, id));
  };
  return defineJob("transfers.cleanUp", { input: z.object({}), handler });
}

async function idsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => UUID.test(name));
}
