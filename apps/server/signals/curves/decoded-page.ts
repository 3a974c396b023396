import { shownPlaces } from "@canopy/can/dbc/decode/decimal-places";
import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import type { Dbc } from "@canopy/can/dbc/model";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { Language } from "@canopy/contract/platform/language";
import { type DecodedCell, type DecodedColumn, type DecodedRow, HELD_US } from "@canopy/contract/signals/decoded";
import { frameRow } from "../../frames/history/history-rows.ts";
import { readTimeBar, type TimeBar } from "../../frames/history/history-summary.ts";
import { framePage, type HistoryPageQuery } from "../../frames/history/read-history-page.ts";
import type { FrameFilter } from "../../frames/store/frame-filter.ts";
import type { FrameReader, StoredFrame } from "../../frames/store/frame-store.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { alsoIdsOf } from "../bindings/find-signal.ts";
import type { ResolvedItem, ResolvedSignal } from "../bindings/resolve-signals.ts";

/** Frames read per identifier before a page: those of a multiplexed message take turns. */
const FRAMES_PER_ID = 32;

interface DecodedPage {
  readonly list: DecodedRow[];
  readonly older: string | null;
  readonly newer: string | null;
}

export function columnsOf(items: readonly ResolvedItem[], language: Language): DecodedColumn[] {
  return items.map((item) =>
    "error" in item
      ? { state: "failed", code: item.error.code, message: item.error.text[language] }
      : foundColumn(item),
  );
}

function foundColumn({ message, signal, revision }: ResolvedSignal): DecodedColumn {
  return { state: "found", message: message.name, unit: signal.unit, revision, places: shownPlaces(signal) };
}

/** A row per frame, with what was known of the other signals when it came. */
export async function readDecodedPage(
  store: FrameReader,
  items: readonly ResolvedItem[],
  query: Omit<HistoryPageQuery, "filter">,
  signal: AbortSignal,
): Promise<DecodedPage> {
  const found = items.filter((item): item is ResolvedSignal => !("error" in item));
  if (found.length === 0) return { list: [], older: null, newer: null };
  const filter = filterOf(found);
  const { frames, older, newer } = await framePage(store, { ...query, filter }, signal);
  const table = new DecodedTable(items);
  const [first] = frames;
  if (first !== undefined) {
    const { bindingNumber } = query;
    const window = { fromUs: Math.max(0, first.timeUs - HELD_US), toUs: first.timeUs + 1 };
    const before = await store.lastBefore({ bindingNumber, filter, ...window }, first, FRAMES_PER_ID, signal);
    for (const frame of before) table.take(frame);
  }
  return { list: frames.map((frame) => table.row(frame)), older, newer };
}

/** The rows of a range, counted by the same filter. */
export async function readDecodedTimeBar(
  store: FrameReader,
  items: readonly ResolvedItem[],
  query: TimeWindow & { readonly bindingNumber: number; readonly buckets: number },
  signal: AbortSignal,
): Promise<Pick<TimeBar, "originUs" | "bucketUs" | "frames"> & { readonly total: number }> {
  const found = items.filter((item): item is ResolvedSignal => !("error" in item));
  const { fromUs, toUs, buckets } = query;
  if (found.length === 0) return { originUs: fromUs, bucketUs: Math.max(1, toUs - fromUs), frames: [], total: 0 };
  const wanted = { ...query, filter: filterOf(found) };
  const [bar, total] = await Promise.all([readTimeBar(store, wanted, buckets, signal), store.count(wanted, signal)]);
  return { ...bar, total };
}

function filterOf(found: readonly ResolvedSignal[]): FrameFilter {
  return { types: ["classic", "fd"], places: placesOf(found) };
}

function placesOf(items: readonly ResolvedSignal[]): NonNullable<FrameFilter["places"]> {
  const messages = new Map(
    items.map((item) => [`${item.channel} ${item.message.isExtended} ${item.message.id}`, item]),
  );
  return [...messages.values()].flatMap(({ channel, dbc, message }) => {
    const { id, isExtended } = message;
    const spans = [{ from: id, to: id }, ...(alsoIdsOf(dbc, message)?.spans ?? [])];
    return spans.map((span) => ({ channel, isExtended, ...span }));
  });
}

interface LastValue {
  readonly timeUs: number;
  readonly value: DecodedCell["value"];
  readonly text: string | null;
}

/** Frames in the order of time become rows. */
class DecodedTable {
  private readonly items: readonly ResolvedItem[];
  private readonly known: (LastValue | undefined)[];
  private readonly decoders = new Map<Dbc, DbcDecoder>();

  constructor(items: readonly ResolvedItem[]) {
    this.items = items;
    this.known = items.map(() => undefined);
  }

  /** Remembers the frame's values; says which signals it had. */
  take({ timeUs, channel, id, flags, data }: StoredFrame): ReadonlySet<number> {
    const own = new Set<number>();
    if (flags & (FLAG_REMOTE | FLAG_ERROR)) return own;
    for (const [place, item] of this.items.entries()) {
      if ("error" in item || item.channel !== channel) continue;
      const decoder = this.decoderOf(item.dbc).find(id, (flags & FLAG_EXTENDED) !== 0);
      if (decoder?.message !== item.message) continue;
      const decoded = decoder.decode(data).find(({ signal }) => signal === item.signal);
      if (decoded === undefined) continue;
      const value = typeof decoded.value === "bigint" ? String(decoded.value) : decoded.value;
      // Infinity and NaN of a float signal are no JSON.
      const told = typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
      this.known[place] = { timeUs, value: told, text: decoded.text };
      own.add(place);
    }
    return own;
  }

  row(frame: StoredFrame): DecodedRow {
    const own = this.take(frame);
    const { timeUs } = frame;
    const cells = this.known.map((known, place): DecodedCell | null => {
      if (known === undefined || timeUs - known.timeUs > HELD_US) return null;
      return { value: known.value, text: known.text, held: !own.has(place) };
    });
    return { ...frameRow(frame), cells };
  }

  private decoderOf(dbc: Dbc): DbcDecoder {
    const known = this.decoders.get(dbc) ?? new DbcDecoder(dbc);
    this.decoders.set(dbc, known);
    return known;
  }
}
