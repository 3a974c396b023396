import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** A benchmark with other arguments in a process of its own: what it takes to prepare a figure is no part of its memory. */
export function runApart(bench: string, ...args: readonly string[]): void {
  const script = join(import.meta.dirname, "..", "run.ts");
  const { status } = spawnSync(process.execPath, [script, bench, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`bench ${bench} ${args.join(" ")} has failed`);
}

/** Watches the memory of this process. */
export class PeakMemory {
  readonly before = process.memoryUsage.rss();
  #most = this.before;
  readonly #watching = setInterval(() => {
    this.#most = Math.max(this.#most, process.memoryUsage.rss());
  }, 20);

  end(): number {
    clearInterval(this.#watching);
    return this.#most;
  }
}
