import type { Feature, FeatureCollection, Position } from "geojson";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { indexFrom, partsOf, type TrackLine } from "./track-line.ts";

/** A quantity over time that colours the line. Times in epoch milliseconds, ascending. */
export interface TrackSeries {
  readonly name: string;
  readonly unit: string;
  readonly times: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  /** A sample counts so long. */
  readonly holdMs: number;
}

export interface ColourScale {
  readonly from: number;
  readonly to: number;
}

/** Of each position the newest sample that is not too old; NaN where there is none. */
export function valuesOf(line: TrackLine, { times, values, holdMs }: TrackSeries): Float64Array {
  const found = new Float64Array(line.count).fill(Number.NaN);
  let next = 0;
  for (let i = 0; i < line.count; i++) {
    const atMs = line.time[i] as number;
    while (next < times.length && (times[next] as number) <= atMs) next++;
    if (next > 0 && atMs - (times[next - 1] as number) <= holdMs) found[i] = values[next - 1] as number;
  }
  return found;
}

/** Round ends around all known values; one that never changes has a scale of one unit. */
export function scaleAround(values: ArrayLike<number>): ColourScale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return { from: 0, to: 1 };
  const spread = high - low || 1;
  const step = roundStep(spread / 6);
  const from = low >= 0 && low < spread ? 0 : Math.floor(low / step) * step;
  const to = Math.max(Math.ceil(high / step) * step, from + step);
  return { from: rounded(from), to: rounded(to) };
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5, 10].find((one) => one * power >= least) ?? 10) * power;
}

const rounded = (value: number) => Number(value.toPrecision(12));

/** Which of `count` steps a value has; -1: not known. */
export function stepOf(value: number, { from, to }: ColourScale, count: number): number {
  if (!Number.isFinite(value)) return -1;
  const share = to > from ? (value - from) / (to - from) : 0;
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}

interface Coloured {
  readonly values: Float64Array;
  readonly scale: ColourScale;
  readonly colours: readonly string[];
  /** Where no value is known. */
  readonly unknown: string;
  /** Only this time is drawn; without it the whole line. */
  readonly span?: TimeSpan | undefined;
}

/** The line in runs of one colour, a feature per colour: each edge has the colour of its later position. */
export function colouredLines(line: TrackLine, coloured: Coloured): FeatureCollection {
  const { values, scale, colours, unknown, span } = coloured;
  const first = span ? indexFrom(line, span.fromMs) : 0;
  const end = span ? indexFrom(line, span.toMs + 1) : line.count;
  const runs = new Map<number, Position[][]>();
  for (const part of partsOf(line)) {
    const to = Math.min(part.to, end);
    let run: Position[] | undefined;
    let step: number | undefined;
    for (let i = Math.max(part.from, first) + 1; i < to; i++) {
      const next = stepOf(values[i] as number, scale, colours.length);
      if (next !== step || !run) {
        run = [positionAt(line, i - 1)];
        step = next;
        const known = runs.get(step);
        if (known) known.push(run);
        else runs.set(step, [run]);
      }
      run.push(positionAt(line, i));
    }
  }
  return collection(
    [...runs].map(([step, coordinates]) => ({
      type: "Feature",
      properties: { colour: colours[step] ?? unknown },
      geometry: { type: "MultiLineString", coordinates },
    })),
  );
}

const positionAt = ({ longitude, latitude }: TrackLine, i: number): Position => [
  longitude[i] as number,
  latitude[i] as number,
];

/** The ends of all parts but the first and the last one: there the line is open. */
export function openEnds(line: TrackLine): FeatureCollection {
  const ends = line.starts.slice(1).flatMap((start) => [start - 1, start]);
  return points(ends.map((i) => positionAt(line, i)));
}

export function points(positions: readonly Position[]): FeatureCollection {
  return collection(
    positions.map((coordinates) => ({ type: "Feature", properties: {}, geometry: { type: "Point", coordinates } })),
  );
}

const collection = (features: Feature[]): FeatureCollection => ({ type: "FeatureCollection", features });
