import type { CurveItem } from "@canopy/contract/signals/curves";

/** Points of a drawn curve in milliseconds, with a null at each gap. */
export function curveColumns(item: Extract<CurveItem, { state: "drawn" }>, fromMs: number) {
  const x: number[] = [];
  const values: (number | null)[] = [];
  const breaks = new Set(item.breaks);
  for (const [i, time] of item.times.entries()) {
    const atMs = fromMs + time / 1000;
    if (breaks.has(i) && i > 0) {
      x.push((atMs + (x.at(-1) ?? atMs)) / 2);
      values.push(null);
    }
    x.push(atMs);
    values.push(item.values[i] ?? null);
  }
  return { x, values };
}
