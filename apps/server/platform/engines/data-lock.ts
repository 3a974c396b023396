import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isAlive, startTicks } from "./processes.ts";
import { StartFault, systemCode } from "./start-fault.ts";

/** One program per data folder. */
export interface DataLock {
  release(): void;
}

const LOCK_FILE = "canopy.lock";

const Holder = z.object({ pid: z.int().positive(), boot: z.string(), ticks: z.string() });
type Holder = z.infer<typeof Holder>;

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

const ownHolder = (): Holder => ({ pid: process.pid, boot: bootId(), ticks: startTicks(process.pid) ?? "" });

/** The process that runs on a data folder now, or undefined. */
export function lockHolder(dataFolder: string): number | undefined {
  const text = readLock(join(dataFolder, LOCK_FILE));
  const holder = text === undefined ? undefined : parseHolder(text);
  return holder && isRunning(holder) ? holder.pid : undefined;
}

/** Whether a process that died has left its lock. */
export const isLockLeft = (dataFolder: string): boolean =>
  readLock(join(dataFolder, LOCK_FILE)) !== undefined && lockHolder(dataFolder) === undefined;

/** Takes the lock, also from a process that died with it; held by a living one: one sentence that names it. */
export function lockDataFolder(dataFolder: string): DataLock {
  const lock = join(dataFolder, LOCK_FILE);
  const mine = `${lock}.${process.pid}`;
  const content = JSON.stringify(ownHolder());
  writeFileSync(mine, content, { mode: 0o644 });
  try {
    for (;;) {
      if (linked(mine, lock)) return { release: () => release(lock, content) };
      const found = readLock(lock);
      const holder = found === undefined ? undefined : parseHolder(found);
      if (holder && isRunning(holder)) throw alreadyRunning(dataFolder, holder.pid);
      if (found !== undefined) removeStale(lock, found);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function alreadyRunning(dataFolder: string, pid: number): StartFault {
  return new StartFault(
    `Canopy already runs on the data folder ${dataFolder} (process ${pid}): stop it first, or set CANOPY_DATA to another folder.`,
  );
}

/** A hard link is made whole or not at all: a lock is never read half-written. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Two may find the same stale lock; renaming it away and looking again spares the winner's fresh one. */
function removeStale(lock: string, stale: string): void {
  const aside = `${lock}.stale.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  if (readLock(aside) !== stale) linked(aside, lock);
  rmSync(aside, { force: true });
}

function release(lock: string, content: string): void {
  if (readLock(lock) === content) rmSync(lock, { force: true });
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The same id after a reboot or a reuse is another process. */
const isRunning = (holder: Holder) =>
  holder.boot === bootId() && isAlive(holder.pid) && startTicks(holder.pid) === holder.ticks;
