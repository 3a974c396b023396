import { createReadStream } from "node:fs";
import { LOCATION } from "@canopy/contract/files/file-name";
import { outputErrors } from "@canopy/contract/outputs/errors";
import { getFile, type StoredFile } from "../../files/file-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { OutputServices } from "../output-parts.ts";

/** FIL-05: what files of outputs are called in the own files. */
const FILE_TYPE = "output";
const CHUNK_BYTES = 1024 * 1024;
const SUFFIX = /(\.[a-z0-9]+)$/;

interface Kept {
  /** Of its row, which is there already: what a killed try left of it is found. */
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** Among the owner's own files; gives the name that it got, as another may have it already. */
export async function keepFile(
  { db, receiver }: Pick<OutputServices, "db" | "receiver">,
  owner: Caller,
  { id, name, path, bytes }: Kept,
  signal: AbortSignal,
): Promise<string> {
  const { tenantId, userId, userName } = owner;
  await receiver.remove(tenantId, [id]);
  const wanted = {
    tenantId,
    userId,
    userName,
    thingsId: null,
    source: "upload",
    location: LOCATION.tenant,
    size: bytes,
    sha256: null,
    fileType: FILE_TYPE,
    isPublic: false,
  } as const;
  const other = name.replace(SUFFIX, `-${id.slice(0, 8)}$1`);
  const file =
    (await receiver.begin({ ...wanted, name }, null, id)) ??
    (await receiver.begin({ ...wanted, name: other }, null, id));
  if (file === undefined) throw new ApiError(outputErrors.runFailed);
  const part = await receiver.next(file, 0, bytes);
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES, signal })) await part.write(chunk);
  } catch (error) {
    await part.give();
    throw error;
  }
  if (!(await part.keep())) throw new ApiError(outputErrors.runFailed);
  await receiver.finish(await whole({ db }, file));
  return file.name;
}

async function whole({ db }: Pick<OutputServices, "db">, { tenantId, id }: StoredFile): Promise<StoredFile> {
  const file = await getFile(db, tenantId, id);
  if (file === undefined) throw new ApiError(outputErrors.runFailed);
  return file;
}
