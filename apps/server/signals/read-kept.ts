import type { CurvePixel } from "../frames/history-m4.ts";
import { DAY_US, dayOf } from "../frames/ingest-days.ts";
import type { TimeWindow } from "../frames/retention-store.ts";
import { type CurveGrid, mergePixels, SECOND_US } from "./curve-grid.ts";
import { decodePixels, framesOf, type WantedMessage } from "./decode-curves.ts";
import { readFrameMarks, readKeptMarks, readKeptPixels } from "./kept-signal-store.ts";
import type { SignalStores } from "./materialise-binding.ts";
import { daysOfBinding } from "./series-store.ts";
import { spansOf, staleWindows, unionOf, WINDOW_US } from "./signal-windows.ts";

/** A message whose wanted signals all have a series. */
export interface KeptWanted {
  readonly wanted: WantedMessage;
  readonly bindingId: string;
  /** In the order of the signals. */
  readonly series: readonly number[];
}

export interface KeptQuery {
  readonly tenantId: string;
  readonly device: number;
  readonly messages: readonly KeptWanted[];
  readonly grid: CurveGrid;
  readonly nowUs: number;
}

/** So many parts of a range are decoded beside what is kept. */
const MOST_GAPS = 6;
/** Where more than this of a range is missing, decoding it all in one go is as quick. */
const MOST_MISSING = 0.5;

/**
 * The pixels of each message's signals: from the pyramid where it says what the frames say, decoded elsewhere.
 * Undefined where that is not worth it.
 */
export async function readKept(
  stores: SignalStores,
  query: KeptQuery,
): Promise<Map<KeptWanted, (readonly CurvePixel[])[]> | undefined> {
  const { messages, grid, device } = query;
  if (messages.length === 0 || grid.pixelUs % SECOND_US !== 0) return undefined;
  const gaps = unionOf(
    (await gapsOf(stores, query)).map((gap) => within(gap, grid)),
    MOST_GAPS,
  );
  const missing = gaps.reduce((sum, { fromUs, toUs }) => sum + toUs - fromUs, 0);
  if (missing > MOST_MISSING * (grid.toUs - grid.fromUs)) return undefined;
  const all = { device, series: messages.flatMap(({ series }) => series) };
  const kept = await readKeptPixels(stores.client, all, grid, gaps);
  const found = new Map<KeptWanted, (readonly CurvePixel[])[]>();
  for (const message of messages) {
    let pixels: (readonly CurvePixel[])[] = message.series.map((number) => kept.get(number) ?? []);
    for (const gap of gaps) {
      const decoded = await decodePixels(stores.client, message.wanted, grid, gap);
      pixels = pixels.map((one, i) => mergePixels(one, decoded[i] ?? []));
    }
    found.set(message, pixels);
  }
  return found;
}

const within = (gap: TimeWindow, grid: CurveGrid): TimeWindow => ({
  fromUs: Math.min(Math.max(gap.fromUs, grid.fromUs), grid.toUs),
  toUs: Math.max(Math.min(gap.toUs, grid.toUs), grid.fromUs),
});

/** Where the kept values are not those of the frames: days never done, and stale windows of days in doubt. */
async function gapsOf(stores: SignalStores, query: KeptQuery): Promise<TimeWindow[]> {
  const { grid, nowUs, tenantId, device } = query;
  const span = { fromDay: dayOf(grid.fromUs), toDay: dayOf(grid.toUs - 1) };
  const gaps: TimeWindow[] = [];
  for (const [id, messages] of Map.groupBy(query.messages, ({ bindingId }) => bindingId)) {
    const days = await daysOfBinding(stores.db, { tenantId, id, device }, span);
    // Counters are written a moment after the frames: the day that frames come on is always in doubt.
    const doubted = days.filter(({ day, frames, seen }) => frames !== seen || day >= dayOf(nowUs) - 1);
    for (const { day, seen } of doubted) {
      const ofDay = { fromUs: day * DAY_US, toUs: (day + 1) * DAY_US };
      if (seen === null) gaps.push(ofDay);
      else gaps.push(...(await staleSpans(stores, device, messages, windowsWithin(ofDay, grid))));
    }
    const known = new Set(days.map(({ day }) => day));
    for (let day = Math.max(span.fromDay, dayOf(nowUs) - 1); day <= Math.min(span.toDay, dayOf(nowUs) + 1); day += 1)
      if (!known.has(day)) gaps.push({ fromUs: day * DAY_US, toUs: (day + 1) * DAY_US });
  }
  return gaps;
}

/** To whole windows. */
function windowsWithin(day: TimeWindow, grid: CurveGrid): TimeWindow {
  const { fromUs, toUs } = within(day, grid);
  return { fromUs: fromUs - (fromUs % WINDOW_US), toUs: Math.ceil(toUs / WINDOW_US) * WINDOW_US };
}

async function staleSpans(
  { client }: SignalStores,
  device: number,
  messages: readonly KeptWanted[],
  span: TimeWindow,
): Promise<TimeWindow[]> {
  const marks = await readFrameMarks(
    client,
    messages.map(({ wanted }) => framesOf(wanted, span)),
  );
  const kept = await readKeptMarks(client, { device, series: messages.flatMap(({ series }) => series) }, span);
  return messages.flatMap(({ series }, i) => spansOf(staleWindows(series, marks[i] ?? [], kept)));
}
