import { z } from "zod";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { MAX_EPOCH_MS, queryMs } from "../platform/times.ts";
import { historyErrors, storeErrors } from "./errors.ts";

/** DEV-04: reported values of a type's fields. */
export const MAX_POINTS_PER_PAGE = 500;
export const MAX_POINT_FIELDS = 10;
export const MAX_POINT_PIXELS = 2000;

const range = {
  /** From here on. */
  start_time: queryMs.default(0),
  /** Before here. */
  end_time: queryMs.default(MAX_EPOCH_MS),
};

const fieldValue = z.union([z.number(), z.boolean(), z.string(), z.array(z.number())]);
export type PointValue = z.output<typeof fieldValue>;

export const point = z.object({
  group: z.string(),
  /** Epoch milliseconds. */
  time: z.number(),
  values: z.record(z.string(), fieldValue),
});
export type Point = z.output<typeof point>;

const newestFrame = z.object({
  /** Epoch milliseconds. */
  time: z.number(),
  channel: z.number(),
  id: z.number(),
  extended: z.boolean(),
  /** Hex, upper case. */
  data: z.string(),
});

/** STA-04: the newest of everything that a device has sent, for people and programs that want it whole. */
export const newestData = endpoint({
  ...readsDevice,
  name: "frames.newestData",
  method: "GET",
  path: "/things/{things_id}/newest",
  summary: { zh: "设备的最新数据", en: "The newest data of a device" },
  query: z.object({
    /** The wanted kinds; all by default. */
    parts: z.enum(["all", "points"]).default("all"),
  }),
  errors: storeErrors,
  reply: z.object({
    data: z.object({
      /** Of each data group the newest. */
      points: z.array(point),
      position: z
        .object({
          time: z.number(),
          latitude: z.number(),
          longitude: z.number(),
          altitude_m: z.number().nullable(),
          speed_kmh: z.number().nullable(),
          course: z.number().nullable(),
          satellites: z.number().nullable(),
          hdop: z.number().nullable(),
        })
        .nullable(),
      /** Of each channel and identifier the newest, in the minute before the last frame. */
      frames: z.array(newestFrame),
    }),
  }),
});
export type NewestData = z.output<(typeof newestData)["reply"]>["data"];

const groupQuery = z.string().min(1).max(64);

/** DEV-04: the reports of one data group in a range, newest first. */
export const listPoints = endpoint({
  ...readsDevice,
  name: "frames.listPoints",
  method: "GET",
  path: "/things/{things_id}/points",
  summary: { zh: "数据组的历史数据", en: "What was reported of a data group" },
  query: z.object({
    ...range,
    group: groupQuery,
    page_size: z.coerce.number().int().min(1).max(MAX_POINTS_PER_PAGE).default(25),
    /** The page goes on before this time, which is not repeated. */
    before: queryMs.optional(),
  }),
  errors: [historyErrors.rangeReversed, platformErrors.unavailable],
  reply: z.object({
    list: z.array(point.omit({ group: true })),
    /** `before` of the next page; null: there is nothing older. */
    older: z.number().nullable(),
    /** How many there are in the whole range. */
    total_size: z.number(),
  }),
});

const fieldNames = z
  .string()
  .min(1)
  .max(MAX_POINT_FIELDS * 65)
  .transform((text) => text.split(","))
  .pipe(
    z
      .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/))
      .min(1)
      .max(MAX_POINT_FIELDS),
  )
  .describe(`up to ${MAX_POINT_FIELDS} names, with commas between`);

/** DEV-04: fields of a data group as curves: numbers as they are, yes and no as 1 and 0; the rest draws no line. */
export const pointCurve = endpoint({
  ...readsDevice,
  name: "frames.pointCurve",
  method: "GET",
  path: "/things/{things_id}/points/curve",
  summary: { zh: "数据字段曲线", en: "Fields of a data group as curves" },
  query: z.object({
    ...range,
    group: groupQuery,
    fields: fieldNames,
    pixels: z.coerce.number().int().min(1).max(MAX_POINT_PIXELS).default(600),
  }),
  errors: [historyErrors.rangeReversed, platformErrors.unavailable],
  reply: z.object({
    data: z.object({
      /** Width of a pixel in milliseconds; the first begins at `start_time`. */
      pixel_ms: z.number(),
      curves: z.array(
        z.object({
          field: z.string(),
          /** Only pixels that have values, in order. */
          pixels: z.array(
            z.object({ at: z.number(), min: z.number(), max: z.number(), last: z.number(), time: z.number() }),
          ),
        }),
      ),
    }),
  }),
});
export type PointCurve = z.output<(typeof pointCurve)["reply"]>["data"];
