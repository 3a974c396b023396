import { type FoundField, type FrameColumns, rowAt, someRows, valuesOf } from "./columns.ts";
import type { FindTarget, FindWindow, Scored } from "./target.ts";

type Windows = Extract<FindTarget, { kind: "windows" }>;

const MOST_ROWS = 2000;
/** A window with fewer frames proves little. */
const SURE_FRAMES = 3;
const UNSURE = 0.7;

/** Scores fields of one message: the distance of the two windows against the spread within them. */
export function windowScorer(columns: FrameColumns, { a, b }: Windows) {
  const [rowsA, rowsB] = [rowsOf(columns, a), rowsOf(columns, b)];
  const isSure = Math.min(rowsA.length, rowsB.length) >= SURE_FRAMES;
  return (field: FoundField): Scored | undefined => {
    if (rowsA.length === 0 || rowsB.length === 0) return undefined;
    const [inA, inB] = [figures(valuesOf(columns, field, rowsA)), figures(valuesOf(columns, field, rowsB))];
    const distance = Math.abs(inA.mean - inB.mean);
    if (distance === 0) return undefined;
    const score = (distance / (distance + 2 * (inA.spread + inB.spread))) * (isSure ? 1 : UNSURE);
    const values = { meanA: inA.mean, meanB: inB.mean, spreadA: inA.spread, spreadB: inB.spread };
    return { score, reason: { code: "differs", ...values } };
  };
}

const rowsOf = ({ timeUs }: FrameColumns, { fromUs, toUs }: FindWindow): Uint32Array =>
  someRows(rowAt(timeUs, fromUs), rowAt(timeUs, toUs), MOST_ROWS);

/** Mean and standard deviation. */
function figures(values: Float64Array): { mean: number; spread: number } {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / values.length) };
}
