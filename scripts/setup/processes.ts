import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

function processIds(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** A file of /proc, or nothing when the process ended meanwhile or is not ours to read. */
function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

export function commandLine(pid: number): string {
  return procFile(pid, "cmdline").replaceAll("\0", " ").trim();
}

/** Engines know their data folder by their command line: that is how they are found, whoever their parent is. */
export function processesNaming(text: string): number[] {
  return processIds().filter((pid) => pid !== process.pid && commandLine(pid).includes(text));
}

/** The given processes and everything that they started. */
export function withDescendants(roots: readonly number[]): number[] {
  const children = Map.groupBy(processIds(), parentOf);
  const all = new Set<number>();
  const visit = (pid: number) => {
    if (all.has(pid)) return;
    all.add(pid);
    for (const child of children.get(pid) ?? []) visit(child);
  };
  for (const pid of roots) visit(pid);
  return [...all];
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(procFile(pid, "status"))?.[1] ?? 0);
}

/** Resident memory; `pss` counts a page that several processes share once, `rss` once for each. */
export function memoryMb(pids: readonly number[]): { rss: number; pss: number } {
  const sum = (name: "Rss" | "Pss") =>
    pids.reduce((total, pid) => {
      const kb = new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(procFile(pid, "smaps_rollup"))?.[1];
      return total + Number(kb ?? 0);
    }, 0) / 1024;
  return { rss: sum("Rss"), pss: sum("Pss") };
}

/** A child of a run that is cut off would stay: it is asked to stop when this process ends. */
export function endWithUs(child: ChildProcess): void {
  const end = () => child.kill("SIGTERM");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}
