import { BatchDecoder } from "@canopy/can/dbc/decode-batch";
import { EMPTY_DBC, type Message, type Signal } from "@canopy/can/dbc/model";
import { type SignalSql, signalSql } from "@canopy/can/dbc/sql";
import type { ClickHouseClient } from "@clickhouse/client";
import { type IdSpans, type MessageQuery, streamPayloads } from "../frames/history-curve-store.ts";
import { type CurvePixel, M4 } from "../frames/history-m4.ts";
import { parsePayloads } from "../frames/history-payloads.ts";
import type { TimeWindow } from "../frames/retention-store.ts";
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
  return eachWay(
    wanted.signals,
    async (sql) => {
      const raw = await readMessageSamples(client, frames, sql, mostRaw);
      if (raw !== undefined) return raw;
      const pixels = await readMessagePixels(client, frames, sql, { originUs: grid.fromUs, pixelUs: grid.pixelUs });
      return pixels.map((one): SignalCurve => ({ kind: "pixels", pixels: one }));
    },
    async (signals) => {
      const gatherers = signals.map(() => new Gatherer(grid, mostRaw));
      await eachSample(client, wanted.message, frames, signals, (i, timeUs, value) => gatherers[i]?.add(timeUs, value));
      return gatherers.map(({ curve }) => curve);
    },
  );
}

/** The pixels of a part of a grid. */
export async function decodePixels(
  client: ClickHouseClient,
  wanted: WantedMessage,
  grid: CurveGrid,
  part: TimeWindow,
): Promise<(readonly CurvePixel[])[]> {
  const frames = framesOf(wanted, part);
  return eachWay<readonly CurvePixel[]>(
    wanted.signals,
    (sql) => readMessagePixels(client, frames, sql, { originUs: grid.fromUs, pixelUs: grid.pixelUs }),
    async (signals) => {
      const gathered = signals.map(() => new M4(grid, grid.pixelUs));
      await eachSample(client, wanted.message, frames, signals, (i, timeUs, value) => gathered[i]?.add(timeUs, value));
      return gathered.map(({ pixels }) => pixels);
    },
  );
}

/** Those that the store can decode, and those that it cannot; answers in the order of the signals. */
async function eachWay<T>(
  signals: readonly Signal[],
  inStore: (sql: readonly SignalSql[]) => Promise<readonly T[]>,
  here: (signals: readonly Signal[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const parts = signals.map((signal) => ({ signal, sql: signalSql(signal) }));
  const sql = parts.flatMap((part) => (part.sql.ok ? [part.sql.value] : []));
  const odd = parts.flatMap((part) => (part.sql.ok ? [] : [part.signal]));
  const stored = sql.length === 0 ? [] : [...(await inStore(sql))];
  const decoded = odd.length === 0 ? [] : [...(await here(odd))];
  return parts.map((part) => (part.sql.ok ? stored : decoded).shift() as T);
}

export function framesOf(
  { bindingNumber, channel, message, alsoIds }: Omit<WantedMessage, "signals">,
  { fromUs, toUs }: TimeWindow,
): MessageQuery {
  const ids = { id: message.id, isExtended: message.isExtended, ...(alsoIds && { alsoIds }) };
  return { bindingNumber, channel, ...ids, fromUs, toUs };
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
