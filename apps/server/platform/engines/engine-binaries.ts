import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { EngineHome } from "./engine-home.ts";
import { canReach } from "./engine-user.ts";

interface Binaries {
  readonly name: string;
  readonly version: string;
  /** The folder with the binaries, as installed. */
  readonly folder: string;
  /** A file in it that the engine's user must be able to run. */
  readonly probe: string;
}

/** The folder itself where the engine's user can run it; else a copy of it in the home, made once per version. */
export function reachableBinaries(home: EngineHome, binaries: Binaries): string {
  if (canReach(join(binaries.folder, binaries.probe), home.user)) return binaries.folder;
  const shelf = join(home.folder, "bin");
  const copy = join(shelf, `${binaries.name}-${binaries.version}`);
  if (existsSync(copy)) return copy;

  mkdirSync(shelf, { recursive: true });
  for (const parent of [home.folder, shelf]) chmodSync(parent, 0o755);
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true });
  makeReadable(unfinished);
  renameSync(unfinished, copy);
  removeOtherVersions(shelf, binaries);
  return copy;
}

/** A strict umask at install time must not follow the files into their copy. */
function makeReadable(path: string): void {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return;
  const runnable = stat.isDirectory() || (stat.mode & 0o100) !== 0;
  chmodSync(path, (stat.mode & 0o777) | (runnable ? 0o555 : 0o444));
  if (stat.isDirectory()) for (const entry of readdirSync(path)) makeReadable(join(path, entry));
}

function removeOtherVersions(shelf: string, { name, version }: Binaries): void {
  for (const entry of readdirSync(shelf))
    if (entry.startsWith(`${name}-`) && entry !== `${name}-${version}`)
      rmSync(join(shelf, entry), { recursive: true, force: true });
}
