import { FLASH_CAUSES, FLASH_PHASES } from "@canopy/can/uds/flash/flash-state";
import { FLASH_INTERLOCKS } from "@canopy/can/uds/flash/interlocks";
import { z } from "zod";
import { unlockLevel } from "../uds-job.ts";
import { count, shortText } from "../values.ts";

/** Where a run stands, as people are told. */
export const FLASH_STAGES = ["downloading", "verifying", "gates", "flashing", "readingBack", "ended"] as const;
export type FlashStage = (typeof FLASH_STAGES)[number];

const gateReading = z.object({
  name: z.enum(FLASH_INTERLOCKS),
  /** Null: unknown. */
  holds: z.boolean().nullable(),
  /** Since it was read; null: never. */
  age_ms: count.nullable(),
  /** As it was read, for people: a number with its unit, or what differs. */
  value: z.string().max(200).default(""),
  /** Why it is not met, where it is not. */
  reason: z.enum(["false", "unknown", "stale"]).nullable(),
});
export type GateReading = z.output<typeof gateReading>;

export const TRACE_KINDS = ["request", "positive", "negative", "pending", "silence", "gate", "note"] as const;

const traceEntry = z.object({
  n: count,
  /** Microseconds since 1970 by the terminal's clock. */
  time_us: z.number().int(),
  phase: z.enum(FLASH_PHASES),
  kind: z.enum(TRACE_KINDS),
  /** The first bytes as hexadecimal, or words. */
  data: z.string().max(512),
  /** Whole length in bytes. */
  size: count,
  /** SHA-256 over the hash before and this entry: one that is changed, left out or added breaks the chain. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FlashTraceEntry = z.output<typeof traceEntry>;

const failure = z.object({
  phase: z.enum(FLASH_PHASES),
  cause: z.enum(FLASH_CAUSES),
  code: z.number().int().min(0).max(255).nullable(),
  denials: z
    .array(z.object({ name: shortText, reason: z.enum(["false", "unknown", "stale"]) }))
    .max(FLASH_INTERLOCKS.length),
});
export type ToldFailure = z.output<typeof failure>;

const result = z.object({
  success: z.boolean(),
  outcome: z.enum(["new", "old", "boot"]).nullable(),
  failure: failure.nullable(),
  communication_restored: z.boolean(),
  dtc_setting_restored: z.boolean(),
  past_erase: z.boolean(),
});
export type ToldResult = z.output<typeof result>;

const progress = z.object({
  phase: z.enum(FLASH_PHASES),
  acknowledged: count,
  total: count,
  block: count,
  blocks: count,
  segment: count,
  segments: count,
});
export type ToldProgress = z.output<typeof progress>;

/** `up/flash`: what became of a run; entries of the trace may come twice. */
export const flashMessage = z.object({
  run: shortText.min(1),
  stage: z.enum(FLASH_STAGES).optional(),
  /** Bytes of the image that are there, and why it could not be fetched or is refused. */
  received: count.optional(),
  code: z.string().max(32).optional(),
  gates: z.array(gateReading).max(FLASH_INTERLOCKS.length).optional(),
  progress: progress.optional(),
  /** Its key is asked for, by `flash.key`: the unlock file is a script, which terminals do not run. */
  seed: z.object({ level: unlockLevel, seed: z.string().regex(/^([0-9A-F]{2}){1,64}$/) }).optional(),
  trace: z.array(traceEntry).max(1000).default([]),
  result: result.optional(),
});
export type FlashProgress = z.output<typeof flashMessage>;

/** One entry's text behind the hash before it, as it is hashed. */
export function chainText(before: string, entry: Omit<FlashTraceEntry, "hash">): string {
  const { n, time_us, phase, kind, data, size } = entry;
  return `${before}\n${n} ${time_us} ${phase} ${kind} ${size} ${data}`;
}
