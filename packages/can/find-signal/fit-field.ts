import { bitSequence, bitsOf, type FoundField, type FrameColumns, fieldOf, MAX_FIELD_BITS } from "./columns.ts";
import type { Scored } from "./target.ts";

const MOST_ROUNDS = 24;
const STEPS = [-4, -2, -1, 1, 2, 4] as const;
const LEAST_BETTER = 1e-7;

/**
 * Moves the ends of a field to where it follows best: bits of its own below it add to the correlation, foreign ones
 * take from it.
 */
export function fitted(
  field: FoundField,
  columns: FrameColumns,
  score: (field: FoundField) => Scored | undefined,
  isAside: ReadonlySet<number>,
): FoundField {
  if (field.length < 2) return field;
  // A field within one byte may be a part of a longer one of either order.
  const orders = field.length <= 8 ? (["intel", "motorola"] as const) : [field.byteOrder];
  const all = orders.map((order) => climb(field, order, columns, score, isAside));
  return all.reduce((a, b) => (b.score > a.score + LEAST_BETTER ? b : a)).field;
}

interface Fit {
  readonly field: FoundField;
  readonly score: number;
}

function climb(
  field: FoundField,
  order: FoundField["byteOrder"],
  { planes }: FrameColumns,
  score: (field: FoundField) => Scored | undefined,
  isAside: ReadonlySet<number>,
): Fit {
  const sequence = bitSequence(planes.length, order);
  const bits = bitsOf(field);
  let from = sequence.indexOf(bits[0] ?? 0);
  let to = sequence.indexOf(bits.at(-1) ?? 0) + 1;
  const at = (first: number, end: number): Fit | undefined => {
    const isInside = first >= 0 && end <= sequence.length && end - first >= 1 && end - first <= MAX_FIELD_BITS;
    const own = isInside ? sequence.slice(first, end) : [];
    if (own.length === 0 || own.some((bit) => isAside.has(bit))) return undefined;
    const one = { ...fieldOf(own, order), isSigned: field.isSigned };
    return { field: one, score: score(one)?.score ?? 0 };
  };
  let best = at(from, to) ?? { field, score: 0 };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const tried = STEPS.flatMap((step) => [
      { from: from + step, to },
      { from, to: to + step },
    ]);
    const better = tried
      .map((one) => ({ ...one, fit: at(one.from, one.to) }))
      .reduce((a, b) => ((b.fit?.score ?? 0) > (a.fit?.score ?? 0) ? b : a));
    if (better.fit === undefined || better.fit.score <= best.score + LEAST_BETTER) break;
    best = better.fit;
    ({ from, to } = better);
  }
  return best;
}
