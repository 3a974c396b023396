import { useLayoutEffect, useRef } from "react";

/** Key of a row → number of the element that draws it; in the order in which the elements stand in the document. */
export type Slots = ReadonlyMap<string, number>;

/**
 * An element whose row has left the screen is given to a row that comes, and stays where it stands: filling it anew costs
 * a fraction of building or moving it. A row that stays keeps its element.
 */
export function assignSlots(before: Slots, keys: readonly string[]): Slots {
  const staying = new Set(keys);
  const coming = keys.filter((key) => !before.has(key));
  const next = new Map<string, number>();
  for (const [key, slot] of before) {
    const row = staying.has(key) ? key : coming.shift();
    if (row !== undefined) next.set(row, slot);
  }
  let unused = Math.max(-1, ...before.values()) + 1;
  for (const key of coming) next.set(key, unused++);
  return next;
}

/** At rest the elements are in the order of the rows, for the Tab key and screen readers; not while scrolling. */
export function useSlots(keys: readonly string[], isScrolling: boolean): Slots {
  const kept = useRef<Slots>(new Map());
  const assigned = assignSlots(kept.current, keys);
  const slots = isScrolling ? assigned : new Map(keys.map((key) => [key, assigned.get(key) ?? 0]));
  useLayoutEffect(() => {
    kept.current = slots;
  });
  return slots;
}
