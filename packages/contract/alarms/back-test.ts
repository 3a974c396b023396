import { z } from "zod";
import { historyErrors } from "../frames/errors.ts";
import { endpoint } from "../platform/endpoint.ts";
import { epochMs } from "../platform/lists.ts";
import { idOf } from "../platform/resource.ts";
import { alarmErrors, ruleErrors } from "./errors.ts";
import { FENCE_REASONS } from "./events.ts";
import { ruleDraft } from "./rule-content.ts";

export const MAX_BACK_TEST_MS = 31 * 86_400_000;
/** Firings that an answer lists; all are counted. */
export const MAX_LISTED_FIRINGS = 500;

/** Phases that an answer lists; of more, short neighbours are joined. */
export const MAX_LISTED_PHASES = 1000;

/** A stretch of time in which the rule was not normal. */
const phase = z.object({
  channel: z.number(),
  state: z.enum(["pending", "active", "recovering"]),
  from_time: epochMs,
  to_time: epochMs,
});
export type BackTestPhase = z.output<typeof phase>;

const firing = z.object({
  channel: z.number(),
  start_time: epochMs,
  /** Null: still active at the end. */
  end_time: epochMs.nullable(),
  value: z.number().nullable(),
  peak: z.number().nullable(),
  hits: z.number(),
  /** GPS-03: of a fence; null: on frames. */
  reason: z.enum(FENCE_REASONS).nullable(),
  /** TRG-04: kinds of actions that would be sent, and held back for their frequency. */
  sent: z.array(z.string()),
  held: z.array(z.string()),
});
export type Firing = z.output<typeof firing>;

const result = z.object({
  /** That were judged; of a rule on fences, positions. */
  frames: z.number(),
  fired: z.number(),
  /** Times the condition was true, but not long enough. */
  pending: z.number(),
  /** Of one that is still active, up to the end. */
  longest_ms: z.number(),
  /** By kind of action. */
  sent: z.record(z.string(), z.number()),
  held: z.record(z.string(), z.number()),
  firings: z.array(firing),
  /** In the order of time. */
  phases: z.array(phase),
});
export type BackTest = z.output<typeof result>;

export const testedRange = { from_time: z.number().int().min(0), to_time: z.number().int().min(0) };
export const backTestErrors = [
  historyErrors.rangeReversed,
  alarmErrors.backTestRange,
  ruleErrors.conditionSignalUnknown,
  ruleErrors.conditionComputedUnknown,
  ruleErrors.conditionComputedNotLive,
  ruleErrors.ruleOneSignal,
  ruleErrors.ruleFencesAlone,
];

/** TRG-07: the rule as it would have been over the stored frames of a device, by the evaluator of ingest. */
export const backTestRule = endpoint({
  name: "alarms.backTestRule",
  method: "POST",
  reads: true,
  path: "/things/{things_id}/alarm-back-test",
  summary: { zh: "回测触发规则", en: "Back-test a trigger rule" },
  access: { kind: "device", level: "read", field: "things_id" },
  audited: false,
  rateLimit: { perMinute: 120, per: "user" },
  params: z.object({ things_id: idOf("device") }),
  body: z.object({ ...testedRange, ...ruleDraft.shape }),
  reply: z.object({ data: result }),
  errors: backTestErrors,
});
