import type { BusCondition, Condition, FrameCondition, SignalCondition } from "@canopy/contract/alarms/conditions";

/** A condition whose limit is a height on a curve. */
export type Limited = FrameCondition | SignalCondition | BusCondition;
export type LineKey = "value" | "value_to" | "back";

export interface LimitLine {
  readonly key: LineKey;
  readonly at: number;
  /** Between which values it may be moved. */
  readonly least: number;
  readonly most: number;
}

export interface ValueRange {
  readonly from: number;
  readonly to: number;
}

const ANY: ValueRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const BYTE: ValueRange = { from: 0, to: 255 };
const LOAD: ValueRange = { from: 0, to: 200 };

const boundsOf = ({ kind }: Limited): ValueRange => (kind === "frame" ? BYTE : kind === "bus" ? LOAD : ANY);

export const isLimited = (condition: Condition | undefined): condition is Limited =>
  condition !== undefined && condition.kind !== "fence";

/** TRG-07: the limit, or both of a range; the value at which it is back is a line of its own. */
export function linesOf(condition: Limited): LimitLine[] {
  const { operator, value } = condition;
  const { from: least, to: most } = boundsOf(condition);
  const end = "value_to" in condition ? condition.value_to : undefined;
  if ((operator === "in" || operator === "out") && end !== undefined)
    return [
      { key: "value", at: value, least, most: end },
      { key: "value_to", at: end, least: value, most },
    ];
  const back = "back" in condition ? condition.back : undefined;
  const limit: LimitLine = { key: "value", at: value, least, most };
  if (back === undefined) return [limit];
  const isUpper = operator === "gt" || operator === "ge";
  return [limit, { key: "back", at: back, least: isUpper ? least : value, most: isUpper ? value : most }];
}

/** A limit takes along the value at which it is back, where it would pass it. */
export function withLine<C extends Limited>(condition: C, key: LineKey, to: number): C {
  if (key !== "value" || !("back" in condition) || condition.back === undefined) return { ...condition, [key]: to };
  const isUpper = condition.operator === "gt" || condition.operator === "ge";
  return { ...condition, value: to, back: isUpper ? Math.min(condition.back, to) : Math.max(condition.back, to) };
}

/** Within its bounds, and without the digits that binary fractions add. */
export const movedTo = ({ least, most }: LimitLine, to: number): number =>
  Math.min(most, Math.max(least, Number(to.toPrecision(12))));

/** A dragged line takes round values: of the signal's step, or of what a pixel can tell apart. */
export function snapped(value: number, step: number, perPixel: number): number {
  const grid = step >= perPixel ? step : roundStep(perPixel);
  return Number((Math.round(value / grid) * grid).toPrecision(12));
}

/** 1, 2 or 5 of a decimal place, and not below. */
function roundStep(least: number): number {
  const place = 10 ** Math.floor(Math.log10(least));
  return place * ([1, 2, 5].find((digit) => digit * place >= least) ?? 10);
}

const PAD_SHARE = 0.08;

/** Around the curve and its lines. */
export function rangeAround(values: readonly (number | null)[], lines: readonly LimitLine[]): ValueRange {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const value of [...values, ...lines.map(({ at }) => at)]) {
    if (value === null || !Number.isFinite(value)) continue;
    from = Math.min(from, value);
    to = Math.max(to, value);
  }
  if (from > to) return { from: 0, to: 1 };
  const pad = to > from ? (to - from) * PAD_SHARE : Math.abs(to) * 0.1 || 1;
  return { from: from - pad, to: to + pad };
}

/** How far each handle is moved down so that none covers another. */
export function handleShifts(tops: readonly number[], leastPx: number): number[] {
  const shifts = tops.map(() => 0);
  let freePx = Number.NEGATIVE_INFINITY;
  for (const [place, top] of [...tops.entries()].sort(([, one], [, other]) => one - other)) {
    const at = Math.max(top, freePx);
    shifts[place] = at - top;
    freePx = at + leastPx;
  }
  return shifts;
}
