import type { StoredFrameRow } from "@canopy/contract/frames/history";
import type { ClickHouseClient } from "@clickhouse/client";
import type { FrameFilter } from "./history-filter.ts";
import { within } from "./history-range.ts";
import { frameRow, keyOf, positionOf } from "./history-rows.ts";
import { readFramePage } from "./history-store.ts";
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

export interface HistoryPage {
  readonly list: StoredFrameRow[];
  readonly older: string | null;
  readonly newer: string | null;
}

/** A page with the way on in both directions, so that one may turn around anywhere. */
export async function readHistoryPage(client: ClickHouseClient, query: HistoryPageQuery): Promise<HistoryPage> {
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
  const { frames, next } = page ? await readFramePage(client, page) : { frames: [], next: undefined };
  const list = frames.map(frameRow);
  if (!isNewer) list.reverse();
  const onward = next === undefined ? null : keyOf(next);
  const back = (isNewer ? list[0] : list.at(-1))?.key ?? comingFrom(query);
  const cameFromSomewhere = query.cursor !== undefined || query.atUs !== undefined;
  const backward = cameFromSomewhere ? back : null;
  return isNewer ? { list, older: backward, newer: onward } : { list, older: onward, newer: backward };
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
