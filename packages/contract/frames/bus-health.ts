import { BUS_STATES } from "@canopy/can/bus/error-frame";
import { z } from "zod";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { queryMs } from "../platform/times.ts";
import { historyErrors, storeErrors } from "./errors.ts";

export const MAX_HEALTH_BUCKETS = 1000;
/** A bus with more identifiers than this shows those that use most of it. */
export const MAX_HEALTH_IDS = 200;
/** A longer range would be read for minutes; statistics by day are another page. */
export const MAX_HEALTH_DAYS = 31;

const idHealth = z.object({
  id: z.number(),
  extended: z.boolean(),
  frames: z.number(),
  /** Part of the bus's time that its frames take, 0 to 1. */
  load: z.number(),
  /** Intervals within the last minute with frames, in microseconds; null where it came once or never. */
  cycle_us: z.object({ mean: z.number(), sigma: z.number(), min: z.number(), max: z.number() }).nullable(),
});
export type IdHealth = z.output<typeof idHealth>;

/**
 * How busy a channel was. The time of a frame is reckoned from its bits on the wire, stuff bits and FD rate switch
 * included, measured on samples of each identifier.
 */
export const busHealth = endpoint({
  name: "frames.busHealth",
  method: "GET",
  path: "/things/{things_id}/frames/bus-health",
  summary: {
    zh: "总线健康（负载、错误帧、各 ID 占用与周期）",
    en: "Bus load, error frames, share and cycle of each id",
  },
  ...readsDevice,
  query: z.object({
    /** Absent: half an hour before the end. */
    start_time: queryMs.optional(),
    /** Absent: now. */
    end_time: queryMs.optional(),
    channel: z.coerce.number().int().min(0).max(255).default(0),
    buckets: z.coerce.number().int().min(1).max(MAX_HEALTH_BUCKETS).default(300),
  }),
  reply: z.object({
    data: z.object({
      start_time: z.number(),
      /** Whole seconds, in microseconds. */
      bucket_us: z.number(),
      /** Buckets that end later are not whole: the range ends inside, or their frames are still coming. */
      whole_until: z.number(),
      bit_rates: z.object({
        nominal: z.number(),
        data: z.number(),
        /** The reported rate, or the usual one if none was reported. */
        source: z.enum(["configuration", "usual"]),
      }),
      /** Mean load of each bucket, 0 to 1; above 1 where the bit rate is wrong. */
      load: z.array(z.number()),
      /** Of the busiest second in the bucket. */
      peak: z.array(z.number()),
      frames: z.array(z.number()),
      error_frames: z.array(z.number()),
      totals: z.object({
        frames: z.number(),
        extended: z.number(),
        error_frames: z.number(),
        ids: z.number(),
        /** The busiest second of the range. */
        peak: z.number(),
        peak_time: z.number().nullable(),
      }),
      /** Controller state from the error frames of the range: the last, and the worst; null: none. */
      controller: z
        .object({
          time: z.number(),
          state: z.enum(BUS_STATES),
          rec: z.number(),
          tec: z.number(),
          worst: z.object({ state: z.enum(BUS_STATES), rec: z.number(), tec: z.number() }),
        })
        .nullable(),
      ids: z.array(idHealth),
    }),
  }),
  errors: [historyErrors.rangeReversed, historyErrors.rangeTooLong, ...storeErrors],
});
