import type { StoredFrameRow } from "@canopy/contract/frames/history";
import type { ClickHouseClient } from "@clickhouse/client";
import type { FrameFilter } from "./history-filter.ts";
import { within } from "./history-range.ts";
import { frameRow, keyOf, positionOf } from "./history-rows.ts";
import { readFramePage, type StoredFrame } from "./history-store.ts";
import type { FramePosition, TimeWindow } from "./retention-store.ts";

export interface HistoryPageQuery {
  readonly bindingNumber: number;
  readonly window: TimeWindow;
  readonly filter: FrameFilter;
  readonly order: "newer" | "older";
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly atUs?: number | undefined;
}

interface Ways {
  readonly older: string | null;
  readonly newer: string | null;
}

export async function readHistoryPage(
  client: ClickHouseClient,
  query: HistoryPageQuery,
): Promise<Ways & { readonly list: StoredFrameRow[] }> {
  const { frames, older, newer } = await framePage(client, query);
  return { list: frames.map(frameRow), older, newer };
}

/** A page with the way on in both directions, so that one may turn around anywhere. Always in the order of time. */
export async function framePage(
  client: ClickHouseClient,
  query: HistoryPageQuery,
): Promise<Ways & { readonly frames: readonly StoredFrame[] }> {
  const isNewer = query.order === "newer";
  const window = windowOf(query);
  const page = window && {
    ...window,
    bindingNumber: query.bindingNumber,
    filter: query.filter,
    limit: query.limit,
    order: isNewer ? ("oldestFirst" as const) : ("newestFirst" as const),
    ...(query.cursor !== undefined && { after: positionOf(query.cursor) }),
  };
  const found = page ? await readFramePage(client, page) : { frames: [], next: undefined };
  const frames = isNewer ? found.frames : found.frames.toReversed();
  const onward = found.next === undefined ? null : keyOf(found.next);
  const first = isNewer ? frames[0] : frames.at(-1);
  const back = first === undefined ? comingFrom(query) : keyOf(first);
  const cameFromSomewhere = query.cursor !== undefined || query.atUs !== undefined;
  const backward = cameFromSomewhere ? back : null;
  return isNewer ? { frames, older: backward, newer: onward } : { frames, older: onward, newer: backward };
}

function windowOf({ window, order, atUs }: HistoryPageQuery): TimeWindow | undefined {
  if (atUs === undefined) return window;
  return within(
    window,
    order === "newer" ? { fromUs: atUs, toUs: window.toUs } : { fromUs: window.fromUs, toUs: atUs },
  );
}

const LAST: Omit<FramePosition, "timeUs"> = { epoch: 0xffffffff, sequence: Number.MAX_SAFE_INTEGER, index: 0xffff };

/** An empty page is turned around where it began: just before the time that was jumped to, or at the cursor. */
function comingFrom({ cursor, order, atUs }: HistoryPageQuery): string | null {
  if (cursor !== undefined) return cursor;
  if (atUs === undefined) return null;
  if (order === "newer") return keyOf({ timeUs: atUs, epoch: 0, sequence: 0, index: 0 });
  return keyOf({ ...LAST, timeUs: Math.max(0, atUs - 1) });
}
