import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

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
  let slowestMs = 0;
  let runs = 0;
  for (; performance.now() < end && runs < (limits.runs ?? Number.POSITIVE_INFINITY); runs++) {
    const input = stored.pop() ?? mutate(target, random);
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

type Random = (below: number) => number;

/** mulberry32: small, and the same everywhere. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % Math.max(1, below);
  };
}

function mutate(target: FuzzTarget, random: Random): Uint8Array {
  let bytes = pick(target.seeds, random) ?? new Uint8Array(0);
  for (let times = 1 + random(8); times > 0; times--) bytes = mutateOnce(bytes, target, random);
  return bytes;
}

function mutateOnce(bytes: Uint8Array, target: FuzzTarget, random: Random): Uint8Array {
  const at = random(bytes.length + 1);
  const length = random(1 + random(64));
  const before = bytes.subarray(0, at);
  const after = bytes.subarray(at);
  switch (random(7)) {
    case 0:
      return bytes.length === 0 ? bytes : bytes.with(at % bytes.length, random(256));
    case 1:
      return joined(before, after.subarray(length));
    case 2:
      return joined(before, after.subarray(0, length), after);
    case 3:
      return joined(before, new TextEncoder().encode(pick(target.tokens, random) ?? ""), after);
    case 4:
      return before;
    case 5: {
      const other = pick(target.seeds, random) ?? bytes;
      return joined(before, other.subarray(random(other.length)));
    }
    default:
      return bytes.length === 0
        ? bytes
        : bytes.with(at % bytes.length, (bytes[at % bytes.length] ?? 0) ^ (1 << random(8)));
  }
}

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[random(items.length)];
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Inputs that once broke a target, by its name: each run begins with them. */
const CORPUS = join(dirname(fileURLToPath(import.meta.url)), "fuzz-corpus");

function storedInputs(target: string): Uint8Array[] {
  const folder = join(CORPUS, folderOf(target));
  return existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name))) : [];
}

function storeInput(target: string, input: Uint8Array): string {
  const folder = join(CORPUS, folderOf(target));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${createHash("sha256").update(input).digest("hex").slice(0, 16)}.bin`);
  writeFileSync(path, input);
  return path;
}

const folderOf = (target: string): string => target.replaceAll(/[^\w.-]+/g, "-");

/**
 * `npm run fuzz -- [--runs 1000000] [--seconds N] [--seed N] [--only name]`: every target in turn, as many inputs or as long as asked
 * for. An input that breaks one is kept in the corpus.
 */
async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { runs: text, seconds: text, seed: text, only: text } });
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
