import { formatHex } from "@canopy/can/bytes/hex";
import { isJ1939, pgnOf } from "@canopy/can/dbc/find";
import type { Dbc, Message } from "@canopy/can/dbc/model";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import type { FrameFilters, FrameType } from "@canopy/contract/frames/frame-filters";
import {
  ALL_IDS,
  complement,
  holds,
  type IdSet,
  intersection,
  maskSet,
  placeOf,
  rangesOf,
  union,
} from "../bus-health/id-ranges.ts";
import type { FrameSearch, IdTerm } from "./filter-language.ts";

/** A search with its names looked up: what passes and what does not. */
export interface ResolvedFilter {
  readonly channels: ReadonlySet<number> | null;
  /** Null: every identifier. */
  readonly ids: IdSet | null;
  readonly direction: FrameSearch["direction"];
  readonly types: readonly FrameType[];
  readonly data: FrameSearch["data"];
}

export function resolveSearch(
  search: FrameSearch,
  dbcs: readonly Dbc[],
  channels: readonly number[] | null,
): ResolvedFilter {
  const sets = (not: boolean) => search.ids.filter((term) => term.not === not).map((term) => idsOf(term, dbcs));
  const wanted = sets(false);
  let ids = wanted.length > 0 ? union(...wanted) : ALL_IDS;
  ids = intersection(ids, complement(union(...sets(true))));
  if (search.format) ids = intersection(ids, search.format);
  const isAll = search.ids.length === 0 && search.format === null;
  const { direction, types, data } = search;
  return { channels: channels && new Set(channels), ids: isAll ? null : ids, direction, types, data };
}

function idsOf(term: IdTerm, dbcs: readonly Dbc[]): IdSet {
  if (term.name === null) return term.ids;
  const part = term.name.toLowerCase();
  const isNamed = (message: Message) => message.isDecodable && message.name.toLowerCase().includes(part);
  const named = dbcs.flatMap((dbc) => dbc.messages.filter(isNamed).map((message) => idsOfMessage(dbc, message)));
  return union(term.ids, ...named);
}

/** J1939: a message is meant with every priority and source address. */
function idsOfMessage(dbc: Dbc, message: Message): IdSet {
  const { id, isExtended } = message;
  const place = placeOf(id, isExtended);
  if (!isJ1939(dbc, message)) return [[place, place]];
  const pgn = pgnOf(id);
  const hasDestination = ((pgn >>> 8) & 0xff) < 240;
  return maskSet(pgn << 8, hasDestination ? 0x03ff0000 : 0x03ffff00, true) ?? [[place, place]];
}

function typeOf(flags: number): FrameType {
  if (flags & FLAG_ERROR) return "error";
  if (flags & FLAG_REMOTE) return "remote";
  return flags & FLAG_FD ? "fd" : "classic";
}

/** A test for live frames; a bus has few identifiers, so their places in the set are looked up once. */
export function frameTest(filter: ResolvedFilter) {
  const { channels, ids, direction, types, data } = filter;
  const known = new Map<number, boolean>();
  const knows = (place: number, set: IdSet) => {
    const kept = known.get(place);
    if (kept !== undefined) return kept;
    const found = holds(set, place);
    if (known.size < 65_536) known.set(place, found);
    return found;
  };
  return (channel: number, id: number, flags: number, size: number, bytes: Uint8Array, from: number): boolean => {
    if (channels !== null && !channels.has(channel)) return false;
    if (ids !== null && !knows(placeOf(id, (flags & FLAG_EXTENDED) !== 0), ids)) return false;
    if (direction !== null && (direction === "transmitted") !== ((flags & FLAG_TX) !== 0)) return false;
    if (types.length > 0 && !types.includes(typeOf(flags))) return false;
    return data === null || hasData(data, flags & FLAG_REMOTE ? 0 : size, bytes, from);
  };
}
export type FrameTest = ReturnType<typeof frameTest>;

/** A payload that does not reach the last byte asked for does not have it. */
function hasData({ mask, value }: NonNullable<FrameSearch["data"]>, size: number, bytes: Uint8Array, from: number) {
  for (let k = 0; k < mask.length; k++) {
    const bits = mask[k] as number;
    if (bits === 0) continue;
    if (k >= size || ((bytes[from + k] as number) & bits) !== (value[k] as number)) return false;
  }
  return true;
}

/** What the server is asked for; undefined: nothing can pass. */
export function filtersOf(filter: ResolvedFilter): FrameFilters | undefined {
  const ids = filter.ids && rangesOf(filter.ids);
  if (ids?.length === 0 || filter.channels?.size === 0) return undefined;
  const isOpen = filter.data === null || filter.data.mask.every((bits) => bits === 0);
  return {
    ...(filter.channels && { channels: [...filter.channels] }),
    ...(ids && { ids }),
    ...(filter.direction && { direction: filter.direction }),
    ...(filter.types.length > 0 && { types: [...new Set(filter.types)] }),
    ...(filter.data && !isOpen && { data: { mask: formatHex(filter.data.mask), value: formatHex(filter.data.value) } }),
  };
}
