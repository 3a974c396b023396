import { systemCode } from "../../platform/engines/start-fault.ts";
import { inPlace } from "./backup-fault.ts";
import { type BackupPlace, hashOf } from "./backup-place.ts";
import { inParallel, type Progress } from "./in-parallel.ts";
import { listsOf, type Manifest, namedObjects, type StoredObject } from "./manifest.ts";
import { readPart } from "./object-list.ts";

export interface ObjectProblem {
  readonly where: string;
  readonly what: string;
}

export interface CheckOptions {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Reads every object of a backup and compares its size and checksum. */
export async function checkBackup(
  place: BackupPlace,
  manifest: Manifest,
  { signal, progress }: CheckOptions,
): Promise<ObjectProblem[]> {
  const problems: ObjectProblem[] = [];
  const tell = (object: StoredObject, what: string) =>
    problems.push({ where: `${object.name} of ${place.where}`, what });
  const lists = listsOf(manifest);
  const of = lists.reduce((sum, { list }) => sum + list.count, namedObjects(manifest).length);
  async function* objects(): AsyncGenerator<StoredObject, void, undefined> {
    yield* namedObjects(manifest);
    for (const { folder, list } of lists) {
      yield* list.inline;
      for (const part of list.parts) {
        const what = await faultOf(place, part);
        if (what === undefined) yield* await readPart(place, part, folder);
        else tell(part, what);
      }
    }
  }
  await inParallel(objects(), { of, signal, progress: progress("checked") }, async (object) => {
    const what = await faultOf(place, object);
    if (what !== undefined) tell(object, what);
  });
  return problems.sort((a, b) => (a.where < b.where ? -1 : 1));
}

async function faultOf({ files, where }: BackupPlace, object: StoredObject): Promise<string | undefined> {
  try {
    const size = await files.size(object.name);
    if (size === undefined) return "is missing";
    if (size !== object.bytes) return `has ${size} bytes instead of ${object.bytes}`;
    if ((await hashOf(files, object.name)) !== object.sha256) return "has another checksum: its bytes were changed";
    return undefined;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "is missing";
    throw inPlace(error, where);
  }
}
