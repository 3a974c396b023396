import { FRAME_DIRECTIONS, FRAME_TYPES } from "@canopy/contract/frames/frame-filters";
import { countFrames, listFrames } from "@canopy/contract/frames/history";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../platform/api.ts";
import { channelOf } from "../filter/ChannelSelect.tsx";
import type { DeviceDbc } from "../filter/device-dbc.ts";
import { NO_SEARCH, readSearch } from "../filter/filter-language.ts";
import { filtersOf, resolveSearch } from "../filter/filter-resolve.ts";

/** What the address says of the history: filters and place. */
export interface HistorySearch {
  channel: number | null;
  text: string;
  direction: "" | (typeof FRAME_DIRECTIONS)[number];
  type: "" | (typeof FRAME_TYPES)[number];
  order: "newer" | "older";
  cursor: string | undefined;
  /** Microseconds: jump to a time. */
  at: string | undefined;
}

export function historySearchOf(search: Readonly<Record<string, string>>): HistorySearch {
  const cursor = search.cursor && /^\d+\.\d+$/.test(search.cursor) ? search.cursor : undefined;
  return {
    channel: channelOf(search.ch),
    text: search.q ?? "",
    direction: FRAME_DIRECTIONS.find((value) => value === search.dir) ?? "",
    type: FRAME_TYPES.find((value) => value === search.type) ?? "",
    order: search.order === "older" ? "older" : "newer",
    cursor,
    at: search.jump && /^\d{1,16}$/.test(search.jump) ? search.jump : undefined,
  };
}

/** As the address keeps it. */
export function addressOfHistory(search: HistorySearch): Record<string, string | number | undefined> {
  return {
    ch: search.channel ?? undefined,
    q: search.text,
    dir: search.direction,
    type: search.type,
    order: search.order === "older" ? "older" : undefined,
    cursor: search.cursor,
    // `at` is the moment of the whole page.
    jump: search.at,
  };
}

interface HistoryAsked {
  thingsId: string;
  range: { fromMs: number; toMs: number };
  search: HistorySearch;
  dbc: DeviceDbc | null;
  size: number;
}

/** One page, and how many there are in all. */
export function useHistory({ thingsId, range, search, dbc, size }: HistoryAsked) {
  const filters = useMemo(() => {
    const read = readSearch(search.text);
    const found = read.ok ? read.search : NO_SEARCH;
    const narrowed = {
      ...found,
      ...(search.direction && { direction: search.direction }),
      ...(search.type && { types: [search.type] }),
    };
    return filtersOf(
      resolveSearch(narrowed, dbc?.decoder.dbc ?? null, search.channel === null ? null : [search.channel]),
    );
  }, [search.text, search.direction, search.type, search.channel, dbc]);
  const asked = {
    start_time: Math.floor(range.fromMs),
    end_time: Math.ceil(range.toMs),
    filters: JSON.stringify(filters ?? {}),
  };
  const params = { things_id: thingsId };
  const page = useQuery({
    queryKey: [
      "frames",
      "history",
      thingsId,
      asked,
      search.order,
      search.cursor,
      search.at,
      size,
      filters === undefined,
    ],
    queryFn: async ({ signal }) => {
      if (filters === undefined) return { list: [], older: null, newer: null };
      const place = { order: search.order, cursor: search.cursor, at: search.cursor ? undefined : search.at };
      return api(listFrames, { params, query: { ...asked, ...place, page_size: size } }, { signal });
    },
    placeholderData: keepPreviousData,
  });
  const count = useQuery({
    queryKey: ["frames", "history-count", thingsId, asked, filters === undefined],
    queryFn: async ({ signal }) => {
      if (filters === undefined) return 0;
      return (await api(countFrames, { params, query: asked }, { signal })).data.frames;
    },
  });
  return { page, count: count.data, filters };
}
