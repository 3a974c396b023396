import { BatchDecoder } from "@canopy/can/dbc/decode-batch";
import { EMPTY_DBC, type Message, type Signal } from "@canopy/can/dbc/model";
import { signalSql } from "@canopy/can/dbc/sql";
import type { ClickHouseClient } from "@clickhouse/client";
import { type MessageQuery, readPixels, streamPayloads } from "./history-curve-store.ts";
import { type CurvePixel, M4 } from "./history-m4.ts";
import { parsePayloads } from "./history-payloads.ts";
import { bucketUsOf } from "./history-summary.ts";
import type { TimeWindow } from "./retention-store.ts";

export interface CurveQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly channel: number;
  readonly message: Message;
  readonly signal: Signal;
  /** Columns of the picture. */
  readonly pixels: number;
}

export interface Curve {
  readonly pixelUs: number;
  /** Those with samples. */
  readonly pixels: readonly CurvePixel[];
}

/** One signal over any range, decoded where that is cheapest: in the store, or here where a row alone cannot tell. */
export async function readCurve(client: ClickHouseClient, query: CurveQuery): Promise<Curve> {
  const { message, signal } = query;
  const pixelUs = bucketUsOf(query, query.pixels);
  const frames: MessageQuery = { ...query, id: message.id, isExtended: message.isExtended };
  const inStore = signalSql(signal);
  const pixels = inStore.ok
    ? await readPixels(client, frames, inStore.value, pixelUs)
    : await decodePixels(client, query, frames, pixelUs);
  return { pixelUs, pixels };
}

async function decodePixels(
  client: ClickHouseClient,
  { message, signal, fromUs, toUs }: CurveQuery,
  frames: MessageQuery,
  pixelUs: number,
): Promise<readonly CurvePixel[]> {
  const decoder = new BatchDecoder({ ...EMPTY_DBC, messages: [message] });
  const column = message.signals.indexOf(signal);
  const m4 = new M4({ fromUs, toUs }, pixelUs);
  for await (const batch of parsePayloads(await streamPayloads(client, frames), frames)) {
    const [found] = decoder.decode(batch);
    const values = found?.columns[column];
    if (found === undefined || values === undefined) continue;
    const present = found.present?.[column];
    for (let row = 0; row < found.length; row += 1)
      if (present === undefined || present[row] === 1)
        m4.add(batch.timeUs[found.frame[row] as number] as number, Number(values[row]));
  }
  return m4.pixels;
}
