import type { Message, Signal } from "@canopy/can/dbc/model";
import { columnNames, type SignalRows, signalColumns } from "@canopy/can/logs/parquet/signal-columns";
import { type DirectPlace, openShared } from "../../platform/files/open-files.ts";
import { RunDecoder } from "../reading/read-signals.ts";
import type { SegmentRow } from "../reading/segment-index.ts";
import { carriesMessage, type SegmentAccess } from "../reading/segment-sources.ts";
import { partsOf, type SourceRun } from "../reading/source-run.ts";
import type { Run } from "../segments/run.ts";
import type { IdSpans } from "../store/signal-query.ts";
import { HOUR_US } from "../store/time-window.ts";
import { windowSources } from "./day-runs.ts";
import { LakeParquet, type WrittenLakeFile } from "./parquet-file.ts";

/** Signals of one message on one channel. */
export interface LakeMessage {
  readonly channel: number;
  readonly message: Message;
  /** Other identifiers that carry the message too. */
  readonly alsoIds?: IdSpans | undefined;
  /** Of `message.signals`. */
  readonly signals: readonly Signal[];
}

/** The values of a message in the settled frames of one binding and day as one file. */
export interface LakeSignalsJob extends LakeMessage {
  readonly target: DirectPlace;
  readonly name: string;
  readonly sources: readonly SegmentRow[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly knownSha256?: string | undefined;
}

const GROUP_ROWS = 250_000;

/** Undefined: no frame of the day carries the message, and no file was published. */
export async function lakeSignals(access: SegmentAccess, job: LakeSignalsJob): Promise<WrittenLakeFile | undefined> {
  const { target, name, sources, channel, signals, knownSha256 } = job;
  const files = await (access.openLake ?? openShared)(target);
  const names = columnNames(signals.map((signal) => signal.name));
  const units = JSON.stringify(Object.fromEntries(signals.map(({ unit }, i) => [names[i], unit])));
  const metadata = { ...job.metadata, "canopy.units": units };
  const file = await LakeParquet.create(files, name, { table: "signals", columns: signalColumns(signals), metadata });
  try {
    const isWanted = carriesMessage({ ...job, bindingNumber: 0, fromUs: 0, toUs: 0 });
    const decoder = new RunDecoder(job);
    let parts: SignalRows[] = [];
    let rows = 0;
    for await (const runs of windowSources(access, sources, HOUR_US, isWanted)) {
      const part = rowsOf(runs, decoder, channel);
      parts.push(part);
      rows += part.length;
      if (rows < GROUP_ROWS) continue;
      await file.group(joinRows(parts));
      [parts, rows] = [[], 0];
    }
    if (rows > 0) await file.group(joinRows(parts));
    if (file.rows > 0) return await file.finish((sha256) => sha256 === knownSha256);
    await file.abort();
    return undefined;
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** Runs of one window in the order (time, k). Only the bytes that the signals need are unpacked. */
function rowsOf(runs: readonly SourceRun[], decoder: RunDecoder, channel: number): SignalRows {
  const inTime = runs.toSorted((a, b) => a.firstUs - b.firstUs);
  const parts = inTime.map((run): SignalRows & { ks: Run["ks"] } => {
    const { times, ks } = partsOf(run);
    return {
      length: run.count,
      timesUs: times.all.subarray(0, run.count),
      channel,
      ids: new Uint32Array(run.count).fill(run.id),
      values: decoder.decodeApart(run),
      ks: ks?.all ?? null,
    };
  });
  const all = joinRows(parts);
  const isOrdered = parts.every((part, i) => {
    const next = parts[i + 1];
    return next === undefined || (part.timesUs.at(-1) as number) < (next.timesUs[0] as number);
  });
  return isOrdered ? all : inOrder(all, joinKs(parts, all.length));
}

function joinKs(parts: readonly { length: number; ks: Run["ks"] }[], length: number): Uint32Array {
  const all = new Uint32Array(length);
  let at = 0;
  for (const { ks, length: count } of parts) {
    if (ks) all.set(ks.subarray(0, count), at);
    at += count;
  }
  return all;
}

function inOrder({ length, timesUs, channel, ids, values }: SignalRows, ks: Uint32Array): SignalRows {
  const order = Uint32Array.from({ length }, (_, row) => row);
  order.sort((a, b) => (timesUs[a] as number) - (timesUs[b] as number) || (ks[a] as number) - (ks[b] as number));
  return {
    length,
    channel,
    timesUs: Float64Array.from(order, (row) => timesUs[row] as number),
    ids: Uint32Array.from(order, (row) => ids[row] as number),
    values: values.map((column) => Float64Array.from(order, (row) => column[row] as number)),
  };
}

function joinRows(parts: readonly SignalRows[]): SignalRows {
  const [first] = parts;
  if (first === undefined)
    return { length: 0, channel: 0, timesUs: new Float64Array(0), ids: new Uint32Array(0), values: [] };
  if (parts.length === 1) return first;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const timesUs = new Float64Array(length);
  const ids = new Uint32Array(length);
  const values = first.values.map(() => new Float64Array(length));
  let at = 0;
  for (const part of parts) {
    timesUs.set(part.timesUs, at);
    ids.set(part.ids, at);
    for (const [i, column] of values.entries()) column.set(part.values[i] as Float64Array, at);
    at += part.length;
  }
  return { length, channel: first.channel, timesUs, ids, values };
}
