import { parseFaultCode } from "@canopy/can/faults/fault-code";
import { z } from "zod";
import { computedName } from "../signals/computed-name.ts";
import { ruleErrors } from "./errors.ts";

export const COMPARISONS = ["eq", "ne", "lt", "le", "gt", "ge", "in", "out"] as const;
export type Comparison = (typeof COMPARISONS)[number];
export const FRAME_OPERATORS = [...COMPARISONS, "seen", "absent"] as const;

const MAX_STANDARD_ID = 0x7ff;
const MAX_EXTENDED_ID = 0x1fffffff;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const identifier = z.number().int().min(0).max(MAX_EXTENDED_ID);

/** On frames with an identifier in a range: seen at all, absent, or a byte or the length compared. */
export const frameCondition = z.object({
  kind: z.literal("frame"),
  is_extended: z.boolean(),
  id_from: identifier,
  /** Inside. */
  id_to: identifier,
  operator: z.enum(FRAME_OPERATORS),
  part: z.enum(["byte", "length"]).default("byte"),
  byte: z.number().int().min(0).max(63).default(0),
  mask: z.number().int().min(1).max(255).default(255),
  /** Of `absent`: milliseconds. */
  value: z.number().default(0),
  /** The end of `in` and `out`. */
  value_to: z.number().optional(),
});
export type FrameCondition = z.output<typeof frameCondition>;

/** On a signal of the newest revision of a DBC. */
export const signalCondition = z.object({
  kind: z.literal("signal"),
  dbc_id: z.string().regex(UUID),
  message_id: identifier,
  is_extended: z.boolean(),
  signal: z.string().min(1).max(128),
  operator: z.enum(COMPARISONS),
  value: z.number(),
  value_to: z.number().optional(),
  /** Hysteresis: a true condition stays true until the value is back here. */
  back: z.number().optional(),
});
export type SignalCondition = z.output<typeof signalCondition>;

/** On a computed signal of the tenant (DBC-08), by its name: its inputs are read on their own channels. */
const computedSignalCondition = z.object({
  kind: z.literal("computed"),
  computed: computedName,
  operator: z.enum(COMPARISONS),
  value: z.number(),
  value_to: z.number().optional(),
  /** As for a signal. */
  back: z.number().optional(),
});
export type ComputedSignalCondition = z.output<typeof computedSignalCondition>;

/** GPS-03: on the positions of a device; `out` also for one that is outside from the first position on. */
export const FENCE_OPERATORS = ["enter", "out"] as const;
export const fenceCondition = z.object({
  kind: z.literal("fence"),
  fence_id: z.string().regex(UUID),
  /** Written by the server. */
  fence_name: z.string().max(50).default(""),
  operator: z.enum(FENCE_OPERATORS),
});
export type FenceCondition = z.output<typeof fenceCondition>;

/** On a channel as a whole: its load, its error frames, that nothing comes from it, or the faults it tells (UDS-06). */
export const BUS_METRICS = ["load", "errors", "silence", "faults"] as const;
export type BusMetric = (typeof BUS_METRICS)[number];
export const BUS_OPERATORS = ["gt", "ge", "lt", "le"] as const;
/** The least and the most of `value`, by metric: percent, frames, seconds, fault codes. */
export const BUS_LIMITS: Readonly<Record<BusMetric, readonly [least: number, most: number]>> = {
  load: [0, 200],
  errors: [1, 1_000_000],
  silence: [1, 86_400],
  faults: [1, 1000],
};
const MAX_FAULT_TEXT = 24;
export const busCondition = z.object({
  kind: z.literal("bus"),
  metric: z.enum(BUS_METRICS),
  /** Of `load`; the others have `ge`. */
  operator: z.enum(BUS_OPERATORS).default("ge"),
  /** Percent of the bit rate in a second; error frames; seconds without a frame; fault codes. */
  value: z.number(),
  /** Of `faults`: the one that counts, as people write it; absent or empty: every one. */
  fault: z.string().trim().max(MAX_FAULT_TEXT).optional(),
  /** Of `errors`: the seconds in which they are counted. */
  window_s: z.number().int().min(1).max(60).default(10),
  /** Of `load`, as for a signal. */
  back: z.number().optional(),
});
export type BusCondition = z.output<typeof busCondition>;

const anyCondition = z.discriminatedUnion("kind", [
  frameCondition,
  signalCondition,
  computedSignalCondition,
  fenceCondition,
  busCondition,
]);

export const condition = anyCondition.superRefine((one, context) => {
  if (one.kind === "fence") return;
  const refuse = (path: string, { code }: { readonly code: string }) =>
    context.addIssue({ code: "custom", path: [path], message: code });
  if (one.kind === "bus") {
    if (!isBusValid(one)) refuse("value", ruleErrors.conditionBus);
    if (one.fault && parseFaultCode(one.fault) === undefined) refuse("fault", ruleErrors.conditionFault);
    if (!isBackValid(one)) refuse("back", ruleErrors.conditionBack);
    return;
  }
  if (isRange(one.operator) && (one.value_to === undefined || one.value_to < one.value))
    refuse("value_to", ruleErrors.conditionRange);
  if (one.kind === "frame" && !hasIds(one)) refuse("id_to", ruleErrors.conditionIds);
  if (one.kind === "frame" && one.operator === "absent" && !isAbsence(one.value))
    refuse("value", ruleErrors.conditionAbsence);
  if (one.kind !== "frame" && !isBackValid(one)) refuse("back", ruleErrors.conditionBack);
});
export type Condition = z.output<typeof condition>;

const isRange = (operator: string): boolean => operator === "in" || operator === "out";

const hasIds = ({ is_extended, id_from, id_to }: FrameCondition): boolean =>
  id_from <= id_to && id_to <= (is_extended ? MAX_EXTENDED_ID : MAX_STANDARD_ID);

const isAbsence = (ms: number): boolean => Number.isInteger(ms) && ms >= 10 && ms <= 3_600_000;

function isBusValid({ metric, operator, value, back }: BusCondition): boolean {
  const [least, most] = BUS_LIMITS[metric];
  if (!(value >= least && value <= most)) return false;
  return metric === "load" || (Number.isInteger(value) && operator === "ge" && back === undefined);
}

function isBackValid({ operator, value, back }: SignalCondition | ComputedSignalCondition | BusCondition): boolean {
  if (back === undefined) return true;
  if (operator === "gt" || operator === "ge") return back <= value;
  if (operator === "lt" || operator === "le") return back >= value;
  return false;
}
