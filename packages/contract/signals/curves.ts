import { z } from "zod";
import { historyErrors, storeErrors } from "../frames/errors.ts";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { numberColumn } from "../platform/number-column.ts";
import { timeUs } from "../platform/times.ts";
import { signalReference } from "./signal-reference.ts";

export const MAX_CURVE_ITEMS = 10;
export const MAX_CURVE_PIXELS = 4000;
/** Samples per pixel up to which every sample is sent. */
export const RAW_SAMPLES_PER_PIXEL = 4;

const drawn = z.object({
  state: z.literal("drawn"),
  /** `materialised`: from the kept values, and decoded where a segment has none yet. */
  source: z.enum(["materialised", "decoded"]),
  /** Of the DBC that it was decoded with. */
  revision: z.number(),
  /** `raw`: every sample. `pixels`: of each pixel the first, smallest, largest and last, in the order of time. */
  kind: z.enum(["raw", "pixels"]),
  /** Samples in the range, drawn or not. */
  samples: z.number(),
  /** In microseconds after `start_time` of the request; below 0 for the rest of the pixel that it lies in. */
  times: numberColumn,
  values: numberColumn,
  /**
   * Indexes into `times`: nothing was received between this point and the one before it. That is so where they are
   * further apart than 3 times the usual distance of two samples (the median) and than one pixel.
   */
  breaks: numberColumn,
  /** The usual distance of two samples; null below two. */
  cycle_us: z.number().nullable(),
});
const failed = z.object({ state: z.literal("failed"), code: z.string(), message: z.string() });

/** Only of a request with `kept_only`: no enabled binding keeps this signal, so that it would have to be decoded. */
const unkept = z.object({ state: z.literal("unkept") });

export const curveItem = z.discriminatedUnion("state", [drawn, failed, unkept]);
export type CurveItem = z.output<typeof curveItem>;

/** DBC-06, DBC-09: signals over any range, with any revision of any DBC. No peak is lost, however short. */
export const readCurves = endpoint({
  name: "signals.readCurves",
  method: "POST",
  reads: true,
  path: "/things/{things_id}/signals/curves",
  summary: { zh: "读取信号曲线", en: "Curves of signals over a range" },
  ...readsDevice,
  body: z.strictObject({
    /** Inside. */
    start_time: timeUs,
    /** Outside. */
    end_time: timeUs,
    pixels: z.number().int().min(1).max(MAX_CURVE_PIXELS),
    items: z.array(signalReference).max(MAX_CURVE_ITEMS),
    /** An overview from kept values alone: an item that has none is answered at once as `unkept`. */
    kept_only: z.boolean().default(false),
  }),
  reply: z.object({
    data: z.object({
      /** Width of a pixel in microseconds; at most the requested width, and pixels begin at its whole multiples. */
      pixel_us: z.number(),
      /** One for each item of the request, in its order. */
      items: z.array(curveItem),
    }),
  }),
  errors: [historyErrors.rangeReversed, ...storeErrors],
});
