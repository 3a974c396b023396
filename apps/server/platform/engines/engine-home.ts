import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canReach, type EngineUser, engineUser, isRoot } from "./engine-user.ts";
import { StartFault } from "./start-fault.ts";

/** Folder and user of the engines of a data folder. Supervisors, doctor and backup all ask here. */
export interface EngineHome {
  readonly dataFolder: string;
  /** One folder per engine, and `bin/` for copied binaries. */
  readonly folder: string;
  /** True where the engines' user cannot enter the data folder and they live in /var/lib/canopy instead. */
  readonly relocated: boolean;
  /** Undefined: the engines run as we do. */
  readonly user: EngineUser | undefined;
}

export const RELOCATED_ROOT = "/var/lib/canopy";

/** Says in the data folder that the engines are elsewhere: the relocated data belong to this folder's life, not path. */
const RELOCATION_MARK = "engines-moved";

/** An empty file owned by the user the engines run as. */
const USER_MARK = "user";

export function pathHash(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 12);
}

/** Finds (or, the first time, settles) the home. The data folder must exist. */
export function engineHome(dataFolder: string, relocatedRoot = RELOCATED_ROOT): EngineHome {
  const home = locateEngineHome(dataFolder, relocatedRoot);
  const mark = join(home.dataFolder, RELOCATION_MARK);
  if (home.relocated && !existsSync(mark)) {
    // The data folder was deleted since: its engine folder is kept aside, not brought back into a new one.
    if (existsSync(home.folder)) setAside(home.folder);
    writeFileSync(mark, `${home.folder}\n`);
  }
  return home;
}

/** Where the home is or would be; changes nothing (for doctor). */
export function locateEngineHome(dataFolder: string, relocatedRoot = RELOCATED_ROOT): EngineHome {
  const data = realpathSync(dataFolder);
  const inside = join(data, "engines");
  const outside = join(relocatedRoot, pathHash(data));
  if (existsSync(join(data, RELOCATION_MARK))) return relocatedHome(data, outside);

  const user = engineUser([join(inside, USER_MARK), inside]);
  if (canReach(data, user) && (!existsSync(inside) || canReach(inside, user)))
    return { dataFolder: data, folder: inside, relocated: false, user };
  if (!existsSync(inside)) return relocatedHome(data, outside);
  throw new StartFault(
    `The user ${user?.name} can no longer enter ${inside}, where the engines keep their data: ` +
      "open the folders above it again (chmod o+x), or start as its owner.",
  );
}

function relocatedHome(data: string, outside: string): EngineHome {
  if (!isRoot())
    throw new StartFault(`The engines of ${data} live in ${outside} and belong to root: start as root, as before.`);
  return { dataFolder: data, folder: outside, relocated: true, user: engineUser([join(outside, USER_MARK)]) };
}

function setAside(folder: string): void {
  rmSync(join(folder, "bin"), { recursive: true, force: true });
  renameSync(folder, `${folder}.${Date.now()}`);
}

/**
 * The folder of one engine, made when absent. It stays ours, so that a faulty engine cannot lead us by a link to a file
 * of our own; the engine itself writes below it, in an `ownedFolder`.
 */
export function engineFolder(home: EngineHome, engine: string): string {
  const folder = join(home.folder, engine);
  mkdirSync(folder, { recursive: true });
  if (home.user === undefined) return folder;
  // Whatever our umask made of them, the engine's user must get through.
  for (const path of home.relocated ? [join(home.folder, ".."), home.folder, folder] : [home.folder, folder])
    chmodSync(path, 0o755);
  keepUser(home.folder, home.user);
  return folder;
}

/** A folder the engine alone may enter (and root). */
export function ownedFolder(path: string, user: EngineUser | undefined): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (user !== undefined) chownSync(path, user.uid, user.gid);
  return path;
}

/** Remembers whose the data are: a user `postgres` that appears on the machine later does not take them over. */
function keepUser(folder: string, user: EngineUser): void {
  const path = join(folder, USER_MARK);
  if (existsSync(path)) return;
  writeFileSync(path, "");
  chownSync(path, user.uid, user.gid);
}

/** The line printed at start where the engines are not where one would look. */
export function describeEngineHome(home: EngineHome): string | undefined {
  if (!home.relocated) return undefined;
  return `The engines run as user ${home.user?.name}, who cannot enter ${home.dataFolder}: their data are in ${home.folder}.`;
}
