import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";

/** PostgreSQL refuses to run as root, and no engine should: the unprivileged user they run as when we are root. */
export interface EngineUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: EngineUser = { name: "nobody", uid: 65_534, gid: 65_534 };

export const isRoot = (): boolean => process.getuid?.() === 0;

/** Undefined: the engines run as we do. `owned` are paths that may exist: the first owner but root stays the user. */
export function engineUser(owned: readonly string[]): EngineUser | undefined {
  if (!isRoot()) return undefined;
  const users = knownUsers();
  const owner = owned.map(ownerOf).find((found) => found !== undefined && found.uid !== 0);
  if (owner !== undefined)
    return users.find((user) => user.uid === owner.uid) ?? { name: `uid ${owner.uid}`, ...owner };
  return users.find((user) => user.name === "postgres" && user.uid !== 0) ?? users.find(isNobody) ?? NOBODY;
}

const isNobody = (user: EngineUser) => user.name === "nobody" && user.uid !== 0;

function knownUsers(): EngineUser[] {
  try {
    const lines = readFileSync("/etc/passwd", "utf8").split("\n");
    return lines.map((line) => {
      const [name = "", , uid, gid] = line.split(":");
      return { name, uid: Number(uid), gid: Number(gid) };
    });
  } catch {
    return [];
  }
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && { uid: stat.uid, gid: stat.gid };
}

/** May that user enter the folder, or run the file? Asks the kernel, as that user: access lists and mounts count too. */
export function canReach(path: string, user: EngineUser | undefined): boolean {
  if (user === undefined) return true;
  const probe = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", path], { uid: user.uid, gid: user.gid, cwd: "/" });
  return probe.status === 0;
}
