import type pg from "pg";
import { passesKey } from "../store/frame-filter.ts";
import type { FramePosition } from "../store/frame-position.ts";
import type { FramePage, FrameQuery, PageQuery, StoredFrame } from "../store/frame-store.ts";
import { frameAt, RunMerge, type TakeRow } from "./run-merge.ts";
import { type IndexSnapshot, readBodies, readIndex } from "./segment-index.ts";
import { hoursOf, type SegmentAccess } from "./segment-sources.ts";
import { landedWindows, onSnapshot, PAGE_WINDOW, runsOfLanded } from "./snapshots.ts";
import { loadRuns, memorySource } from "./source-run.ts";

export interface StoreAccess extends SegmentAccess {
  readonly pool: pg.Pool;
}

/** One page in the order of the query. */
export async function readPage(access: StoreAccess, query: PageQuery, signal?: AbortSignal): Promise<FramePage> {
  if (query.toUs <= query.fromUs) return { frames: [], next: undefined };
  const frames = await onSnapshot(async () => {
    const snapshot = await readIndex(access.pool, query.bindingNumber, query);
    const found: StoredFrame[] = [];
    await eachFrame(access, snapshot, query, signal, (source, parts, row, timeUs, k) => {
      found.push(frameAt(source, parts, row, timeUs, k));
      return found.length < query.limit;
    });
    return found;
  }, signal);
  const last = frames.length < query.limit ? undefined : frames.at(-1);
  return { frames, next: last && { timeUs: last.timeUs, k: last.k } };
}

/** Rows that are asked of the merge at a time. */
const ROWS_AT_ONCE = 256;

/** In the order of the query until `take` answers false, or the limit is reached. */
export async function eachFrame(
  access: StoreAccess,
  { segments, landed }: IndexSnapshot,
  query: PageQuery,
  signal: AbortSignal | undefined,
  take: (...row: Parameters<TakeRow>) => boolean,
): Promise<void> {
  const { bindingNumber, filter, order, after } = query;
  const windows = landedWindows(landed, query, PAGE_WINDOW);
  if (order === "newestFirst") windows.reverse();
  const hours = segments.flatMap((row) => hoursOf(access, row, filter));
  let left = query.limit;
  for (const window of windows) {
    if (after !== undefined && !isAhead(window, after, order)) continue;
    const batches = await readBodies(access.pool, bindingNumber, window.rows);
    const runs = await runsOfLanded(access, batches, segments, window);
    const sources = runs.filter((run) => passesKey(run, filter)).map(memorySource);
    const merge = new RunMerge([...hours, ...sources], {
      fromUs: window.fromUs,
      toUs: window.toUs,
      order,
      after,
      data: filter.data,
      load: (wanted) => loadRuns(access.files, wanted),
    });
    let isEnough = false;
    for (let taken = -1; taken !== 0 && left > 0 && !isEnough; left -= taken) {
      signal?.throwIfAborted();
      taken = await merge.take(Math.min(left, ROWS_AT_ONCE), (...row) => {
        if (!isEnough) isEnough = !take(...row);
      });
    }
    if (left <= 0 || isEnough) return;
  }
}

const isAhead = (
  { fromUs, toUs }: { readonly fromUs: number; readonly toUs: number },
  { timeUs }: FramePosition,
  order: PageQuery["order"],
): boolean => (order === "oldestFirst" ? toUs > timeUs : fromUs <= timeUs);

/** The last frames of each channel, identifier and flags before a position, in the order of time. */
export async function readLastBefore(
  access: StoreAccess,
  query: FrameQuery,
  before: FramePosition,
  perId: number,
  signal?: AbortSignal,
): Promise<StoredFrame[]> {
  return onSnapshot(async () => {
    const snapshot = await readIndex(access.pool, query.bindingNumber, query);
    const counts = new Map<string, number>();
    const found: StoredFrame[] = [];
    const backwards: PageQuery = { ...query, order: "newestFirst", limit: Number.POSITIVE_INFINITY, after: before };
    await eachFrame(access, snapshot, backwards, signal, (source, parts, row, timeUs, k) => {
      const name = `${source.channel}/${source.id}/${source.flags}`;
      const count = counts.get(name) ?? 0;
      if (count < perId) {
        counts.set(name, count + 1);
        found.push(frameAt(source, parts, row, timeUs, k));
      }
      return true;
    });
    return found.reverse();
  }, signal);
}
