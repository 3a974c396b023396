import type { ResolvedFilter } from "../frames/filter/filter-resolve.ts";
import type { FrameReader, PageAsked, ReadPage } from "../frames/sources/frame-reader.ts";
import { frameOfStored } from "../frames/sources/stored-frame.ts";
import type { LocalLogFacts } from "./local-log.ts";
import type { OpenLog } from "./open-log.ts";

const BUCKETS = 1000;

/** The frames of an open log; its worker finds them by their place among those that pass. */
export function localReader(
  log: Pick<OpenLog, "page" | "placeAt" | "counts">,
  facts: Pick<LocalLogFacts, "firstUs" | "lastUs" | "frames">,
  filter: ResolvedFilter | null,
): FrameReader {
  const startOf = async ({ order, cursor, atUs, size }: PageAsked, signal: AbortSignal): Promise<number> => {
    if (cursor !== undefined) return order === "newer" ? Number(cursor) + 1 : Number(cursor) - size;
    const bound = order === "newer" ? 0 : Number.POSITIVE_INFINITY;
    const place = atUs === undefined ? bound : await log.placeAt(filter, atUs, signal);
    if (order === "newer") return place;
    // Nothing is read to learn how many there are.
    const end = Number.isFinite(place) ? place : (await log.page(filter, 0, 0, signal)).total;
    return end - size;
  };
  return {
    fromUs: facts.firstUs,
    toUs: facts.lastUs + 1,
    async page(asked, signal): Promise<ReadPage> {
      const start = await startOf(asked, signal);
      const from = Math.max(0, start);
      const { rows, total } = await log.page(filter, from, asked.size + Math.min(0, start), signal);
      const list = rows.map((row, i) => ({ ...frameOfStored(row), key: String(from + i) }));
      const end = from + list.length;
      return { list, older: from > 0 ? String(from) : null, newer: end < total ? String(end - 1) : null };
    },
    counts: (signal) => log.counts(filter, BUCKETS, signal),
  };
}
