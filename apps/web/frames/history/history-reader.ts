import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { FrameFilters } from "@canopy/contract/frames/frame-filters";
import { countFrames, frameTimeBar, listFrames, MAX_FRAMES_PER_PAGE } from "@canopy/contract/frames/history";
import { api } from "../../platform/api.ts";
import type { FrameReader, PageAsked, ReadPage } from "../sources/frame-reader.ts";
import { frameOfStored } from "../sources/stored-frame.ts";
import type { ReadFrame, TableFrame } from "../table/table-frame.ts";

/** As fine as the scroll bar of a large screen. */
const BUCKETS = 1000;

export interface HistoryAsked {
  readonly thingsId: string;
  /** Absent: from the first stored frame on. */
  readonly fromMs?: number | undefined;
  readonly toMs: number;
  /** Finer than the range: only frames before this. */
  readonly untilUs?: number | undefined;
  /** Undefined: nothing can pass. */
  readonly filters: FrameFilters | undefined;
}

/** DAT-02: the stored frames of a device, read in pages by key. */
export function historyReader(asked: HistoryAsked): FrameReader {
  const { thingsId, fromMs, toMs, untilUs = Number.POSITIVE_INFINITY, filters } = asked;
  const params = { things_id: thingsId };
  const range = {
    ...(fromMs === undefined ? {} : { start_time: Math.floor(fromMs) }),
    end_time: Math.ceil(toMs),
    filters: JSON.stringify(filters ?? {}),
  };
  const page = async ({ order, cursor, atUs, size }: PageAsked, signal: AbortSignal): Promise<ReadPage> => {
    if (filters === undefined) return { list: [], older: null, newer: null };
    const at = cursor === undefined ? (atUs ?? (order === "older" ? boundOf(untilUs) : undefined)) : undefined;
    const place = { order, cursor, at: at === undefined ? undefined : String(Math.max(0, Math.round(at))) };
    const query = { ...range, ...place, page_size: Math.min(size, MAX_FRAMES_PER_PAGE) };
    const { list, older, newer } = await api(listFrames, { params, query }, { signal });
    const before = list.filter(({ time }) => Number(time) < untilUs);
    return { list: before.map(frameOfStored), older, newer: before.length < list.length ? null : newer };
  };
  return {
    fromUs: (fromMs ?? 0) * 1000,
    toUs: toMs * 1000,
    page,
    async counts(signal) {
      if (filters === undefined) return { startUs: (fromMs ?? 0) * 1000, bucketUs: 1, frames: [] };
      const [{ data: bar }, { data: count }] = await Promise.all([
        api(frameTimeBar, { params, query: { ...range, buckets: BUCKETS } }, { signal }),
        api(countFrames, { params, query: range }, { signal }),
      ]);
      return { startUs: bar.start_time * 1000, bucketUs: bar.bucket_us, frames: bar.frames, total: count.frames };
    },
  };
}

const boundOf = (us: number) => (Number.isFinite(us) ? us : undefined);

const AROUND_MS = 30_000;

/** What the filter of one identifier is. */
function ownFilter({ channel, id, flags }: TableFrame): FrameFilters {
  return { channels: [channel], ids: [{ from: id, to: id, extended: (flags & FLAG_EXTENDED) !== 0 }] };
}

/** The frames of the same identifier half a minute before and after one. */
export async function framesAround(
  thingsId: string,
  frame: TableFrame,
  signal: AbortSignal,
): Promise<readonly ReadFrame[]> {
  const atMs = frame.timeUs / 1000;
  const range = { fromMs: Math.max(0, atMs - AROUND_MS), toMs: atMs + AROUND_MS };
  const reader = historyReader({ thingsId, ...range, filters: ownFilter(frame) });
  return (await reader.page({ order: "newer", size: MAX_FRAMES_PER_PAGE }, signal)).list;
}

/** The next stored frame of the same identifier; undefined: there is none. */
export async function nextOfId(thingsId: string, frame: TableFrame, toMs: number): Promise<ReadFrame | undefined> {
  const reader = historyReader({ thingsId, toMs, filters: ownFilter(frame) });
  const asked = { order: "newer", atUs: frame.timeUs + 1, size: 1 } as const;
  return (await reader.page(asked, new AbortController().signal)).list[0];
}
