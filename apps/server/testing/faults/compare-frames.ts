import type { ClickHouseClient } from "@clickhouse/client";
import { z } from "zod";
import { flagsOf, type PageBatch } from "./page-batch.ts";
import { batchOfTraffic, type Traffic } from "./traffic.ts";

const Row = z.tuple([z.number(), z.number(), z.string(), z.number(), z.number(), z.string(), z.string(), z.number()]);

/** Rows of a batch as the store should hold them: channel, id, time, flags, length, payload, sequence, index. */
export function expectedRows({ sequence, frames }: PageBatch): z.infer<typeof Row>[] {
  return frames.map((frame, n) => {
    const payload = Buffer.concat([frame.data, Buffer.alloc(Math.max(0, 8 - frame.data.length))]);
    const hex = payload.toString("hex").toUpperCase();
    return [frame.channel, frame.id, String(frame.timeUs), flagsOf(frame), frame.size, hex, String(sequence), n];
  });
}

export interface Comparison {
  readonly frames: number;
  /** Empty: everything is there, once, byte for byte, in the order it was sent. */
  readonly faults: readonly string[];
}

const MOST_FAULTS = 5;
const PAGE = 20_000;

/** Frame by frame: what a terminal sent in batches 0 … made - 1 against what the store has of it. */
export async function compareFrames(
  store: ClickHouseClient,
  bindingNumber: number,
  traffic: Traffic,
  made: number,
): Promise<Comparison> {
  const faults: string[] = [];
  let frames = 0;
  for (let from = 0; from < made && faults.length < MOST_FAULTS; ) {
    let expected: string[] = [];
    let to = from;
    while (to < made && expected.length < PAGE) {
      expected = expected.concat(expectedRows(batchOfTraffic(traffic, to)).map((row) => JSON.stringify(row)));
      to += 1;
    }
    const found = await rowsOf(store, bindingNumber, traffic.epoch, from, to);
    frames += found.length;
    faults.push(...differences(expected, found));
    from = to;
  }
  const beyond = await rowsOf(store, bindingNumber, traffic.epoch, made, Number.MAX_SAFE_INTEGER);
  if (beyond.length > 0) faults.push(`${beyond.length} frames that were never sent`);
  return { frames, faults: faults.slice(0, MOST_FAULTS) };
}

async function rowsOf(store: ClickHouseClient, device: number, epoch: number, from: number, to: number) {
  const answer = await store.query({
    query: `select ch, id, toString(ts), flags, len, hex(reinterpretAsFixedString(d8)) || hex(ext), toString(seq), n
      from frames where device = {device:UInt32} and epoch = {epoch:UInt32}
        and seq >= {from:UInt64} and seq < {to:UInt64} order by frames.seq, n`,
    query_params: { device, epoch, from, to },
    format: "JSONCompactEachRow",
  });
  return z
    .array(Row)
    .parse(await answer.json())
    .map((row) => JSON.stringify(row));
}

function differences(expected: readonly string[], found: readonly string[]): string[] {
  const times = (rows: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
    return counts;
  };
  const [wanted, present] = [times(expected), times(found)];
  const faults: string[] = [];
  for (const [row, count] of wanted)
    if ((present.get(row) ?? 0) < count) faults.push(`lost ${row}`);
    else if ((present.get(row) ?? 0) > count) faults.push(`${present.get(row)} × ${row}`);
  for (const row of present.keys()) if (!wanted.has(row)) faults.push(`nobody sent ${row}`);
  return faults;
}
