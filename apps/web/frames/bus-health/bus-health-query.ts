import { busHealth } from "@canopy/contract/frames/bus-health";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import type { TimeSpan } from "../../ui/time/timeline.ts";

export type BusHealth = Reply<typeof busHealth>["data"];

/** While live, the same question is asked for so long: the figures of now come by the live channel. */
const LIVE_STEP_MS = 10_000;

export function busHealthQuery(thingsId: string, channel: number, range: TimeSpan, live: boolean) {
  const end = live ? Math.ceil(range.toMs / LIVE_STEP_MS) * LIVE_STEP_MS : Math.ceil(range.toMs);
  const start = Math.floor(end - (range.toMs - range.fromMs));
  return queryOptions({
    queryKey: [busHealth.name, thingsId, channel, start, end],
    queryFn: async ({ signal }) => {
      const query = { start_time: start, end_time: end, channel };
      return (await api(busHealth, { params: { things_id: thingsId }, query }, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });
}

export interface LoadColumns {
  times: number[];
  load: (number | null)[];
  peak: (number | null)[];
}

/** The middle of each bucket; one without frames is a gap, not a zero, and one that is not whole is not drawn. In percent. */
export function loadColumns({ start_time, bucket_us, whole_until, load, peak, frames }: BusHealth): LoadColumns {
  const isWhole = (i: number) => start_time + ((i + 1) * bucket_us) / 1000 <= whole_until;
  const seen = (column: readonly number[]) => column.map((value, i) => (frames[i] && isWhole(i) ? value * 100 : null));
  return {
    times: load.map((_, i) => start_time + ((i + 0.5) * bucket_us) / 1000),
    load: seen(load),
    peak: seen(peak),
  };
}

/** `0x1A3`, `0x18FEF100`: as long as its format. */
export function idText(id: number, extended: boolean): string {
  return `0x${id
    .toString(16)
    .toUpperCase()
    .padStart(extended ? 8 : 3, "0")}`;
}

/** How far a cycle strays from its mean, of the mean: what the eye should see first. */
export function jitterShare(cycle: { mean: number; sigma: number } | null): number {
  return cycle && cycle.mean > 0 ? cycle.sigma / cycle.mean : 0;
}
