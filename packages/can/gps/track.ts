import { type SetAside, type TimedPosition, TrackJudge } from "./track-judge.ts";

/** The line of a track as columns: a long one has hundreds of thousands of positions. NaN: not known. */
export interface Track {
  readonly count: number;
  readonly timeUs: Float64Array;
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
  readonly speedKmh: Float64Array;
  readonly courseDeg: Float64Array;
  /** The index of the first position of each part; parts are not joined. */
  readonly parts: readonly number[];
  readonly setAside: Readonly<Record<SetAside, number>>;
  /** The first positions that jumped and were set aside. */
  readonly jumps: readonly TimedPosition[];
}

const COLUMNS = ["timeUs", "latitude", "longitude", "speedKmh", "courseDeg"] as const;
const MAX_JUMPS = 1000;
const FIRST_CAPACITY = 1024;

/** Takes positions in the order of time. */
export class TrackBuilder {
  #count = 0;
  #columns = COLUMNS.map(() => new Float64Array(FIRST_CAPACITY));
  readonly #parts: number[] = [];
  readonly #setAside: Record<SetAside, number> = { zero: 0, poor: 0, jump: 0 };
  readonly #jumps: TimedPosition[] = [];
  readonly #judge = new TrackJudge((position, why) => {
    this.#setAside[why] += 1;
    if (why === "jump" && this.#jumps.length < MAX_JUMPS) this.#jumps.push(position);
  });

  add(position: TimedPosition): void {
    for (const judged of this.#judge.add(position)) this.#append(judged.position, judged.startsPart);
  }

  finish(): Track {
    for (const judged of this.#judge.finish()) this.#append(judged.position, judged.startsPart);
    const count = this.#count;
    const [timeUs, latitude, longitude, speedKmh, courseDeg] = this.#columns.map((column) =>
      column.subarray(0, count),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
    const columns = { timeUs, latitude, longitude, speedKmh, courseDeg };
    return { count, ...columns, parts: this.#parts, setAside: this.#setAside, jumps: this.#jumps };
  }

  #append(position: TimedPosition, startsPart: boolean): void {
    if (this.#count === this.#columns[0]?.length) this.#columns = this.#columns.map(doubled);
    if (startsPart) this.#parts.push(this.#count);
    for (let at = 0; at < COLUMNS.length; at++)
      (this.#columns[at] as Float64Array)[this.#count] = position[COLUMNS[at] as keyof TimedPosition] ?? Number.NaN;
    this.#count += 1;
  }
}

function doubled(column: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(column.length * 2);
  larger.set(column);
  return larger;
}

/** From its first to behind its last position. */
export function partsOf({ parts, count }: Track): { from: number; to: number }[] {
  return parts.map((from, at) => ({ from, to: parts[at + 1] ?? count }));
}

export interface Bounds {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  /** Smaller than `west` across the date line. */
  readonly east: number;
}

/** Degrees to the east from one meridian to another, the short way: -180 up to 180. */
export function eastwardDeg(from: number, to: number): number {
  const turned = (to - from) % 360;
  if (turned > 180) return turned - 360;
  return turned < -180 ? turned + 360 : turned;
}

/** Longitudes are followed along the line, so that one across the date line stays narrow. */
export function boundsOf({ count, latitude, longitude }: Track): Bounds | undefined {
  if (count === 0) return undefined;
  const first = longitude[0] as number;
  let [south, north, west, east, at] = [90, -90, first, first, first];
  for (let i = 0; i < count; i++) {
    at += eastwardDeg(at, longitude[i] as number);
    west = Math.min(west, at);
    east = Math.max(east, at);
    south = Math.min(south, latitude[i] as number);
    north = Math.max(north, latitude[i] as number);
  }
  if (east - west >= 360) return { south, north, west: -180, east: 180 };
  return { south, north, west: onGlobe(west), east: onGlobe(east) };
}

/** Stored longitudes come back as they are, without the noise of a turn. */
const onGlobe = (degrees: number): number =>
  Math.abs(degrees) <= 180 ? degrees : eastwardDeg(0, Number(degrees.toFixed(9)));
