import { z } from "zod";
import { historyErrors, storeErrors } from "../frames/errors.ts";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { timeUs } from "../platform/times.ts";
import { signalReference } from "./signal-reference.ts";

export const MAX_STATISTICS_ITEMS = 10;
/** States of a signal that are told apart, the longest first. */
export const MAX_STATES = 64;

const counted = z.object({
  state: z.literal("counted"),
  revision: z.number(),
  samples: z.number(),
  /** Null where there are no samples. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  mean: z.number().nullable(),
  rms: z.number().nullable(),
  /** How long each value held, where asked for: until the next sample, unless that comes later than `gap_us`. */
  states: z.array(z.object({ value: z.number(), us: z.number() })),
});
const failed = z.object({ state: z.literal("failed"), code: z.string(), message: z.string() });
const statisticsItem = z.discriminatedUnion("state", [counted, failed]);
export type StatisticsItem = z.output<typeof statisticsItem>;

/** DBC-06: statistics of signals over every sample in a window. */
export const readStatistics = endpoint({
  name: "signals.readStatistics",
  method: "POST",
  reads: true,
  path: "/things/{things_id}/signals/statistics",
  summary: { zh: "信号在时间窗口内的统计", en: "Statistics of signals in a window" },
  ...readsDevice,
  body: z.strictObject({
    /** Inside. */
    start_time: timeUs,
    /** Outside. */
    end_time: timeUs,
    items: z
      .array(
        signalReference.extend({
          /** Time in each state is wanted, and a pause longer than this counts for none. */
          gap_us: z.number().int().min(1).max(86_400_000_000).optional(),
        }),
      )
      .max(MAX_STATISTICS_ITEMS),
  }),
  reply: z.object({ data: z.object({ items: z.array(statisticsItem) }) }),
  errors: [historyErrors.rangeReversed, ...storeErrors],
});
