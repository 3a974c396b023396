import type { Files } from "../../platform/files/files.ts";
import { BadBlock, StoredRun } from "../segments/decode-run.ts";
import type { SegmentFooter } from "../segments/footer.ts";
import type { Plane, Run, RunKey } from "../segments/run.ts";
import { RunKs, RunTimes } from "../segments/run-times.ts";
import { damageOf, readBytes } from "./footer-cache.ts";
import type { SegmentRow } from "./segment-index.ts";

/** A run that can be read, settled or landed. */
export interface SourceRun extends RunKey {
  readonly count: number;
  readonly firstUs: number;
  readonly lastUs: number;
  /** Undefined: its bytes have to be read first. */
  parts: RunParts | undefined;
  /** Of a settled run: where it lies. */
  readonly stored: { readonly row: SegmentRow; readonly footer: SegmentFooter; readonly index: number } | undefined;
}

/** The columns of a run; each is inflated when it is first asked for. */
export interface RunParts {
  readonly times: RunTimes;
  /** Null: all 0. */
  readonly ks: RunKs | null;
  plane(k: number): Plane;
  /** All of them. */
  readonly planes: readonly Plane[];
}

export function storedSource(row: SegmentRow, footer: SegmentFooter, index: number): SourceRun {
  const { columns } = footer;
  return {
    ...footer.keyOf(index),
    count: columns.count[index] as number,
    firstUs: columns.firstUs[index] as number,
    lastUs: columns.lastUs[index] as number,
    parts: undefined,
    stored: { row, footer, index },
  };
}

export function memorySource(run: Run): SourceRun {
  const { channel, id, flags, size, count, timesUs, ks, planes } = run;
  return {
    channel,
    id,
    flags,
    size,
    count,
    firstUs: timesUs[0] as number,
    lastUs: timesUs[count - 1] as number,
    parts: {
      times: RunTimes.of(timesUs, count),
      ks: ks && RunKs.of(ks, count),
      planes,
      plane: (k) => planes[k] as Plane,
    },
    stored: undefined,
  };
}

/** A gap that is read over rather than read apart. */
const MOST_GAP_BYTES = 16 * 1024;
const MOST_READ_BYTES = 4 * 1024 * 1024;

/** Reads the bytes of runs that have none yet; neighbours in one go. */
export async function loadRuns(files: Files, runs: readonly SourceRun[]): Promise<void> {
  const wanted = runs.filter((run) => run.parts === undefined && run.stored !== undefined);
  wanted.sort((a, b) => placeOf(a).row.id - placeOf(b).row.id || placeOf(a).index - placeOf(b).index);
  const reads: { from: number; to: number; runs: SourceRun[] }[] = [];
  for (const run of wanted) {
    const { row, footer, index } = placeOf(run);
    const from = row.offset + (footer.byteAt[index] as number);
    const to = row.offset + (footer.byteAt[index + 1] as number);
    const last = reads.at(-1);
    const isNext =
      last !== undefined &&
      placeOf(last.runs[0] as SourceRun).row === row &&
      from - last.to <= MOST_GAP_BYTES &&
      to - last.from <= MOST_READ_BYTES;
    if (isNext) {
      last.to = to;
      last.runs.push(run);
    } else reads.push({ from, to, runs: [run] });
  }
  await Promise.all(reads.map((read) => loadTogether(files, read)));
}

/** Runs in parts, in their order: the next part is read while one is worked on, and each is let go behind it. */
export async function* loadedParts(
  files: Files,
  runs: readonly SourceRun[],
  atOnce: number,
): AsyncGenerator<readonly SourceRun[], void, undefined> {
  const load = (at: number) => {
    const part = runs.slice(at, at + atOnce);
    const loading = loadRuns(files, part).then(() => part);
    // The reader stopped early and does not need the result.
    loading.catch(() => undefined);
    return loading;
  };
  let next = load(0);
  for (let at = atOnce; ; at += atOnce) {
    const part = await next;
    if (part.length === 0) return;
    next = load(at);
    yield part;
    for (const run of part) run.parts = undefined;
  }
}

async function loadTogether(
  files: Files,
  { from, to, runs }: { from: number; to: number; runs: readonly SourceRun[] },
): Promise<void> {
  const { row, footer } = placeOf(runs[0] as SourceRun);
  const bytes = await readBytes(files, row, from, to - from);
  for (const run of runs) {
    const { index } = placeOf(run);
    const start = row.offset + (footer.byteAt[index] as number) - from;
    const end = row.offset + (footer.byteAt[index + 1] as number) - from;
    run.parts = new CheckedRun(new StoredRun(footer, index, bytes.subarray(start, end)), row);
  }
}

const placeOf = (run: SourceRun) => run.stored as NonNullable<SourceRun["stored"]>;

/** A block with a wrong checksum says which file it is of. */
export function orDamage<T>(row: SegmentRow, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BadBlock ? damageOf(row, error.message) : error;
  }
}

/** A stored run whose bad blocks are damage. */
class CheckedRun implements RunParts {
  readonly #run: StoredRun;
  readonly #row: SegmentRow;
  #times: RunTimes | undefined;
  #ks: RunKs | null | undefined;
  #planes: readonly Plane[] | undefined;

  constructor(run: StoredRun, row: SegmentRow) {
    this.#run = run;
    this.#row = row;
  }

  get times(): RunTimes {
    this.#times ??= orDamage(this.#row, () => this.#run.times);
    return this.#times;
  }

  get ks(): RunKs | null {
    if (this.#ks === undefined) this.#ks = orDamage(this.#row, () => this.#run.ks);
    return this.#ks;
  }

  get planes(): readonly Plane[] {
    this.#planes ??= Array.from({ length: this.#run.planeCount }, (_, k) => this.plane(k));
    return this.#planes;
  }

  plane(k: number): Plane {
    return orDamage(this.#row, () => this.#run.plane(k));
  }
}

/** The whole run. */
export function runOf(source: SourceRun): Run {
  const { times, ks, planes } = partsOf(source);
  const { channel, id, flags, size, count } = source;
  return { channel, id, flags, size, count, timesUs: times.all, ks: ks?.all ?? null, planes };
}

/** Of a run whose bytes were read. */
export function partsOf(source: SourceRun): RunParts {
  if (source.parts === undefined) throw new Error("the run was not loaded");
  return source.parts;
}
