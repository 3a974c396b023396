import type { TimeWindow } from "./retention-store.ts";

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

/** Columns of a pixel without its index. */
export const PIXEL_COLUMNS = 9;

/** From columns in the order above. */
export function pixelOf(index: number, columns: readonly Float64Array[], row: number): CurvePixel {
  const [samples, firstUs, first, lastUs, last, minUs, min, maxUs, max] = columns.map((column) => column[row]);
  const numbers = { samples, firstUs, first, lastUs, last, minUs, min, maxUs, max };
  return { index, ...(numbers as Omit<CurvePixel, "index">) };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Gathers samples in the order of time. */
export class M4 {
  readonly #fromUs: number;
  readonly #pixelUs: number;
  readonly #pixels: Mutable<CurvePixel>[] = [];

  constructor({ fromUs }: TimeWindow, pixelUs: number) {
    this.#fromUs = fromUs;
    this.#pixelUs = pixelUs;
  }

  get pixels(): readonly CurvePixel[] {
    return this.#pixels;
  }

  /** What is not a finite number cannot be drawn. */
  add(timeUs: number, value: number): void {
    if (!Number.isFinite(value)) return;
    const index = Math.floor((timeUs - this.#fromUs) / this.#pixelUs);
    const pixel = this.#pixels.at(-1);
    if (pixel?.index !== index) {
      this.#pixels.push(newPixel(index, timeUs, value));
      return;
    }
    pixel.samples += 1;
    pixel.lastUs = timeUs;
    pixel.last = value;
    if (value < pixel.min) {
      pixel.min = value;
      pixel.minUs = timeUs;
    }
    if (value > pixel.max) {
      pixel.max = value;
      pixel.maxUs = timeUs;
    }
  }
}

const newPixel = (index: number, at: number, value: number): Mutable<CurvePixel> => ({
  index,
  samples: 1,
  firstUs: at,
  first: value,
  lastUs: at,
  last: value,
  minUs: at,
  min: value,
  maxUs: at,
  max: value,
});
