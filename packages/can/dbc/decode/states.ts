import type { Signal } from "../model.ts";
import { physicalOf } from "./read-raw.ts";

/** Values with names, and nothing that is measured: a level in per cent with a name for "invalid" is still a level. */
export function isStateSignal({ values, unit, factor }: Signal): boolean {
  return values.length >= 2 && unit === "" && factor === 1;
}

/** By the physical value, in its order. */
export function stateNamesOf({ values, factor, offset }: Signal): Map<number, string> {
  const named = values.map(({ raw, text }): [number, string] => [Number(physicalOf(raw, factor, offset)), text]);
  return new Map(named.sort(([one], [other]) => one - other));
}
