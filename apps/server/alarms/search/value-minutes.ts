import type { Extremes } from "../../frames/store/signal-query.ts";
import { MINUTE_US, type TimeWindow } from "../../frames/store/time-window.ts";
import type { Limit } from "../engine/compare.ts";

/** What kept values say of a minute: it has no sample, none that meets the limit, perhaps some, or only such. */
export const [EMPTY, NO, SOME, ALL] = [0, 1, 2, 3] as const;

/** One of them for each minute; a minute that the window cuts is never certain. */
export function minuteKinds({ originUs, min, max }: Extremes, window: TimeWindow, limit: Limit): Uint8Array {
  const kinds = Uint8Array.from(min, (least, i) => kindOf(limit, least, max[i] as number));
  const last = kinds.length - 1;
  if (originUs < window.fromUs && kinds[0] === ALL) kinds[0] = SOME;
  if (originUs + kinds.length * MINUTE_US > window.toUs && kinds[last] === ALL) kinds[last] = SOME;
  return kinds;
}

function kindOf(limit: Limit, min: number, max: number): number {
  if (Number.isNaN(min)) return SOME;
  if (min > max) return EMPTY;
  if (!mayMeet(limit, min, max)) return NO;
  return allMeet(limit, min, max) ? ALL : SOME;
}

function mayMeet({ operator, value, valueTo = value }: Limit, min: number, max: number): boolean {
  switch (operator) {
    case "eq":
      return min <= value && max >= value;
    case "ne":
      return min !== value || max !== value;
    case "lt":
      return min < value;
    case "le":
      return min <= value;
    case "gt":
      return max > value;
    case "ge":
      return max >= value;
    case "in":
      return max >= value && min <= valueTo;
    case "out":
      return min < value || max > valueTo;
  }
}

function allMeet({ operator, value, valueTo = value }: Limit, min: number, max: number): boolean {
  switch (operator) {
    case "eq":
      return min === value && max === value;
    case "ne":
      return max < value || min > value;
    case "lt":
      return max < value;
    case "le":
      return max <= value;
    case "gt":
      return min > value;
    case "ge":
      return min >= value;
    case "in":
      return min >= value && max <= valueTo;
    case "out":
      return max < value || min > valueTo;
  }
}
