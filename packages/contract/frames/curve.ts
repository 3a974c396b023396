import { z } from "zod";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { numberColumn } from "../platform/number-column.ts";
import { queryMs } from "../platform/times.ts";
import { historyErrors, storeErrors } from "./errors.ts";
import { jsonText } from "./frame-filters.ts";

export const MAX_CURVE_PIXELS = 8000;
const MAX_SIGNAL_LENGTH = 8192;

const bits = {
  /** As in a DBC: `@1` intel, the least significant bit; `@0` motorola, the most significant. */
  start_bit: z.number().int().min(0).max(511),
  length: z.number().int().min(1).max(64),
  byte_order: z.enum(["intel", "motorola"]),
  signed: z.boolean().default(false),
};
/** Another signal of the message that says whether this one is there. */
const selector = z.strictObject({
  ...bits,
  ranges: z
    .array(z.strictObject({ from: z.number().int().min(0), to: z.number().int().min(0) }))
    .min(1)
    .max(64),
});

/** A signal of any definition: a DBC is not needed to draw stored frames. */
export const signalDefinition = z.strictObject({
  id: z.number().int().min(0).max(0x1fffffff),
  extended: z.boolean().default(false),
  ...bits,
  value_type: z.enum(["integer", "float", "double"]).default("integer"),
  factor: z.number().default(1),
  offset: z.number().default(0),
  selector: selector.optional(),
});
export type SignalDefinition = z.input<typeof signalDefinition>;

const column = numberColumn;

/** DBC-06, DBC-09: a signal over any range, four points per pixel (first, smallest, largest, last): no peak is lost. */
export const frameCurve = endpoint({
  name: "frames.frameCurve",
  method: "GET",
  path: "/things/{things_id}/frames/curve",
  summary: { zh: "由已存储的帧绘制信号曲线", en: "The curve of a signal, decoded from stored frames" },
  ...readsDevice,
  query: z.object({
    start_time: queryMs.optional(),
    end_time: queryMs.optional(),
    channel: z.coerce.number().int().min(0).max(255).default(0),
    /** JSON text of a `signalDefinition`. */
    signal: jsonText(
      signalDefinition,
      MAX_SIGNAL_LENGTH,
      '{"id":0,"start_bit":0,"length":8,"byte_order":"intel"}',
    ).describe(`JSON text of an object with ${Object.keys(signalDefinition.shape).join(", ")}`),
    pixels: z.coerce.number().int().min(1).max(MAX_CURVE_PIXELS).default(1000),
  }),
  reply: z.object({
    data: z.object({
      start_time: z.number(),
      end_time: z.number(),
      /** Width of a pixel in microseconds. */
      pixel_us: z.number(),
      /** Columns of equal length, one entry per pixel with samples; times in microseconds after `start_time`. */
      index: column,
      samples: column,
      first_at: column,
      first: column,
      min_at: column,
      min: column,
      max_at: column,
      max: column,
      last_at: column,
      last: column,
    }),
  }),
  errors: [historyErrors.rangeReversed, historyErrors.signalOutside, ...storeErrors],
});
