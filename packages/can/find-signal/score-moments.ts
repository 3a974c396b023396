import type { BitFlips } from "./bit-flips.ts";
import { bitsOf, type FoundField, type FrameColumns, rowAt, someRows, valuesOf } from "./columns.ts";
import type { FindReason, FindTarget, Scored } from "./target.ts";

type Moments = Extract<FindTarget, { kind: "moments" }>;
type Change = Extract<FindReason, { code: "changes" }>["change"];

/** A slow message tells of a change only with its next frame. */
const MOST_CYCLE_US = 2_000_000;
const LEAST_SHARE = 0.5;
/** Below it no score is worth a place in the list. */
const LEAST_LIFT = 0.05;

/** Rows whose step from the row before lies near a moment. */
interface Near {
  /** By moment. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
  /** The same without doubles. */
  readonly joined: readonly { readonly from: number; readonly to: number }[];
  /** Share of all steps that lie near a moment. */
  readonly chance: number;
}

/** Scores fields of one message: how many moments they changed at, and how little else. */
export function momentScorer(columns: FrameColumns, flips: BitFlips, target: Moments) {
  const near = nearRows(columns.timeUs, target);
  return (field: FoundField): Scored | undefined => {
    const nearby = near.ranges.map(({ from, to }) => changesIn(columns, field, from, to));
    const hits = nearby.filter(({ any }) => any > 0).length;
    if (hits < LEAST_SHARE * near.ranges.length) return undefined;
    const inside = sum(near.joined.map(({ from, to }) => changesIn(columns, field, from, to)));
    // A field changes as often as its fastest bit at least: most fields need no look at every frame.
    const least = Math.max(...bitsOf(field).map((bit) => flips.flips[bit] as number));
    if (field.length > 1 && inside.any / least < near.chance + LEAST_LIFT * (1 - near.chance)) return undefined;
    const all = allChanges(columns, flips, field);
    const kinds: readonly Change[] = field.length === 1 ? ["any", "rises", "falls"] : ["any"];
    const scored = kinds.map((change): Scored => {
      const own = nearby.filter((one) => one[change] > 0).length;
      const precision = all[change] === 0 ? 0 : inside[change] / all[change];
      const lift = Math.max(0, (precision - near.chance) / Math.max(1e-9, 1 - near.chance));
      const recall = own / near.ranges.length;
      const score = recall + lift === 0 ? 0 : (2 * recall * lift) / (recall + lift);
      const elsewhere = all[change] - inside[change];
      return { score, reason: { code: "changes", change, hits: own, moments: near.ranges.length, elsewhere } };
    });
    return scored.reduce((best, one) => (one.score > best.score ? one : best));
  };
}

function nearRows(timeUs: Float64Array, { timesUs, toleranceUs }: Moments): Near {
  const count = timeUs.length;
  const spanUs = count < 2 ? 0 : (timeUs[count - 1] as number) - (timeUs[0] as number);
  const cycleUs = Math.min(MOST_CYCLE_US, count < 2 ? 0 : spanUs / (count - 1));
  const ranges = timesUs
    .toSorted((a, b) => a - b)
    .map((atUs) => ({
      from: Math.max(1, rowAt(timeUs, atUs - toleranceUs)),
      to: rowAt(timeUs, atUs + toleranceUs + cycleUs + 1),
    }));
  const joined: { from: number; to: number }[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else joined.push({ ...range });
  }
  const rows = joined.reduce((all, { from, to }) => all + Math.max(0, to - from), 0);
  return { ranges, joined, chance: Math.min(1, rows / Math.max(1, count - 1)) };
}

type Changes = Record<Change, number>;

const sum = (all: readonly Changes[]): Changes =>
  all.reduce(
    (one, { any, rises, falls }) => ({ any: one.any + any, rises: one.rises + rises, falls: one.falls + falls }),
    { any: 0, rises: 0, falls: 0 },
  );

function changesIn(columns: FrameColumns, field: FoundField, from: number, to: number): Changes {
  if (to <= from) return { any: 0, rises: 0, falls: 0 };
  const values = valuesOf(columns, field, someRows(from - 1, to, to - from + 1));
  let [rises, falls] = [0, 0];
  for (let i = 1; i < values.length; i++) {
    if ((values[i] as number) > (values[i - 1] as number)) rises += 1;
    else if ((values[i] as number) < (values[i - 1] as number)) falls += 1;
  }
  return { any: rises + falls, rises, falls };
}

function allChanges(columns: FrameColumns, { flips, frames }: BitFlips, field: FoundField): Changes {
  const bits = bitsOf(field);
  const [bit] = bits;
  if (field.length > 1 || bit === undefined) return changesIn(columns, field, 1, frames);
  const any = flips[bit] as number;
  const ends = valuesOf(columns, field, Uint32Array.of(0, frames - 1));
  const rises = (any + (ends[1] as number) - (ends[0] as number)) / 2;
  return { any, rises, falls: any - rises };
}
