/** Marks nearer to each other than this are one. */
export const CLUSTER_PX = 34;

/** The clusters change with each of these steps of the zoom, not while the map is moved. */
const ZOOM_STEP = 0.5;
export const clusterZoom = (zoom: number): number => Math.round(zoom / ZOOM_STEP) * ZOOM_STEP;

/** A mark on the square of Web Mercator, 0 to 1. */
export interface Dot {
  readonly id: string;
  readonly x: number;
  readonly y: number;
}

export interface Cluster {
  /** In the order of the dots. */
  readonly ids: readonly string[];
  /** The mean of its dots. */
  readonly x: number;
  readonly y: number;
}

/** More cells than an axis has at any zoom. */
const ROW = 2 ** 26;

/** Dots that would cover each other become one: each takes those within the radius that no earlier one has taken. */
export function clustersOf(dots: readonly Dot[], radius: number): Cluster[] {
  const cellOf = (value: number) => Math.floor(value / radius);
  const cells = new Map<number, Dot[]>();
  for (const dot of dots) {
    const key = cellOf(dot.x) * ROW + cellOf(dot.y);
    const cell = cells.get(key);
    if (cell) cell.push(dot);
    else cells.set(key, [dot]);
  }
  const taken = new Set<Dot>();
  return dots.flatMap((dot) => {
    if (taken.has(dot)) return [];
    const near: Dot[] = [];
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) near.push(...(cells.get((cellOf(dot.x) + dx) * ROW + cellOf(dot.y) + dy) ?? []));
    const members = near.filter((one) => !taken.has(one) && Math.hypot(one.x - dot.x, one.y - dot.y) <= radius);
    for (const one of members) taken.add(one);
    return [clusterOf(members)];
  });
}

function clusterOf(dots: readonly Dot[]): Cluster {
  let [x, y] = [0, 0];
  for (const dot of dots) {
    x += dot.x / dots.length;
    y += dot.y / dots.length;
  }
  return { ids: dots.map(({ id }) => id), x, y };
}
