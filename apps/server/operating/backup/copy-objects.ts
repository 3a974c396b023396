import { systemCode } from "../../platform/engines/start-fault.ts";
import type { Files } from "../../platform/files/files.ts";
import { type BackupPlace, hashOf, readObject, store } from "./backup-place.ts";
import type { ObjectProblem } from "./check-backup.ts";
import { inParallel, type Tell } from "./in-parallel.ts";
import type { StoredObject } from "./manifest.ts";

/** A file that rows of the snapshot name. */
export interface WantedFile {
  readonly name: string;
  readonly bytes: number;
}

export interface CopiedObjects {
  readonly copied: number;
  readonly copiedBytes: number;
  readonly problems: ObjectProblem[];
}

interface Options {
  readonly from: Files;
  readonly to: BackupPlace;
  /** Folder in the place. */
  readonly folder: "bodies" | "files";
  /** Objects of earlier backups in the same place. */
  readonly known: ReadonlyMap<string, StoredObject>;
  /** Takes what the backup has of them. */
  add(object: StoredObject): Promise<void>;
  readonly signal: AbortSignal;
  readonly progress: Tell;
  /** Throws where files may have been removed meanwhile. */
  check(): void;
}

/** Brings over what is not there yet. What the installation itself lacks is told, and the rest is saved. */
export async function copyObjects(wanted: readonly WantedFile[], options: Options): Promise<CopiedObjects> {
  const problems: ObjectProblem[] = [];
  let [copied, copiedBytes] = [0, 0];
  await inParallel(wanted, { ...options, of: wanted.length }, async (file) => {
    options.check();
    try {
      const there = await alreadyThere(file, options);
      const object = there ?? (await store(options.to, nameIn(options, file), readObject(options.from, file.name)));
      if (object.bytes !== file.bytes)
        problems.push({ where: file.name, what: `has ${object.bytes} bytes, and its row says ${file.bytes}` });
      await options.add(object);
      if (there !== undefined) return;
      copied += 1;
      copiedBytes += object.bytes;
    } catch (error) {
      if (systemCode(error) !== "ENOENT") throw error;
      problems.push({ where: file.name, what: "is missing in the installation itself" });
    }
  });
  options.check();
  return { copied, copiedBytes, problems };
}

const nameIn = ({ folder }: Options, { name }: WantedFile) => `${folder}/${name}`;

/** Files never change under their names; one without a manifest is of a backup that was cut off. */
async function alreadyThere(file: WantedFile, options: Options): Promise<StoredObject | undefined> {
  const name = nameIn(options, file);
  const { from, to, known } = options;
  if ((await to.files.size(name)) !== file.bytes) return undefined;
  const before = known.get(name);
  if (before?.bytes === file.bytes) return before;
  const sha256 = await hashOf(to.files, name);
  return sha256 === (await hashOf(from, file.name)) ? { name, bytes: file.bytes, sha256 } : undefined;
}
