import type { StoredFrameRow } from "@canopy/contract/frames/history";
import type { FrameFilter } from "../store/frame-filter.ts";
import { LAST_K } from "../store/frame-position.ts";
import type { FramePage, FrameReader, StoredFrame } from "../store/frame-store.ts";
import { type TimeWindow, within } from "../store/time-window.ts";
import { frameRow, positionCursor, positionOf } from "./history-rows.ts";
import { joinedMessages } from "./join-transport.ts";

export interface HistoryPageQuery {
  readonly bindingNumber: number;
  readonly window: TimeWindow;
  readonly filter: FrameFilter;
  readonly order: "newer" | "older";
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly atUs?: number | undefined;
}

interface PageCursors {
  readonly older: string | null;
  readonly newer: string | null;
}

export async function readHistoryPage(
  store: FrameReader,
  query: HistoryPageQuery,
  signal?: AbortSignal,
): Promise<PageCursors & { readonly list: StoredFrameRow[] }> {
  const { frames, older, newer } = await framePage(store, query, signal);
  const joined = await joinedMessages(store, query.bindingNumber, frames, signal);
  return { list: frames.map((frame) => frameRow(frame, joined.get(positionCursor(frame)))), older, newer };
}

/** A page with the way on in both directions, so that one may turn around anywhere. Always in the order of time. */
export async function framePage(
  store: FrameReader,
  query: HistoryPageQuery,
  signal?: AbortSignal,
): Promise<PageCursors & { readonly frames: readonly StoredFrame[] }> {
  const isNewer = query.order === "newer";
  const found = await readPage(store, query, signal);
  const frames = isNewer ? found.frames : found.frames.toReversed();
  const onward = found.next === undefined ? null : positionCursor(found.next);
  const first = isNewer ? frames[0] : frames.at(-1);
  const back = first === undefined ? startCursor(query) : positionCursor(first);
  const cameFromSomewhere = query.cursor !== undefined || query.atUs !== undefined;
  const backward = cameFromSomewhere ? back : null;
  return isNewer ? { frames, older: backward, newer: onward } : { frames, older: onward, newer: backward };
}

async function readPage(store: FrameReader, query: HistoryPageQuery, signal?: AbortSignal): Promise<FramePage> {
  const window = windowOf(query);
  if (window === undefined) return { frames: [], next: undefined };
  const { bindingNumber, filter, limit, cursor } = query;
  const order = query.order === "newer" ? "oldestFirst" : "newestFirst";
  const after = cursor === undefined ? undefined : positionOf(cursor);
  return store.page({ ...window, bindingNumber, filter, limit, order, after }, signal);
}

function windowOf({ window, order, atUs }: HistoryPageQuery): TimeWindow | undefined {
  if (atUs === undefined) return window;
  return within(
    window,
    order === "newer" ? { fromUs: atUs, toUs: window.toUs } : { fromUs: window.fromUs, toUs: atUs },
  );
}

/** An empty page is turned around where it began: just before the time that was jumped to, or at the cursor. */
function startCursor({ cursor, order, atUs }: HistoryPageQuery): string | null {
  if (cursor !== undefined) return cursor;
  if (atUs === undefined) return null;
  return order === "newer"
    ? positionCursor({ timeUs: atUs, k: 0 })
    : positionCursor({ timeUs: Math.max(0, atUs - 1), k: LAST_K });
}
