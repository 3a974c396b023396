import { MessageDecoder } from "@canopy/can/dbc/decode/decode";
import { mayBeTransported } from "@canopy/can/dbc/find";
import { parseJ1939Id } from "@canopy/can/j1939/id";
import { transportMessages } from "../../frames/history/read-transport.ts";
import { FigureSums } from "../../frames/reading/figure-sums.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { FigureQuery, Figures, SampleQuery, Samples, SignalQuery } from "../../frames/store/signal-query.ts";

interface TransportSample {
  readonly timeUs: number;
  /** One for each signal. */
  readonly values: readonly number[];
  readonly bytes: Uint8Array;
}

/** UDS-06: signals of a message of more than eight bytes from its packets, at the time of the last of them. */
export async function* transportSamples(
  frames: Pick<FrameReader, "page">,
  { channel, message, alsoIds, signals, ...window }: SignalQuery,
  signal?: AbortSignal,
): AsyncGenerator<TransportSample> {
  const { pgn, source } = parseJ1939Id(message.id);
  const decoder = new MessageDecoder(message);
  const places = signals.map((one) => message.signals.indexOf(one));
  const row = new Float64Array(message.signals.length);
  for await (const { timeUs, bytes, ...sent } of transportMessages(frames, { ...window, channel }, signal)) {
    // A DBC of J1939 means its parameter group, whoever sends it.
    if (sent.pgn !== pgn || (alsoIds === undefined && sent.source !== source)) continue;
    decoder.decodeInto(bytes, row);
    if (places.every((place) => !Number.isFinite(row[place]))) continue;
    yield { timeUs, bytes, values: places.map((place) => row[place] ?? Number.NaN) };
  }
}

/** The samples of a message that comes in single frames, or in several. */
export async function samplesOf(
  frames: Pick<FrameReader, "samples" | "page">,
  query: SampleQuery,
  signal?: AbortSignal,
): Promise<Samples> {
  const direct = await frames.samples(query, signal);
  if (direct.timesUs.length > 0 || !mayBeTransported(query.message)) return direct;
  const found: TransportSample[] = [];
  let more = false;
  for await (const sample of transportSamples(frames, query, signal)) {
    more = found.length === query.limit;
    if (more) break;
    found.push(sample);
  }
  return {
    timesUs: Float64Array.from(found, ({ timeUs }) => timeUs),
    values: query.signals.map((_, i) => Float64Array.from(found, ({ values }) => values[i] ?? Number.NaN)),
    ...(query.withPayloads && { payloads: found.map(({ bytes }) => bytes) }),
    more,
  };
}

/** Figures of a message that comes in single frames, or in several. */
export async function figuresOf(
  frames: Pick<FrameReader, "figures" | "page">,
  query: FigureQuery,
  signal?: AbortSignal,
): Promise<Figures> {
  const direct = await frames.figures(query, signal);
  if (direct.samples > 0 || !mayBeTransported(query.message)) return direct;
  const sums = new FigureSums(query);
  for await (const { timeUs, values } of transportSamples(frames, query, signal))
    sums.add(timeUs, values[0] ?? Number.NaN);
  return sums.figures();
}
