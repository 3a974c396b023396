import { MessageDecoder } from "@canopy/can/dbc/decode/decode";
import { parseJ1939Id } from "@canopy/can/j1939/id";
import { transportMessages } from "../../frames/history/read-transport.ts";
import type { CurvePixel } from "../../frames/reading/curve-pixels.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { MessageCurves, SignalQuery } from "../../frames/store/signal-query.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";

/** What one frame of classic CAN carries. */
const FRAME_BYTES = 8;

type Wanted = Pick<SignalQuery, "channel" | "message" | "alsoIds" | "signals">;

interface Grid extends TimeWindow {
  readonly bindingNumber: number;
  readonly pixelUs: number;
  /** More samples are drawn as pixels. */
  readonly limit: number;
}

/** A message of more than eight bytes is sent in several frames of J1939 transport, unless its frames are CAN FD. */
export function mayBeTransported({ message }: Wanted): boolean {
  return message.isExtended && message.length > FRAME_BYTES;
}

export function isEmpty(curves: MessageCurves): boolean {
  return curves.kind === "samples"
    ? curves.samples.timesUs.length === 0
    : curves.curves.every((pixels) => pixels.length === 0);
}

/** UDS-06: signals of such a message from its packets. */
export async function transportCurves(
  frames: Pick<FrameReader, "page">,
  { channel, message, alsoIds, signals }: Wanted,
  { pixelUs, limit, ...window }: Grid,
  signal: AbortSignal,
): Promise<MessageCurves> {
  const { pgn, source } = parseJ1939Id(message.id);
  const decoder = new MessageDecoder(message);
  const places = signals.map((one) => message.signals.indexOf(one));
  const row = new Float64Array(message.signals.length);
  const timesUs: number[] = [];
  const values: number[][] = signals.map(() => []);
  for await (const sent of transportMessages(frames, { ...window, channel }, signal)) {
    // A DBC of J1939 means its parameter group, whoever sends it.
    if (sent.pgn !== pgn || (alsoIds === undefined && sent.source !== source)) continue;
    decoder.decodeInto(sent.bytes, row);
    if (places.every((place) => !Number.isFinite(row[place]))) continue;
    timesUs.push(sent.timeUs);
    for (const [i, place] of places.entries()) values[i]?.push(row[place] ?? Number.NaN);
  }
  const columns = values.map((column) => Float64Array.from(column));
  if (timesUs.length <= limit)
    return { kind: "samples", samples: { timesUs: Float64Array.from(timesUs), values: columns, more: false } };
  const curves = columns.map((column) => pixelsOf(timesUs, column, window.fromUs, pixelUs));
  return { kind: "pixels", curves, isKept: false };
}

function pixelsOf(timesUs: readonly number[], values: Float64Array, originUs: number, pixelUs: number): CurvePixel[] {
  const pixels: CurvePixel[] = [];
  for (const [i, timeUs] of timesUs.entries()) {
    const value = values[i] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    const index = Math.floor((timeUs - originUs) / pixelUs);
    const last = pixels.at(-1);
    const own = { timeUs, value };
    if (last?.index === index) pixels.splice(-1, 1, grown(last, own));
    else pixels.push({ index, samples: 1, ...figuresOf(own) });
  }
  return pixels;
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
