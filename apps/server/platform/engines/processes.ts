import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/**
 * Questions about processes that are not our children (an engine that outlived its server, the holder of a lock).
 * Linux only, like the engines: /proc tells zombies and reused process ids apart, a signal 0 does not.
 */
function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}

function statFields(pid: number): string[] | undefined {
  const stat = readProc(pid, "stat");
  // The command name stands in brackets and may hold anything, brackets included.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** A zombie counts as dead: orphans are not reaped in a container whose first process does not. */
export function isAlive(pid: number): boolean {
  const state = statFields(pid)?.[0];
  return state !== undefined && state !== "Z" && state !== "X";
}

/** Tells a process from a later one with the same id: its start in clock ticks since boot. */
export function startTicks(pid: number): string | undefined {
  return statFields(pid)?.[19];
}

/** The arguments a process was started with. */
export function commandOf(pid: number): readonly string[] {
  return readProc(pid, "cmdline")?.split("\0") ?? [];
}

/** Those whose working folder this is, as far as we may look. */
export function processesIn(folder: string): number[] {
  const isThere = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isThere(name))
    .map(Number);
}

/** Resolves once a process that is not our child is gone; false when it outlives the deadline. */
export async function waitForExit(pid: number, deadlineMs: number): Promise<boolean> {
  const end = performance.now() + deadlineMs;
  while (isAlive(pid)) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Sends a signal; a process already gone is no fault. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone in the meantime: expected by the caller.
  }
}
