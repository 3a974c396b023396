import { isStoreName } from "../../frames/store/files/segment-file-store.ts";
import { inPlace } from "./backup-fault.ts";
import { type BackupPlace, forgetManifest, isWhole, listBackups, loadManifest, writtenNames } from "./backup-place.ts";
import type { ListFolder } from "./manifest.ts";
import { objectsOf } from "./object-list.ts";

/** As `makeBackup` names them. */
const BACKUP = /^\d{8}T\d{6}Z$/;
const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** As `namedFiles` names them: of a tenant, of an image with its pieces, of a package. */
const FILE_NAME = new RegExp(`^((firmware|flash)/)?${UUID}/${UUID}(/\\d+)?$`);
/** Of a folder that others read too. */
const UNFINISHED = /(^|\/)\.([^/]+)\.part$/;

interface Keeping {
  /** So many of the newest ones. */
  readonly keep: number;
  /** The one that was just made: a bucket may not list it yet. */
  readonly newest: string;
  /** Ends it early; also where the place is another writer's now: what no backup names may be what that one writes. */
  readonly signal: AbortSignal;
}

/** Keeps the newest ones, and what they consist of. Gives the names of those that went. */
export async function dropOldBackups(place: BackupPlace, { keep, newest, signal }: Keeping): Promise<string[]> {
  const all = [...new Set([...(await listBackups(place)), newest])].sort();
  const old = all.slice(0, Math.max(0, all.length - keep));
  const needed = new Set<string>();
  for (const backup of all.slice(old.length))
    for await (const { name } of objectsOf(place, await loadManifest(place, backup))) needed.add(name);
  const removed: string[] = [];
  for (const backup of old) {
    if (signal.aborted) return removed;
    const manifest = await loadManifest(place, backup);
    // First the manifest: a backup that lost files must not look whole.
    await forgetManifest(place, backup);
    removed.push(backup);
    for await (const { name } of objectsOf(place, manifest)) if (!needed.has(name)) await place.files.remove(name);
  }
  await dropUnnamed(place, needed, signal);
  return removed;
}

/** Shared objects of backups that were cut off, or whose removal was. */
async function dropUnnamed({ files, where }: BackupPlace, needed: ReadonlySet<string>, signal: AbortSignal) {
  try {
    for (const folder of ["bodies", "files"] as const)
      for await (const name of files.list(`${folder}/`, { withUnfinished: true })) {
        if (signal.aborted) return;
        if (needed.has(name) || !isShared(folder, name)) continue;
        await files.remove(name, { isUnfinished: true });
      }
  } catch (error) {
    throw inPlace(error, where);
  }
}

/** The folder of the place may be somebody's who has files of another kind there. */
function isShared(folder: ListFolder, name: string): boolean {
  const own = name.slice(folder.length + 1).replace(UNFINISHED, "$1$2");
  return folder === "bodies" ? isStoreName(own) : FILE_NAME.test(own);
}

/** What backups that were cut off have written of their own; what they share the next one goes on with. */
export async function dropCutOff(place: BackupPlace, signal: AbortSignal): Promise<void> {
  const { files, where } = place;
  for (const [backup, names] of await writtenNames(place, { withUnfinished: true })) {
    if (!BACKUP.test(backup) || (await isWhole(place, backup))) continue;
    for (const name of names) {
      signal.throwIfAborted();
      await files.remove(name, { isUnfinished: true }).catch((error: unknown) => {
        throw inPlace(error, where);
      });
    }
  }
}
