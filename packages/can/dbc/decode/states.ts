import type { Signal } from "../model.ts";
import { physicalOf } from "./read-raw.ts";

/** From so many bits on a signal has room for numbers below the names at its end. */
const COUNTING_BITS = 4;

/**
 * Values with names, and nothing that is measured: a level in per cent with a name for "invalid" is still a level, and so
 * is a number whose last values alone have names ("error", "not available").
 */
export function isStateSignal({ values, unit, factor, length }: Signal): boolean {
  if (values.length < 2 || unit !== "" || factor !== 1) return false;
  return length < COUNTING_BITS || values.some(({ raw }) => raw < 2 ** (length - 1));
}

/** By the physical value, in its order. */
export function stateNamesOf({ values, factor, offset }: Signal): Map<number, string> {
  const named = values.map(({ raw, text }): [number, string] => [Number(physicalOf(raw, factor, offset)), text]);
  return new Map(named.sort(([one], [other]) => one - other));
}
