import type { RunTimes } from "../segments/run-times.ts";

/**
 * A column of pixels: the first, last, smallest and largest sample with their times (M4), so that the line looks as if
 * every sample were drawn. No peak is lost, however short.
 */
export interface CurvePixel {
  readonly index: number;
  readonly samples: number;
  readonly firstUs: number;
  readonly first: number;
  readonly lastUs: number;
  readonly last: number;
  readonly minUs: number;
  readonly min: number;
  readonly maxUs: number;
  readonly max: number;
}

/** Pixels of equal width, counted from `originUs`. */
export interface PixelGrid {
  readonly originUs: number;
  readonly pixelUs: number;
}

/** The nine figures of a pixel beside its index. */
export const PIXEL_FIGURES = [
  "samples",
  "firstUs",
  "first",
  "lastUs",
  "last",
  "minUs",
  "min",
  "maxUs",
  "max",
] as const satisfies readonly (keyof CurvePixel)[];

type Figure = (typeof PIXEL_FIGURES)[number];

/** Pixels as columns; `length` rows are in use. Grows by doubling. */
export class PixelColumns implements Record<Figure, Float64Array> {
  length = 0;
  index = new Float64Array(64);
  samples = new Float64Array(64);
  firstUs = new Float64Array(64);
  first = new Float64Array(64);
  lastUs = new Float64Array(64);
  last = new Float64Array(64);
  minUs = new Float64Array(64);
  min = new Float64Array(64);
  maxUs = new Float64Array(64);
  max = new Float64Array(64);

  /** A pixel of one sample. */
  open(index: number, timeUs: number, value: number): void {
    const at = this.length;
    if (at === this.index.length) this.#grow();
    this.index[at] = index;
    this.samples[at] = 1;
    this.firstUs[at] = this.lastUs[at] = this.minUs[at] = this.maxUs[at] = timeUs;
    this.first[at] = this.last[at] = this.min[at] = this.max[at] = value;
    this.length = at + 1;
  }

  push(pixel: CurvePixel): void {
    const at = this.length;
    if (at === this.index.length) this.#grow();
    this.index[at] = pixel.index;
    for (const figure of PIXEL_FIGURES) this[figure][at] = pixel[figure];
    this.length = at + 1;
  }

  at(row: number): CurvePixel {
    return {
      index: this.index[row] as number,
      samples: this.samples[row] as number,
      firstUs: this.firstUs[row] as number,
      first: this.first[row] as number,
      lastUs: this.lastUs[row] as number,
      last: this.last[row] as number,
      minUs: this.minUs[row] as number,
      min: this.min[row] as number,
      maxUs: this.maxUs[row] as number,
      max: this.max[row] as number,
    };
  }

  list(): CurvePixel[] {
    return Array.from({ length: this.length }, (_, row) => this.at(row));
  }

  #grow(): void {
    for (const name of ["index", ...PIXEL_FIGURES] as const) {
      const larger = new Float64Array(2 * this[name].length);
      larger.set(this[name]);
      this[name] = larger;
    }
  }
}

/** Some rows of a run. */
export interface SampleRows {
  readonly from: number;
  readonly to: number;
  /** Every value of them is a finite number. */
  readonly areFinite: boolean;
}

/** Reduces samples, in the order of time, to pixels. */
export class M4 {
  readonly columns = new PixelColumns();
  readonly #originUs: number;
  readonly #pixelUs: number;

  constructor({ originUs, pixelUs }: PixelGrid) {
    this.#originUs = originUs;
    this.#pixelUs = pixelUs;
  }

  get pixels(): CurvePixel[] {
    return this.columns.list();
  }

  /** Values that are not finite cannot be drawn. */
  add(timeUs: number, value: number): void {
    if (!Number.isFinite(value)) return;
    const columns = this.columns;
    const index = Math.floor((timeUs - this.#originUs) / this.#pixelUs);
    const at = columns.length - 1;
    if (at < 0 || columns.index[at] !== index) {
      columns.open(index, timeUs, value);
      return;
    }
    this.#join(at, timeUs, value);
  }

  /** The same for rows `from … to - 1` of a run. */
  addRows(times: RunTimes, values: Float64Array, { from, to, areFinite }: SampleRows): void {
    let row = from;
    while (row < to) {
      const value = values[row] as number;
      if (!(value - value === 0)) {
        row += 1;
        continue;
      }
      const timeUs = times.at(row);
      this.add(timeUs, value);
      const at = this.columns.length - 1;
      const endUs = this.#originUs + ((this.columns.index[at] as number) + 1) * this.#pixelUs;
      const end = times.nextRowAt(endUs, row + 1, to);
      if (areFinite) this.#joinRows(at, times, values, row, end);
      else for (let next = row + 1; next < end; next += 1) this.#joinRow(at, times, values, next);
      row = end;
    }
  }

  /** Rows behind `first`, which is in the pixel. The loop runs over millions of samples: it looks at values alone. */
  #joinRows(at: number, times: RunTimes, values: Float64Array, first: number, end: number): void {
    const { columns } = this;
    let min = columns.min[at] as number;
    let max = columns.max[at] as number;
    let [minRow, maxRow] = [-1, -1];
    for (let row = first + 1; row < end; row += 1) {
      const value = values[row] as number;
      if (value < min) {
        min = value;
        minRow = row;
      } else if (value > max) {
        max = value;
        maxRow = row;
      }
    }
    columns.samples[at] = (columns.samples[at] as number) + end - first - 1;
    columns.lastUs[at] = times.at(end - 1);
    columns.last[at] = values[end - 1] as number;
    if (minRow >= 0) {
      columns.min[at] = min;
      columns.minUs[at] = times.at(minRow);
    }
    if (maxRow >= 0) {
      columns.max[at] = max;
      columns.maxUs[at] = times.at(maxRow);
    }
  }

  #joinRow(at: number, times: RunTimes, values: Float64Array, row: number): void {
    const value = values[row] as number;
    if (value - value === 0) this.#join(at, times.at(row), value);
  }

  #join(at: number, timeUs: number, value: number): void {
    const { columns } = this;
    columns.samples[at] = (columns.samples[at] as number) + 1;
    columns.lastUs[at] = timeUs;
    columns.last[at] = value;
    if (value < (columns.min[at] as number)) {
      columns.min[at] = value;
      columns.minUs[at] = timeUs;
    }
    if (value > (columns.max[at] as number)) {
      columns.max[at] = value;
      columns.maxUs[at] = timeUs;
    }
  }
}

/** Parts of the same curve, each in the order of time; a pixel that several of them have becomes one. */
export function joinPixels(parts: readonly (readonly CurvePixel[])[]): CurvePixel[] {
  const filled = parts.filter((part) => part.length > 0);
  if (filled.length === 1) return [...(filled[0] as readonly CurvePixel[])];
  const joined = new Map<number, CurvePixel>();
  for (const part of filled)
    for (const pixel of part) {
      const before = joined.get(pixel.index);
      joined.set(pixel.index, before === undefined ? pixel : joinTwo(before, pixel));
    }
  return [...joined.values()].sort((a, b) => a.index - b.index);
}

/** Pixels of a finer grid, in the order of time, as pixels `factor` times as wide. */
export function widenPixels(pixels: readonly CurvePixel[], factor: number): CurvePixel[] {
  const wide: CurvePixel[] = [];
  for (const pixel of pixels) {
    const next = { ...pixel, index: Math.floor(pixel.index / factor) };
    const last = wide.at(-1);
    if (last?.index === next.index) wide[wide.length - 1] = joinTwo(last, next);
    else wide.push(next);
  }
  return wide;
}

/** Of equal times the first part's figure is the first, the second part's the last. */
function joinTwo(a: CurvePixel, b: CurvePixel): CurvePixel {
  const [first, last] = [a.firstUs <= b.firstUs ? a : b, a.lastUs > b.lastUs ? a : b];
  const min = a.min < b.min || (a.min === b.min && a.minUs <= b.minUs) ? a : b;
  const max = a.max > b.max || (a.max === b.max && a.maxUs <= b.maxUs) ? a : b;
  return {
    index: a.index,
    samples: a.samples + b.samples,
    firstUs: first.firstUs,
    first: first.first,
    lastUs: last.lastUs,
    last: last.last,
    minUs: min.minUs,
    min: min.min,
    maxUs: max.maxUs,
    max: max.max,
  };
}
