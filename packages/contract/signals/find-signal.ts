import { z } from "zod";
import { historyErrors, storeErrors } from "../frames/errors.ts";
import { endpoint, RATE, readsDevice } from "../platform/endpoint.ts";
import { numberColumn } from "../platform/number-column.ts";
import { timeUs } from "../platform/times.ts";
import { curveErrors } from "./curve-errors.ts";
import { findErrors } from "./find-errors.ts";
import { signalReference } from "./signal-reference.ts";

export const MAX_FIND_MS = 3_600_000;
export const MAX_FIND_FRAMES = 20_000_000;
export const MAX_MOMENTS = 50;
export const MAX_TOLERANCE_MS = 10_000;

const span = z.strictObject({ from: timeUs, to: timeUs });

const target = z.discriminatedUnion("way", [
  z.strictObject({
    way: z.literal("moments"),
    times: z.array(timeUs).min(1).max(MAX_MOMENTS),
    tolerance_ms: z.number().int().min(1).max(MAX_TOLERANCE_MS).default(500),
  }),
  z.strictObject({ way: z.literal("windows"), a: span, b: span }),
  z.strictObject({ way: z.literal("signal"), signal: signalReference }),
  /** The speed of the device's positions. */
  z.strictObject({ way: z.literal("gpsSpeed") }),
]);
export type FindWays = z.input<typeof target>;

const reason = z.discriminatedUnion("code", [
  /** Pearson; reference = factor · raw + offset, `lag_ms` later. */
  z.object({
    code: z.literal("follows"),
    correlation: z.number(),
    lag_ms: z.number(),
    factor: z.number(),
    offset: z.number(),
  }),
  /** Spearman: rises and falls with the reference, not in proportion. */
  z.object({ code: z.literal("ranks"), correlation: z.number(), lag_ms: z.number() }),
  z.object({
    code: z.literal("changes"),
    change: z.enum(["any", "rises", "falls"]),
    hits: z.number(),
    moments: z.number(),
    elsewhere: z.number(),
  }),
  z.object({
    code: z.literal("differs"),
    mean_a: z.number(),
    mean_b: z.number(),
    spread_a: z.number(),
    spread_b: z.number(),
  }),
]);

const place = z.object({
  channel: z.number(),
  id: z.number(),
  is_extended: z.boolean(),
  /** Bytes of the payload. */
  size: z.number(),
  /** As a DBC has it. */
  start_bit: z.number(),
  length: z.number(),
  byte_order: z.enum(["intel", "motorola"]),
  is_signed: z.boolean(),
});

const found = place.extend({
  /** 0 … 1 */
  score: z.number(),
  reason,
  /** Raw values, evenly over the range; times in microseconds after `start_time`. */
  times: numberColumn,
  values: numberColumn,
});
export type FoundSignal = z.output<typeof found>;

const aside = place.extend({
  reason: z.discriminatedUnion("code", [
    z.object({ code: z.literal("counter"), step: z.number(), share: z.number() }),
    z.object({
      code: z.literal("checksum"),
      kind: z.enum(["xor", "sum", "twosComplement", "crc8J1850", "crc8H2f"]),
      share: z.number(),
    }),
    /** All bits change by chance: a checksum of a kind that is not known. */
    z.object({ code: z.literal("random") }),
    /** The reference itself. */
    z.object({ code: z.literal("reference") }),
  ]),
});
export type AsideSignal = z.output<typeof aside>;

/** DBC-10: the fields of all messages of a device that follow what is known of a signal, best first. */
export const findSignals = endpoint({
  name: "signals.findSignals",
  method: "POST",
  reads: true,
  path: "/things/{things_id}/find-signal",
  summary: { zh: "查找信号", en: "Find the signal" },
  ...readsDevice,
  rateLimit: RATE.normal,
  body: z.strictObject({
    /** Inside. */
    start_time: timeUs,
    /** Outside. */
    end_time: timeUs,
    target,
  }),
  reply: z.object({
    data: z.object({
      list: z.array(found),
      /** Counters, checksums and the like. */
      aside: z.array(aside),
      /** The curve that was compared with, in microseconds after `start_time`; absent where there is none. */
      reference: z.object({ times: numberColumn, values: numberColumn }).optional(),
      frames: z.number(),
      messages: z.number(),
    }),
  }),
  errors: [historyErrors.rangeReversed, ...Object.values(findErrors), ...Object.values(curveErrors), ...storeErrors],
});
