import { formatHex } from "@canopy/can/bytes/hex";
import { cycleTimeMs } from "@canopy/can/dbc/attributes";
import { BatchDecoder } from "@canopy/can/dbc/decode-batch";
import { EMPTY_DBC } from "@canopy/can/dbc/model";
import type { Language } from "@canopy/contract/platform/language";
import type { SamplesItem } from "@canopy/contract/signals/samples";
import type { ClickHouseClient } from "@clickhouse/client";
import { streamPayloads } from "../frames/history-curve-store.ts";
import { parsePayloads } from "../frames/history-payloads.ts";
import type { TimeWindow } from "../frames/retention-store.ts";
import { alsoIdsOf } from "./find-signal.ts";
import type { ResolvedItem, ResolvedSignal } from "./resolve-signals.ts";

interface SamplesQuery extends TimeWindow {
  readonly bindingNumber: number;
  /** Of each item. */
  readonly limit: number;
  readonly withPayloads: boolean;
}

/** One after the other: a range of a hundred thousand frames is held at a time. */
export async function readSamplesOf(
  client: ClickHouseClient,
  items: readonly ResolvedItem[],
  query: SamplesQuery,
  language: Language,
): Promise<SamplesItem[]> {
  const read: SamplesItem[] = [];
  for (const item of items)
    read.push(
      "error" in item
        ? { state: "failed", code: item.error.code, message: item.error.text[language] }
        : await readSignal(client, item, query),
    );
  return read;
}

async function readSignal(
  client: ClickHouseClient,
  { channel, dbc, revision, message, signal }: ResolvedSignal,
  { bindingNumber, fromUs, toUs, limit, withPayloads }: SamplesQuery,
): Promise<SamplesItem> {
  const { id, isExtended } = message;
  const alsoIds = alsoIdsOf(dbc, message);
  const frames = { bindingNumber, channel, id, isExtended, fromUs, toUs, ...(alsoIds && { alsoIds }) };
  const decoder = new BatchDecoder({ ...EMPTY_DBC, messages: [message] });
  const column = message.signals.indexOf(signal);
  const times: number[] = [];
  const values: number[] = [];
  const payloads: string[] = [];
  let more = false;
  reading: for await (const batch of parsePayloads(await streamPayloads(client, frames), { channel, id })) {
    const [found] = decoder.decode(batch);
    const decoded = found?.columns[column];
    if (found === undefined || decoded === undefined) continue;
    const present = found.present?.[column];
    for (let row = 0; row < found.length; row += 1) {
      const value = Number(decoded[row]);
      if ((present !== undefined && present[row] !== 1) || !Number.isFinite(value)) continue;
      if (values.length === limit) {
        more = true;
        break reading;
      }
      const at = found.frame[row] as number;
      times.push((batch.timeUs[at] as number) - fromUs);
      values.push(value);
      if (withPayloads) payloads.push(formatHex(batch.at(at).data));
    }
  }
  return {
    state: "read",
    revision,
    unit: signal.unit,
    cycle_ms: cycleTimeMs(dbc, message),
    times,
    values,
    more,
    ...(withPayloads && { payloads }),
  };
}
