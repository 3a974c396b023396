import { type BackupPlace, forgetManifest, listBackups, loadManifest } from "./backup-place.ts";
import { objectsOf } from "./object-list.ts";

/** Keeps the newest ones, and what they consist of. Gives the names of those that went. */
export async function dropOldBackups(place: BackupPlace, keep: number): Promise<string[]> {
  const all = await listBackups(place);
  const old = all.slice(0, Math.max(0, all.length - keep));
  if (old.length === 0) return [];
  const needed = new Set<string>();
  for (const backup of all.slice(old.length))
    for await (const { name } of objectsOf(place, await loadManifest(place, backup))) needed.add(name);
  for (const backup of old) {
    const manifest = await loadManifest(place, backup);
    // First the manifest: a backup that lost files must not look whole.
    await forgetManifest(place, backup);
    for await (const { name } of objectsOf(place, manifest)) if (!needed.has(name)) await place.files.remove(name);
  }
  return old;
}
