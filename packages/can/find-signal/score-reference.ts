import { relationOf } from "../samples/pairs.ts";
import { type FoundField, type FrameColumns, rowAt, someRows, valuesOf } from "./columns.ts";
import type { FindTarget, Scored } from "./target.ts";

type Reference = Extract<FindTarget, { kind: "reference" }>;

const MOST_ROWS = 2000;
const FEWEST_ROWS = 20;
/** Two samples of the reference further apart have nothing known between them. */
const LONGEST_GAP_US = 10_000_000;
const LAGS_MS = [0, -100, 100, -200, 200, -500, 500, -1000, 1000] as const;
/** From here on the lag is looked for. */
const WORTH_A_LAG = 0.5;
/** By how much ranks have to be better than proportion. */
const RANKS_BETTER = 0.05;
const RANKS_WEIGHT = 0.95;

/** Rows of a message at which the reference is known, and its values there. */
interface Compared {
  readonly rows: Uint32Array;
  readonly value: Float64Array;
  readonly lagMs: number;
}

/** Scores fields of one message by their correlation with the reference at the times of the frames. */
export function referenceScorer(columns: FrameColumns, target: Reference) {
  const all = someRows(0, columns.timeUs.length, MOST_ROWS);
  const byLag = new Map<number, Compared>();
  const compared = (lagMs: number): Compared => {
    const known = byLag.get(lagMs) ?? compare(columns, target, all, lagMs);
    byLag.set(lagMs, known);
    return known;
  };
  const inRange = inReference(columns, target, all);
  const at = (field: FoundField, lagMs: number) => scoreAt(columns, field, compared(lagMs), inRange);
  return {
    quick: (field: FoundField) => at(field, 0),
    /** With the lag, and by ranks where those fit better. */
    full: (field: FoundField): Scored | undefined => {
      const first = at(field, 0);
      if (first === undefined) return undefined;
      const ranks = ranksAt(columns, field, compared(0), inRange);
      if (first.score < WORTH_A_LAG)
        return ranks !== undefined && ranks.score > first.score + RANKS_BETTER ? ranks : first;
      const best =
        LAGS_MS.map((lagMs) => at(field, lagMs)).reduce((a, b) => (b && a && b.score > a.score ? b : a)) ?? first;
      return ranks !== undefined && ranks.score > best.score + RANKS_BETTER ? ranks : best;
    },
  };
}

function compare({ timeUs }: FrameColumns, target: Reference, rows: Uint32Array, lagMs: number): Compared {
  const value = new Float64Array(rows.length);
  const kept = new Uint32Array(rows.length);
  let count = 0;
  let at = 0;
  for (const row of rows) {
    const us = (timeUs[row] as number) + lagMs * 1000;
    while (at + 1 < target.timeUs.length && (target.timeUs[at + 1] as number) <= us) at++;
    const [before, after] = [target.timeUs[at] as number, target.timeUs[at + 1]];
    if (us < before || after === undefined || after - before > LONGEST_GAP_US) continue;
    const [from, to] = [target.value[at] as number, target.value[at + 1] as number];
    kept[count] = row;
    value[count++] = from + ((to - from) * (us - before)) / (after - before);
  }
  return { rows: kept.slice(0, count), value: value.slice(0, count), lagMs };
}

/** The share of the reference's time that the message was there, 0 … 1. */
function inReference({ timeUs }: FrameColumns, target: Reference, rows: Uint32Array): number {
  const [first, last] = [target.timeUs[0], target.timeUs.at(-1)];
  if (first === undefined || last === undefined || last <= first || rows.length === 0) return 0;
  const from = timeUs[Math.min(timeUs.length - 1, rowAt(timeUs, first))] as number;
  const to = timeUs[Math.max(0, rowAt(timeUs, last) - 1)] as number;
  return Math.max(0, Math.min(1, (to - from) / (last - first)));
}

function scoreAt(columns: FrameColumns, field: FoundField, { rows, value, lagMs }: Compared, inRange: number) {
  if (rows.length < FEWEST_ROWS) return undefined;
  const relation = relationOf({ x: valuesOf(columns, field, rows), y: value, timeUs: value });
  if (relation === undefined || !Number.isFinite(relation.correlation)) return undefined;
  const { correlation, slope: factor, intercept: offset } = relation;
  const score = Math.min(1, Math.abs(correlation)) * (0.7 + 0.3 * inRange);
  return { score, reason: { code: "follows", correlation, lagMs, factor, offset } } satisfies Scored;
}

function ranksAt(columns: FrameColumns, field: FoundField, { rows, value, lagMs }: Compared, inRange: number) {
  if (rows.length < FEWEST_ROWS || field.length < 2) return undefined;
  const [x, y] = [ranksOf(valuesOf(columns, field, rows)), ranksOf(value)];
  const correlation = relationOf({ x, y, timeUs: value })?.correlation ?? Number.NaN;
  if (!Number.isFinite(correlation)) return undefined;
  const score = Math.min(1, Math.abs(correlation)) * RANKS_WEIGHT * (0.7 + 0.3 * inRange);
  return { score, reason: { code: "ranks", correlation, lagMs } } satisfies Scored;
}

/** Equal values share the mean of their ranks. */
function ranksOf(values: Float64Array): Float64Array {
  const order = Uint32Array.from(values, (_, i) => i).sort((a, b) => (values[a] as number) - (values[b] as number));
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to] as number] === values[order[from] as number]) to++;
    for (let i = from; i < to; i++) ranks[order[i] as number] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}
