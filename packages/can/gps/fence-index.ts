import type { Fence } from "./fence.ts";
import { type FenceBox, fenceBox } from "./fence-outline.ts";
import type { Place } from "./gcj02.ts";
import { eastwardDeg } from "./track.ts";

/** Cells of each level, in degrees; each divides 360. */
const CELL_DEG = [0.01, 0.1, 1, 10] as const;
/** A fence is in the finest level where it needs no more cells. */
const MOST_CELLS = 16;
/** A longer way compares the boxes of a level instead of visiting its cells. */
const MOST_VISITED = 256;
/** Against rounding between two ways of measuring. */
const SLACK_M = 1;

/** Fences by place: a position finds those that it may be in without looking at the others. */
export class FenceIndex {
  readonly #boxes: readonly FenceBox[];
  readonly #levels: readonly Level[] = CELL_DEG.map((cellDeg) => new Level(cellDeg));
  /** The last query that found a fence: it is given once. */
  readonly #found: Uint32Array;
  #query = 0;

  constructor(fences: readonly Fence[]) {
    this.#boxes = fences.map((fence) => fenceBox(fence, SLACK_M));
    this.#found = new Uint32Array(fences.length);
    for (const [number, box] of this.#boxes.entries()) {
      const level = this.#levels.find((one) => one.cellsOf(box) <= MOST_CELLS) ?? this.#levels.at(-1);
      level?.add(number, box);
    }
  }

  /** Numbers of the fences that may be touched by a place, or by the straight way to it. */
  near(to: Place, from?: Place): number[] {
    const asked = boxAround(to, from);
    this.#query += 1;
    const near: number[] = [];
    for (const level of this.#levels)
      for (const list of level.listsIn(asked))
        for (const number of list) {
          if (this.#found[number] === this.#query) continue;
          this.#found[number] = this.#query;
          if (areTouching(this.#boxes[number] as FenceBox, asked)) near.push(number);
        }
    return near;
  }
}

class Level {
  readonly #cellDeg: number;
  readonly #columns: number;
  readonly #cells = new Map<number, number[]>();
  readonly #all: number[] = [];

  constructor(cellDeg: number) {
    this.#cellDeg = cellDeg;
    this.#columns = Math.round(360 / cellDeg);
  }

  cellsOf({ south, north, west, east }: FenceBox): number {
    return (this.#cell(north) - this.#cell(south) + 1) * (this.#cell(east) - this.#cell(west) + 1);
  }

  add(number: number, box: FenceBox): void {
    this.#all.push(number);
    for (const key of this.#keysIn(box)) {
      const list = this.#cells.get(key);
      if (list) list.push(number);
      else this.#cells.set(key, [number]);
    }
  }

  *listsIn(box: FenceBox): Generator<readonly number[]> {
    if (this.#all.length === 0) return;
    if (this.cellsOf(box) > MOST_VISITED) {
      yield this.#all;
      return;
    }
    for (const key of this.#keysIn(box)) {
      const list = this.#cells.get(key);
      if (list) yield list;
    }
  }

  *#keysIn({ south, north, west, east }: FenceBox): Generator<number> {
    for (let row = this.#cell(south); row <= this.#cell(north); row++)
      for (let column = this.#cell(west); column <= this.#cell(east); column++)
        yield row * this.#columns + (((column % this.#columns) + this.#columns) % this.#columns);
  }

  #cell(degrees: number): number {
    return Math.floor(degrees / this.#cellDeg);
  }
}

function boxAround(to: Place, from: Place = to): FenceBox {
  const longitude = to.longitude + eastwardDeg(to.longitude, from.longitude);
  return {
    south: Math.min(to.latitude, from.latitude),
    north: Math.max(to.latitude, from.latitude),
    west: Math.min(to.longitude, longitude),
    east: Math.max(to.longitude, longitude),
  };
}

/** Longitudes of either may run on past the date line. */
export function areTouching(a: FenceBox, b: FenceBox): boolean {
  if (a.north < b.south || b.north < a.south) return false;
  const eastward = (((b.west - a.west) % 360) + 360) % 360;
  return eastward <= a.east - a.west || 360 - eastward <= b.east - b.west;
}
