import { EARTH_RADIUS_M } from "./position.ts";
import { RemovalHeap } from "./removal-heap.ts";
import { partsOf, type Track } from "./track.ts";

export interface ThinnedTrack {
  /** Indexes of the kept positions, in order. */
  readonly kept: Uint32Array;
  /** No position is farther than this from the kept line. Infinite: not even the ends of all parts were kept. */
  readonly toleranceM: number;
}

/** Between two pauses, in which the caller may do other work. */
const STEPS_PER_TURN = 10_000;
/** A bend in speed is worth as much as one of the road: the line is coloured by speed. */
const METRES_PER_KMH = 1;
const DIMENSIONS = 4;

/**
 * Removes the positions whose removal moves the line least, until `maxPoints` are left. Each edge of the line has a bound
 * for the distance of the positions removed between its ends; removing a position adds its distance from the new edge to
 * the larger bound of its two edges (the distance from a straight edge is convex). In space rather than on a
 * map: there is no date line and no pole. n log n steps, whatever the shape.
 */
export function* thinTrack(track: Track, maxPoints: number): Generator<void, ThinnedTrack> {
  const { count } = track;
  if (count <= maxPoints) return { kept: Uint32Array.from({ length: count }, (_, i) => i), toleranceM: 0 };
  const ends = [...new Set(partsOf(track).flatMap(({ from, to }) => [from, to - 1]))];
  if (ends.length > maxPoints) return { kept: sampled(ends, maxPoints), toleranceM: Number.POSITIVE_INFINITY };
  const line = new Line(track, new Set(ends));
  yield* line.weighAll();
  for (let left = count; left > maxPoints; left--) {
    line.removeCheapest();
    if (left % STEPS_PER_TURN === 0) yield;
  }
  return { kept: line.kept(), toleranceM: line.toleranceM };
}

const sampled = (indexes: readonly number[], wanted: number): Uint32Array =>
  Uint32Array.from({ length: wanted }, (_, i) => indexes[Math.floor((i * indexes.length) / wanted)] as number);

class Line {
  readonly #count: number;
  readonly #points: Float64Array;
  readonly #ends: ReadonlySet<number>;
  readonly #previous: Int32Array;
  readonly #next: Int32Array;
  /** By the first point of the edge. */
  readonly #bound: Float64Array;
  readonly #heap: RemovalHeap;
  #removed = 0;
  toleranceM = 0;

  constructor(track: Track, ends: ReadonlySet<number>) {
    this.#count = track.count;
    this.#points = inSpace(track);
    this.#previous = Int32Array.from({ length: this.#count }, (_, i) => i - 1);
    this.#next = Int32Array.from({ length: this.#count }, (_, i) => i + 1);
    this.#bound = new Float64Array(this.#count);
    this.#heap = new RemovalHeap(this.#count);
    this.#ends = ends;
  }

  *weighAll(): Generator<void, void> {
    for (let i = 0; i < this.#count; i++) {
      if (!this.#ends.has(i)) this.#weigh(i);
      if (i % STEPS_PER_TURN === 0) yield;
    }
  }

  removeCheapest(): void {
    const point = this.#heap.pop();
    const cost = this.#heap.costOf(point);
    const before = this.#previous[point] as number;
    const after = this.#next[point] as number;
    this.#next[before] = after;
    this.#previous[after] = before;
    this.#bound[before] = cost;
    this.#next[point] = -1;
    this.#removed += 1;
    this.toleranceM = Math.max(this.toleranceM, cost);
    if (this.#heap.has(before)) this.#weigh(before);
    if (this.#heap.has(after)) this.#weigh(after);
  }

  #weigh(point: number): void {
    this.#heap.set(point, this.#costOf(point));
  }

  kept(): Uint32Array {
    const kept = new Uint32Array(this.#count - this.#removed);
    let size = 0;
    for (let i = 0; i < this.#count; i++) if ((this.#next[i] as number) >= 0) kept[size++] = i;
    return kept;
  }

  #costOf(point: number): number {
    const before = this.#previous[point] as number;
    const after = this.#next[point] as number;
    const bound = Math.max(this.#bound[before] as number, this.#bound[point] as number);
    return bound + distanceToEdge(this.#points, point, before, after);
  }
}

/** Metres from the middle of the earth, and speed as the fourth. */
function inSpace({ count, latitude, longitude, speedKmh }: Track): Float64Array {
  const points = new Float64Array(count * DIMENSIONS);
  const rad = Math.PI / 180;
  let speed = 0;
  for (let i = 0; i < count; i++) {
    const north = (latitude[i] as number) * rad;
    const east = (longitude[i] as number) * rad;
    const reported = speedKmh[i] as number;
    if (!Number.isNaN(reported)) speed = reported;
    const at = i * DIMENSIONS;
    points[at] = EARTH_RADIUS_M * Math.cos(north) * Math.cos(east);
    points[at + 1] = EARTH_RADIUS_M * Math.cos(north) * Math.sin(east);
    points[at + 2] = EARTH_RADIUS_M * Math.sin(north);
    points[at + 3] = METRES_PER_KMH * speed;
  }
  return points;
}

/** Written out, dimension by dimension: it is most of the work of thinning. */
function distanceToEdge(points: Float64Array, point: number, from: number, to: number): number {
  const at = point * DIMENSIONS;
  const start = from * DIMENSIONS;
  const end = to * DIMENSIONS;
  const x = (points[at] as number) - (points[start] as number);
  const y = (points[at + 1] as number) - (points[start + 1] as number);
  const z = (points[at + 2] as number) - (points[start + 2] as number);
  const v = (points[at + 3] as number) - (points[start + 3] as number);
  const edgeX = (points[end] as number) - (points[start] as number);
  const edgeY = (points[end + 1] as number) - (points[start + 1] as number);
  const edgeZ = (points[end + 2] as number) - (points[start + 2] as number);
  const edgeV = (points[end + 3] as number) - (points[start + 3] as number);
  const length = edgeX * edgeX + edgeY * edgeY + edgeZ * edgeZ + edgeV * edgeV;
  const along = edgeX * x + edgeY * y + edgeZ * z + edgeV * v;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, along / length));
  const offX = x - share * edgeX;
  const offY = y - share * edgeY;
  const offZ = z - share * edgeZ;
  const offV = v - share * edgeV;
  return Math.sqrt(offX * offX + offY * offY + offZ * offZ + offV * offV);
}
