import type { Dbc } from "@canopy/can/dbc/model";
import { FRAME_DIRECTIONS, FRAME_TYPES, type FrameFilters } from "@canopy/contract/frames/frame-filters";
import { channelOf } from "../filter/ChannelSelect.tsx";
import { NO_SEARCH, readSearch } from "../filter/filter-language.ts";
import { filtersOf, type ResolvedFilter, resolveSearch } from "../filter/filter-resolve.ts";

/** What the address says of a frame table's filter; real-time and history share it. */
export interface HistorySearch {
  readonly channel: number | null;
  readonly text: string;
  readonly direction: "" | (typeof FRAME_DIRECTIONS)[number];
  readonly type: "" | (typeof FRAME_TYPES)[number];
}

export const NO_FILTER: HistorySearch = { channel: null, text: "", direction: "", type: "" };

export function historySearchOf(search: Readonly<Record<string, string>>): HistorySearch {
  return {
    channel: channelOf(search.ch),
    text: search.q ?? "",
    direction: FRAME_DIRECTIONS.find((value) => value === search.dir) ?? "",
    type: FRAME_TYPES.find((value) => value === search.type) ?? "",
  };
}

/** As the address keeps it. */
export function addressOfHistory(search: HistorySearch): Record<string, string | number | undefined> {
  return { ch: search.channel ?? undefined, q: search.text, dir: search.direction, type: search.type };
}

export const isFiltered = ({ channel, text, direction, type }: HistorySearch): boolean =>
  channel !== null || text !== "" || direction !== "" || type !== "";

export function resolvedOf(search: HistorySearch, dbcs: readonly Dbc[]): ResolvedFilter {
  const read = readSearch(search.text);
  const found = read.ok ? read.search : NO_SEARCH;
  const narrowed = {
    ...found,
    ...(search.direction && { direction: search.direction }),
    ...(search.type && { types: [search.type] }),
  };
  return resolveSearch(narrowed, dbcs, search.channel === null ? null : [search.channel]);
}

/** What the server is asked for; undefined: nothing can pass. */
export function frameFiltersOf(search: HistorySearch, dbcs: readonly Dbc[]): FrameFilters | undefined {
  return filtersOf(resolvedOf(search, dbcs));
}
