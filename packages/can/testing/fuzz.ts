import { globSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { storedInputs, storeInput } from "./fuzz-corpus.ts";
import { mutate, randomFrom } from "./mutate.ts";

/** Something that takes foreign bytes. It lives beside the code it attacks, as `*.fuzz.ts`, in `targets`. */
export interface FuzzTarget {
  readonly name: string;
  /** Good inputs to spoil. */
  readonly seeds: readonly Uint8Array[];
  /** Pieces worth inserting: marks and keywords of the format. */
  readonly tokens: readonly string[];
  /** Throws where the code breaks a promise. */
  run(input: Uint8Array): void;
}

export interface FuzzReport {
  readonly name: string;
  readonly runs: number;
  readonly slowestMs: number;
  /** Null: no input broke it. */
  readonly failure: { readonly input: Uint8Array; readonly error: unknown } | null;
}

const MILLION = 1_000_000;
/** No input may hold a parser longer. */
export const MAX_RUN_MS = 1000;

/** Spoils the seeds in every way for the given time; the same seed spoils them the same way. */
export function fuzz(target: FuzzTarget, limits: { seed: number; ms: number; runs?: number }): FuzzReport {
  const random = randomFrom(limits.seed);
  const end = performance.now() + limits.ms;
  const stored = storedInputs(target.name);
  const spoiled = { ...target, seeds: [...target.seeds, ...stored] };
  let slowestMs = 0;
  let runs = 0;
  for (; performance.now() < end && runs < (limits.runs ?? Number.POSITIVE_INFINITY); runs++) {
    const input = stored.pop() ?? mutate(spoiled, random);
    const started = process.threadCpuUsage();
    try {
      target.run(input);
    } catch (error) {
      return { name: target.name, runs, slowestMs, failure: { input, error } };
    }
    // Processor time: a busy machine makes no parser slow.
    const { user, system } = process.threadCpuUsage(started);
    slowestMs = Math.max(slowestMs, (user + system) / 1000);
  }
  return { name: target.name, runs, slowestMs, failure: null };
}

/**
 * `npm run fuzz -- [--runs 1000000] [--seconds N] [--seed N] [--only name]`: every target in turn, as many inputs or as long as asked
 * for. An input that breaks one is kept in the corpus; `--collect` makes that of a new target.
 */
async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: { runs: text, seconds: text, seed: text, only: text, collect: { type: "boolean" } },
  });
  if (values.collect) return (await import("./fuzz-collect.ts")).collectInputs(await allTargets(), values.only);
  const seed = Number(values.seed ?? Date.now() % 2 ** 32);
  const ms = values.seconds === undefined ? Number.POSITIVE_INFINITY : Number(values.seconds) * 1000;
  console.log(`seed ${seed}\n\n| target | inputs | slowest | |\n|---|---|---|---|`);
  for (const target of await allTargets()) {
    if (values.only !== undefined && values.only !== target.name) continue;
    const report = fuzz(target, { seed, ms, runs: Number(values.runs ?? MILLION) });
    const isSlow = report.slowestMs > MAX_RUN_MS;
    const state = report.failure !== null ? "broken" : isSlow ? "too slow" : "ok";
    console.log(`| ${report.name} | ${report.runs} | ${report.slowestMs.toFixed(1)} ms | ${state} |`);
    if (report.failure !== null)
      console.error(report.failure.error, `\nkept as ${storeInput(target.name, report.failure.input)}`);
    if (state !== "ok") process.exitCode = 1;
  }
}

/** Every `*.fuzz.ts` of the package. */
export async function allTargets(): Promise<FuzzTarget[]> {
  const folder = dirname(dirname(fileURLToPath(import.meta.url)));
  const found: FuzzTarget[] = [];
  for (const file of globSync("**/*.fuzz.ts", { cwd: folder }).sort()) {
    const { targets } = (await import(pathToFileURL(`${folder}/${file}`).href)) as { targets: readonly FuzzTarget[] };
    found.push(...targets);
  }
  return found;
}

if (import.meta.main) await main();
