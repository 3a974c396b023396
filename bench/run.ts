// `npm run bench -- NAME [--json]`: one figure, beside its peer or its limit; `all`: every one, into docs/benchmarks.md, and
// `failed`: those that failed in it, once more.
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { environment, SERVER_MEMORY } from "../scripts/setup/node24.mjs";
import { runAll, runFailed } from "./load/whole-run.ts";

type Figures = Record<string, number>;

export interface BenchResult {
  metrics: Figures;
  /** What others reach, or the limits of the design, by their name. */
  peers: Record<string, Figures>;
  /** Ours against theirs. */
  ratios: Figures;
}

export interface Bench {
  run(): Promise<BenchResult>;
}

function benchNames(): string[] {
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "run.ts")
    .map((file) => file.slice(0, -".ts".length))
    .sort();
}

function describe({ metrics, peers, ratios }: BenchResult): string[] {
  const rows = (title: string, figures: Figures) =>
    Object.entries(figures).map(([name, value]) => `  ${title.padEnd(10)} ${name.padEnd(24)} ${readable(value)}`);
  return [
    ...rows("measured", metrics),
    ...Object.entries(peers).flatMap(([peer, figures]) => rows(peer, figures)),
    ...rows("ratio", ratios),
  ];
}

function readable(value: number): string {
  return Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}

async function main(args: readonly string[]): Promise<number> {
  const name = args.find((arg) => !arg.startsWith("--"));
  const rest = args.filter((arg) => arg !== name);
  if (name === "all") return runAll(benchNames(), rest);
  if (name === "failed") return runFailed(benchNames(), rest);
  if (name === undefined || !benchNames().includes(name)) {
    console.log(
      `${name === undefined ? "" : `no benchmark ${name}. `}npm run bench -- NAME [--json], NAME one of these, all, or failed:`,
    );
    for (const known of benchNames()) console.log(`  ${known}`);
    return name === undefined ? 0 : 1;
  }
  const bench: Bench = await import(join(import.meta.dirname, `${name}.ts`));
  const result = await bench.run();
  for (const line of describe(result)) console.log(line);
  if (args.includes("--json")) console.log(JSON.stringify({ bench: name, ...result }));
  return 0;
}

/** Some measure the memory of their own process, in which the server's parts run: it is kept as the server keeps its own. */
function keepMemoryAsServer(): void {
  if (Object.keys(SERVER_MEMORY).every((name) => name in process.env)) return;
  process.removeAllListeners("warning");
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, again, environment(dirname(import.meta.dirname)));
}

if (import.meta.main) {
  keepMemoryAsServer();
  // An exit and not an abrupt end: what a benchmark has started ends with it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  process.exitCode = await main(process.argv.slice(2));
}
