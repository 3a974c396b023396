import { GRID_COLUMNS, GRID_ROWS, type Widget, type WidgetKind } from "@canopy/contract/statistics/panel-widgets";

export type Box = Pick<Widget, "x" | "y" | "w" | "h">;
const MAX_HEIGHT = 20;

const overlaps = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Within the grid, as near to what was asked for as it goes. */
export function fitted({ x, y, w, h }: Box): Box {
  const size = { w: clamp(w, 1, GRID_COLUMNS), h: clamp(h, 1, MAX_HEIGHT) };
  return { ...size, x: clamp(x, 0, GRID_COLUMNS - size.w), y: clamp(y, 0, GRID_ROWS - size.h) };
}

/** The widget takes its new place; those in its way go down. */
export function placed<T extends Box & { id: string }>(widgets: readonly T[], id: string, box: Box): T[] {
  const fit = fitted(box);
  const settled: T[] = widgets.filter((one) => one.id === id).map((one) => ({ ...one, ...fit }));
  const others = widgets.filter((one) => one.id !== id).sort((a, b) => a.y - b.y || a.x - b.x);
  for (const other of others) settled.push({ ...other, y: freeRow(other, settled) });
  return widgets.map((one) => settled.find(({ id: known }) => known === one.id) ?? one);
}

function freeRow(box: Box, taken: readonly Box[]): number {
  let { y } = box;
  while (taken.some((one) => overlaps({ ...box, y }, one))) y += 1;
  return y;
}

const SIZES: Record<WidgetKind, { w: number; h: number }> = {
  value: { w: 3, h: 2 },
  gauge: { w: 3, h: 3 },
  lamp: { w: 2, h: 2 },
  bar: { w: 4, h: 2 },
  curve: { w: 6, h: 4 },
  map: { w: 6, h: 5 },
  table: { w: 4, h: 4 },
  picture: { w: 4, h: 4 },
  command: { w: 2, h: 2 },
};

/** The first free place for a new one. */
export function placeFor(kind: WidgetKind, widgets: readonly Box[]): Box {
  const size = SIZES[kind];
  for (let y = 0; ; y += 1)
    for (let x = 0; x + size.w <= GRID_COLUMNS; x += 1) {
      const box = { x, y, ...size };
      if (!widgets.some((one) => overlaps(one, box))) return box;
    }
}

/** Whether every widget lies within the grid: pushed ones may not. */
export const isWithinGrid = (widgets: readonly Box[]): boolean => widgets.every(({ y, h }) => y + h <= GRID_ROWS);

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrows move, with Shift they size; undefined: another key. */
export function boxByKey({ x, y, w, h }: Box, key: string, isSizing: boolean): Box | undefined {
  const step = STEPS[key];
  if (!step) return undefined;
  const [dx, dy] = step;
  return isSizing ? { x, y, w: w + dx, h: h + dy } : { x: x + dx, y: y + dy, w, h };
}
