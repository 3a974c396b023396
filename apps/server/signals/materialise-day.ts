import { signalSql } from "@canopy/can/dbc/sql";
import type { ClickHouseClient } from "@clickhouse/client";
import type { IdSpans } from "../frames/history-curve-store.ts";
import { type CurvePixel, M4 } from "../frames/history-m4.ts";
import { DAY_US } from "../frames/ingest-days.ts";
import type { TimeWindow } from "../frames/retention-store.ts";
import { SECOND_US } from "./curve-grid.ts";
import { eachSample, framesOf } from "./decode-curves.ts";
import type { FoundSignal } from "./find-signal.ts";
import {
  insertMinutes,
  insertSeconds,
  insertWindows,
  readFrameMarks,
  readKeptMarks,
  replaceSeconds,
} from "./kept-signal-store.ts";
import { spansOf, staleWindows, WINDOW_US, type WindowMark } from "./signal-windows.ts";

/** A message on a channel, with the series of its signals. */
export interface KeptMessage {
  readonly bindingNumber: number;
  readonly channel: number;
  readonly message: FoundSignal["message"];
  readonly alsoIds: IdSpans | undefined;
  readonly series: readonly { readonly number: number; readonly signal: FoundSignal["signal"] }[];
}

/** An hour at a time: a statement is short, and a cancelled job ends soon. */
const MOST_WINDOWS = 6;

export interface DayWork {
  readonly client: ClickHouseClient;
  readonly device: number;
  readonly messages: readonly KeptMessage[];
  /** Between two steps; throws where the work shall end. */
  readonly checkPoint: () => void;
}

/** Brings a day up to its frames. What is right already is not touched; what is done again comes to the same. */
export async function materialiseDay(work: DayWork, day: number): Promise<void> {
  const { client, device, messages, checkPoint } = work;
  if (messages.length === 0) return;
  const span = { fromUs: day * DAY_US, toUs: (day + 1) * DAY_US };
  // Before the frames are read: what comes meanwhile makes the window stale, never wrong.
  const marks = await readFrameMarks(
    client,
    messages.map((message) => framesOf(message, span)),
  );
  const kept = await readKeptMarks(client, { device, series: messages.flatMap(numbersOf) }, span);
  const stale = messages.map((message, i) => new Set(staleWindows(numbersOf(message), marks[i] ?? [], kept)));
  const all = [...new Set(stale.flatMap((windows) => [...windows]))].sort((a, b) => a - b);
  for (const part of spansOf(all, MOST_WINDOWS)) {
    checkPoint();
    const windows = windowsOf(part);
    const touched = messages.flatMap((message, i) =>
      windows.some((at) => stale[i]?.has(at)) ? [{ message, marks: marks[i] ?? [] }] : [],
    );
    await materialiseSpan(work, part, touched);
  }
}

const numbersOf = ({ series }: KeptMessage) => series.map(({ number }) => number);

const windowsOf = ({ fromUs, toUs }: TimeWindow) =>
  Array.from({ length: (toUs - fromUs) / WINDOW_US }, (_, i) => fromUs / WINDOW_US + i);

interface Touched {
  readonly message: KeptMessage;
  readonly marks: readonly WindowMark[];
}

async function materialiseSpan(
  { client, device }: DayWork,
  span: TimeWindow,
  touched: readonly Touched[],
): Promise<void> {
  const version = nextVersion();
  const inStore = touched.flatMap(({ message }) => {
    const signals = message.series.flatMap(({ number, signal }) => {
      const sql = signalSql(signal);
      return sql.ok ? [{ series: number, sql: sql.value }] : [];
    });
    return signals.length === 0 ? [] : [{ frames: framesOf(message, span), signals }];
  });
  await insertSeconds(client, span, inStore, version);
  for (const { message } of touched) await decodeSeconds(client, device, message, span, version);
  const series = touched.flatMap(({ message }) => numbersOf(message));
  await insertMinutes(client, { device, series }, span, version);
  const now = touched.flatMap(({ message, marks }) => {
    const byWindow = new Map(marks.map((mark) => [mark.at, mark]));
    const ofSpan = windowsOf(span).map((at) => byWindow.get(at) ?? { at, frames: 0, sumUs: "0" });
    return numbersOf(message).flatMap((number) => ofSpan.map((mark) => ({ ...mark, series: number })));
  });
  await insertWindows(client, device, now, version);
}

/** Signals that a row alone does not tell. */
async function decodeSeconds(
  client: ClickHouseClient,
  device: number,
  message: KeptMessage,
  span: TimeWindow,
  version: number,
): Promise<void> {
  const here = message.series.filter(({ signal }) => !signalSql(signal).ok);
  if (here.length === 0) return;
  const gathered = here.map(() => new M4(span, SECOND_US));
  const signals = here.map(({ signal }) => signal);
  await eachSample(client, message.message, framesOf(message, span), signals, (i, timeUs, value) =>
    gathered[i]?.add(timeUs, value),
  );
  const found = new Map<number, readonly CurvePixel[]>(
    here.map(({ number }, i) => [number, gathered[i]?.pixels ?? []]),
  );
  await replaceSeconds(client, { device, span, version }, found);
}

let lastVersion = 0;

/** Two numbers for each step, later ones higher: what is gone, then what is there. */
function nextVersion(): number {
  lastVersion = Math.max(lastVersion + 2, Date.now() * 2);
  return lastVersion;
}
