import { readFileSync } from "node:fs";

/** Of Linux's counters in /proc: 100 ticks a second everywhere we run. */
const TICKS_PER_SECOND = 100;
const PAGE_KB = 4;

/** Seconds of processor time, of a process with the threads it has had. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in brackets may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

export function rssMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return (pages * PAGE_KB) / 1024;
}
