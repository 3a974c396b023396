import { BatchDecoder } from "@canopy/can/dbc/decode-batch";
import { EMPTY_DBC, type Message, type Signal } from "@canopy/can/dbc/model";
import { type SignalSql, signalSql } from "@canopy/can/dbc/sql";
import type { ClickHouseClient } from "@clickhouse/client";
import { type IdSpans, type MessageQuery, streamPayloads } from "../frames/history-curve-store.ts";
import { M4 } from "../frames/history-m4.ts";
import { parsePayloads } from "../frames/history-payloads.ts";
import type { CurveGrid } from "./curve-grid.ts";
import type { SignalCurve } from "./curve-points.ts";
import { readMessagePixels, readMessageSamples } from "./decoded-curve-store.ts";

/** A message on a channel, and the signals of it that are wanted. */
export interface WantedMessage {
  readonly bindingNumber: number;
  readonly channel: number;
  readonly message: Message;
  readonly alsoIds?: IdSpans | undefined;
  readonly signals: readonly Signal[];
}

/** A curve for each signal: decoded in the store, or here where a row alone cannot tell. One reading for each way. */
export async function decodeCurves(
  client: ClickHouseClient,
  wanted: WantedMessage,
  grid: CurveGrid,
  mostRaw: number,
): Promise<SignalCurve[]> {
  const frames = framesOf(wanted, grid);
  const inStore: { signal: Signal; sql: SignalSql }[] = [];
  const here: Signal[] = [];
  for (const signal of wanted.signals) {
    const sql = signalSql(signal);
    if (sql.ok) inStore.push({ signal, sql: sql.value });
    else here.push(signal);
  }
  const curves = new Map<Signal, SignalCurve>();
  const fromStore = await storeCurves(
    client,
    frames,
    inStore.map(({ sql }) => sql),
    grid,
    mostRaw,
  );
  for (const [i, curve] of fromStore.entries()) curves.set((inStore[i] as { signal: Signal }).signal, curve);
  const decoded = await streamCurves(client, wanted.message, frames, here, grid, mostRaw);
  for (const [i, curve] of decoded.entries()) curves.set(here[i] as Signal, curve);
  return wanted.signals.map((signal) => curves.get(signal) ?? { kind: "raw", timesUs: [], values: [] });
}

export function framesOf(
  { bindingNumber, channel, message, alsoIds }: WantedMessage,
  window: { fromUs: number; toUs: number },
): MessageQuery {
  const { fromUs, toUs } = window;
  const ids = { id: message.id, isExtended: message.isExtended, ...(alsoIds && { alsoIds }) };
  return { bindingNumber, channel, ...ids, fromUs, toUs };
}

async function storeCurves(
  client: ClickHouseClient,
  frames: MessageQuery,
  signals: readonly SignalSql[],
  { pixelUs }: CurveGrid,
  mostRaw: number,
): Promise<SignalCurve[]> {
  if (signals.length === 0) return [];
  const raw = await readMessageSamples(client, frames, signals, mostRaw);
  if (raw !== undefined) return raw;
  const pixels = await readMessagePixels(client, frames, signals, pixelUs);
  return pixels.map((one) => ({ kind: "pixels", pixels: one }));
}

/** Takes samples in the order of time, and keeps them all while they are few. */
class Gatherer {
  readonly #m4: M4;
  readonly #most: number;
  readonly #timesUs: number[] = [];
  readonly #values: number[] = [];
  #isMore = false;

  constructor(grid: CurveGrid, most: number) {
    this.#m4 = new M4(grid, grid.pixelUs);
    this.#most = most;
  }

  add(timeUs: number, value: number): void {
    if (!Number.isFinite(value)) return;
    this.#m4.add(timeUs, value);
    if (this.#values.length === this.#most) this.#isMore = true;
    if (this.#isMore) return;
    this.#timesUs.push(timeUs);
    this.#values.push(value);
  }

  get curve(): SignalCurve {
    if (this.#isMore) return { kind: "pixels", pixels: this.#m4.pixels };
    return { kind: "raw", timesUs: this.#timesUs, values: this.#values };
  }
}

async function streamCurves(
  client: ClickHouseClient,
  message: Message,
  frames: MessageQuery,
  signals: readonly Signal[],
  grid: CurveGrid,
  mostRaw: number,
): Promise<SignalCurve[]> {
  if (signals.length === 0) return [];
  const gatherers = signals.map(() => new Gatherer(grid, mostRaw));
  await eachSample(client, message, frames, signals, (i, timeUs, value) => gatherers[i]?.add(timeUs, value));
  return gatherers.map(({ curve }) => curve);
}

/** Decodes here, slice by slice, in the order of time. */
export async function eachSample(
  client: ClickHouseClient,
  message: Message,
  frames: MessageQuery,
  signals: readonly Signal[],
  take: (signal: number, timeUs: number, value: number) => void,
): Promise<void> {
  const decoder = new BatchDecoder({ ...EMPTY_DBC, messages: [message] });
  const columns = signals.map((signal) => message.signals.indexOf(signal));
  for await (const batch of parsePayloads(await streamPayloads(client, frames), frames)) {
    const [found] = decoder.decode(batch);
    if (found === undefined) continue;
    for (const [i, column] of columns.entries()) {
      const values = found.columns[column];
      const present = found.present?.[column];
      for (let row = 0; row < found.length; row += 1)
        if (present === undefined || present[row] === 1)
          take(i, batch.timeUs[found.frame[row] as number] as number, Number(values?.[row]));
    }
  }
}
