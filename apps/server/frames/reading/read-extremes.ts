import { readKept } from "../store/kept/kept-body.ts";
import type { Extremes, ExtremesQuery } from "../store/signal-query.ts";
import { MINUTE_US, type TimeWindow } from "../store/time-window.ts";
import type { KeptPlace } from "./read-kept.ts";
import type { ReadPlan } from "./read-plan.ts";
import type { SegmentAccess } from "./segment-sources.ts";

export interface ExtremesJob extends ExtremesQuery {
  /** The bodies of segments that have one. */
  readonly kept: ReadonlyMap<number, readonly KeptPlace[]>;
  /** Batches that are not settled. */
  readonly landed: readonly { readonly firstUs: number; readonly lastUs: number }[];
}

/** Bodies that are read at a time. */
const BODIES_AT_ONCE = 16;

export async function readExtremes(
  { files }: SegmentAccess,
  { segments }: ReadPlan,
  query: ExtremesJob,
): Promise<Extremes> {
  const minutes = new MinuteColumns(query);
  const bytesOf = (place: KeptPlace) =>
    files.read(place.file, place.offset + place.secondsLength, place.minutesLength).catch(() => undefined);
  for (let at = 0; at < segments.length; at += BODIES_AT_ONCE) {
    const part = segments.slice(at, at + BODIES_AT_ONCE);
    const places = part.map(({ id }) => query.kept.get(id)?.[0]);
    const bytes = await Promise.all(places.map((place) => place && bytesOf(place)));
    for (const [i, row] of part.entries()) {
      const own = bytes[i];
      const isWhole = own !== undefined && own.length === places[i]?.minutesLength;
      const body = isWhole ? readKept(own, MINUTE_US) : undefined;
      if (body === undefined) minutes.unknown(row.firstUs, row.lastUs);
      else
        body.eachUnit(query, (timeUs, min, max, lastUs) => {
          minutes.add(timeUs, min, max, lastUs);
        });
    }
  }
  for (const { firstUs, lastUs } of query.landed) minutes.unknown(firstUs, lastUs);
  return minutes;
}

class MinuteColumns implements Extremes {
  readonly originUs: number;
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly lastUs: Float64Array;

  constructor({ fromUs, toUs }: TimeWindow) {
    this.originUs = Math.floor(fromUs / MINUTE_US) * MINUTE_US;
    const count = Math.ceil((toUs - this.originUs) / MINUTE_US);
    this.min = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
    this.max = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
    this.lastUs = new Float64Array(count);
  }

  add(timeUs: number, min: number, max: number, lastUs: number): void {
    const at = (timeUs - this.originUs) / MINUTE_US;
    if (at < 0 || at >= this.min.length) return;
    // Math.min keeps NaN: a minute that is not known stays so.
    this.min[at] = Math.min(this.min[at] as number, min);
    this.max[at] = Math.max(this.max[at] as number, max);
    this.lastUs[at] = Math.max(this.lastUs[at] as number, lastUs);
  }

  unknown(firstUs: number, lastUs: number): void {
    const from = Math.max(0, Math.floor((firstUs - this.originUs) / MINUTE_US));
    const to = Math.max(from, Math.floor((lastUs - this.originUs) / MINUTE_US) + 1);
    this.min.fill(Number.NaN, from, to);
    this.max.fill(Number.NaN, from, to);
  }
}
