import { CallError } from "@canopy/contract/platform/http-call";
import { transferErrors } from "@canopy/contract/transfers/errors";
import {
  createImport,
  getImport,
  IMPORT_CHUNK_BYTES,
  type ImportTask,
  uploadImport,
} from "@canopy/contract/transfers/imports";
import { api } from "../platform/api.ts";

const TRIES = 5;
const PAUSE_MS = 1000;

/** Sends a file piece by piece; a piece whose answer was lost is sent again from where the server is. */
export async function uploadLog(
  thingsId: string,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress(task: ImportTask): void },
): Promise<ImportTask> {
  const body = { name: file.name.slice(-255) || "log", size: file.size };
  let { data: task } = await api(createImport, { params: { things_id: thingsId }, body }, { signal });
  onProgress(task);
  for (let failures = 0; task.received < file.size; ) {
    const offset = task.received;
    const piece = new Uint8Array(await file.slice(offset, offset + IMPORT_CHUNK_BYTES).arrayBuffer());
    const params = { task_id: task.task_id };
    try {
      task = (await api(uploadImport, { params, query: { offset }, body: piece }, { signal })).data;
      failures = 0;
    } catch (error) {
      const isLost =
        error instanceof CallError && (error.status === 0 || error.code === transferErrors.wrongOffset.code);
      failures += 1;
      if (!isLost || failures >= TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * failures));
      task = (await api(getImport, { params }, { signal })).data;
    }
    onProgress(task);
  }
  return task;
}
