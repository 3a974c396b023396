import { spawnSync } from "node:child_process";

/** Processor seconds of this thread, one core: neither other work on the machine nor the compiler's threads count. */
export function cpuSecondsOf(work: () => void): number {
  const started = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1e6;
}

/** The median of several rounds, the first of which only warm up. */
export function medianSeconds(rounds: number, work: () => void): number {
  const seconds = Array.from({ length: rounds + 2 }, () => cpuSecondsOf(work)).slice(2);
  return seconds.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

/** What a Python program with cantools prints as a number; null, and said so, where it is not installed. */
export function cantools(program: string, input: string): number | null {
  const result = spawnSync("python3", ["-c", program], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  const figure = Number.parseFloat(result.stdout ?? "");
  if (result.status === 0 && Number.isFinite(figure)) return figure;
  console.log("  cantools is not installed for python3: its published figure stands in");
  return null;
}
