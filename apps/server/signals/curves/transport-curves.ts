import type { CurvePixel, PixelGrid } from "../../frames/reading/curve-pixels.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { MessageCurves, SignalQuery } from "../../frames/store/signal-query.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { transportSamples } from "./transport-samples.ts";

type Wanted = Pick<SignalQuery, "channel" | "message" | "alsoIds" | "signals">;

interface Grid extends TimeWindow {
  readonly bindingNumber: number;
  readonly pixelUs: number;
  /** More samples are drawn as pixels. */
  readonly limit: number;
}

export function isEmpty(curves: MessageCurves): boolean {
  return curves.kind === "samples"
    ? curves.samples.timesUs.length === 0
    : curves.curves.every((pixels) => pixels.length === 0);
}

/** UDS-06: signals of a message of more than eight bytes from its packets. */
export async function transportCurves(
  frames: Pick<FrameReader, "page">,
  wanted: Wanted,
  { pixelUs, limit, bindingNumber, fromUs, toUs }: Grid,
  signal: AbortSignal,
): Promise<MessageCurves> {
  const gathered = new GatheredCurves(wanted.signals.length, { originUs: fromUs, pixelUs, limit });
  const query = { ...wanted, bindingNumber, fromUs, toUs };
  for await (const { timeUs, values } of transportSamples(frames, query, signal)) gathered.add(timeUs, values);
  return gathered.result();
}

/** Samples as long as they are few, then pixels: a range of any length takes the memory of its pixels. */
class GatheredCurves {
  readonly #grid: PixelGrid & { readonly limit: number };
  readonly #timesUs: number[] = [];
  readonly #values: number[][];
  #pixels: CurvePixel[][] | undefined;

  constructor(count: number, grid: PixelGrid & { readonly limit: number }) {
    this.#grid = grid;
    this.#values = Array.from({ length: count }, () => []);
  }

  add(timeUs: number, values: readonly number[]): void {
    if (this.#pixels) {
      this.#draw(this.#pixels, timeUs, values);
      return;
    }
    this.#timesUs.push(timeUs);
    for (const [i, column] of this.#values.entries()) column.push(values[i] ?? Number.NaN);
    if (this.#timesUs.length > this.#grid.limit) this.#turnToPixels();
  }

  result(): MessageCurves {
    if (this.#pixels) return { kind: "pixels", curves: this.#pixels, isKept: false };
    const values = this.#values.map((column) => Float64Array.from(column));
    return { kind: "samples", samples: { timesUs: Float64Array.from(this.#timesUs), values, more: false } };
  }

  #turnToPixels(): void {
    const pixels = this.#values.map((): CurvePixel[] => []);
    for (const [at, timeUs] of this.#timesUs.entries()) {
      this.#draw(
        pixels,
        timeUs,
        this.#values.map((column) => column[at] ?? Number.NaN),
      );
    }
    this.#pixels = pixels;
    this.#timesUs.length = 0;
    for (const column of this.#values) column.length = 0;
  }

  #draw(pixels: readonly CurvePixel[][], timeUs: number, values: readonly number[]): void {
    const index = Math.floor((timeUs - this.#grid.originUs) / this.#grid.pixelUs);
    for (const [i, column] of pixels.entries()) {
      const value = values[i] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const own = { timeUs, value };
      const last = column.at(-1);
      if (last?.index === index) column[column.length - 1] = grown(last, own);
      else column.push({ index, samples: 1, ...figuresOf(own) });
    }
  }
}

interface Sample {
  readonly timeUs: number;
  readonly value: number;
}

const figuresOf = ({ timeUs, value }: Sample) => ({
  ...{ firstUs: timeUs, first: value, lastUs: timeUs, last: value },
  ...{ minUs: timeUs, min: value, maxUs: timeUs, max: value },
});

function grown(pixel: CurvePixel, { timeUs, value }: Sample): CurvePixel {
  return {
    ...pixel,
    samples: pixel.samples + 1,
    lastUs: timeUs,
    last: value,
    ...(value < pixel.min && { minUs: timeUs, min: value }),
    ...(value > pixel.max && { maxUs: timeUs, max: value }),
  };
}
