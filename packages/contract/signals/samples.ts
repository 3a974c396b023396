import { MAX_FORMULA_SIGNALS } from "@canopy/can/formula/limits";
import { z } from "zod";
import { historyErrors, storeErrors } from "../frames/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { numberColumn } from "../platform/number-column.ts";
import { idOf } from "../platform/resource.ts";
import { timeUs } from "../platform/times.ts";
import { signalReference } from "./signal-reference.ts";

/** DBC-08 */
export const MAX_SAMPLES = 100_000;

const item = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("read"),
    revision: z.number(),
    unit: z.string(),
    /** Of its message, as the DBC states it (GenMsgCycleTime). */
    cycle_ms: z.number().nullable(),
    /** In microseconds after `start_time`. */
    times: numberColumn,
    values: numberColumn,
    /** There are more in the range than were asked for: these are the first. */
    more: z.boolean(),
    /** The payload of each, as hex, where asked for. */
    payloads: z.array(z.string()).optional(),
  }),
  z.object({ state: z.literal("failed"), code: z.string(), message: z.string() }),
]);
export type SamplesItem = z.output<typeof item>;

/** DBC-08: every sample of signals in a range, for the high-level functions. */
export const readSamples = endpoint({
  name: "signals.readSamples",
  method: "POST",
  reads: true,
  path: "/things/{things_id}/signals/samples",
  summary: { zh: "读取信号的原始样本", en: "Raw samples of signals in a range" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  // Each may read a hundred thousand frames for each of eight signals.
  rateLimit: { perMinute: 120, per: "user" },
  params: z.object({ things_id: idOf("device") }),
  body: z.strictObject({
    /** Inside. */
    start_time: timeUs,
    /** Outside. */
    end_time: timeUs,
    items: z.array(signalReference).min(1).max(MAX_FORMULA_SIGNALS),
    /** Of each item. */
    limit: z.number().int().min(1).max(MAX_SAMPLES).default(MAX_SAMPLES),
    with_payloads: z.boolean().default(false),
  }),
  reply: z.object({ data: z.object({ items: z.array(item) }) }),
  errors: [historyErrors.rangeReversed, ...storeErrors],
});
