/**
 * What a column of pixels has to show so that the line looks as if every sample had been drawn: the first, last,
 * smallest and largest with their times (M4). No peak is lost, however short.
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

/** The nine figures of a pixel beside its index: as columns that is how they leave a worker and lie in kept bodies. */
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

  /** What is not a finite number cannot be drawn. */
  add(timeUs: number, value: number): void {
    if (!Number.isFinite(value)) return;
    const columns = this.columns;
    const index = Math.floor((timeUs - this.#originUs) / this.#pixelUs);
    const at = columns.length - 1;
    if (at < 0 || columns.index[at] !== index) {
      columns.open(index, timeUs, value);
      return;
    }
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

  /**
   * The same for rows `from … to - 1` of two columns. The pixel's figures stay in local numbers while the samples are
   * of one pixel: this loop runs over millions of samples.
   */
  addRows(timesUs: Float64Array, values: Float64Array, from: number, to: number): void {
    const columns = this.columns;
    const originUs = this.#originUs;
    const pixelUs = this.#pixelUs;
    let row = from;
    while (row < to) {
      const value = values[row] as number;
      const timeUs = timesUs[row] as number;
      if (!(value - value === 0)) {
        row += 1;
        continue;
      }
      this.add(timeUs, value);
      row += 1;
      const at = columns.length - 1;
      const endUs = originUs + ((columns.index[at] as number) + 1) * pixelUs;
      let samples = columns.samples[at] as number;
      let lastUs = timeUs;
      let last = value;
      let min = columns.min[at] as number;
      let max = columns.max[at] as number;
      let minUs = columns.minUs[at] as number;
      let maxUs = columns.maxUs[at] as number;
      for (; row < to; row += 1) {
        const nextUs = timesUs[row] as number;
        if (nextUs >= endUs) break;
        const next = values[row] as number;
        if (!(next - next === 0)) continue;
        samples += 1;
        lastUs = nextUs;
        last = next;
        if (next < min) {
          min = next;
          minUs = nextUs;
        }
        if (next > max) {
          max = next;
          maxUs = nextUs;
        }
      }
      columns.samples[at] = samples;
      columns.lastUs[at] = lastUs;
      columns.last[at] = last;
      columns.min[at] = min;
      columns.max[at] = max;
      columns.minUs[at] = minUs;
      columns.maxUs[at] = maxUs;
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
