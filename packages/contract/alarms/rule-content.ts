import { z } from "zod";
import { ACTION_KINDS, type ActionKind, ESCALATION_KINDS } from "./action-kinds.ts";
import { readTarget } from "./action-target.ts";
import { MAX_ALARM_TEXT } from "./alarm-text.ts";
import { type Condition, condition } from "./conditions.ts";
import { ruleErrors } from "./errors.ts";
import { weeklyHours } from "./weekly-hours.ts";

/** TRG-01 */
export const RULE_LEVELS = ["tip", "ordinary", "urgent"] as const;
export type RuleLevel = (typeof RULE_LEVELS)[number];
/** What the conditions of a rule are on. */
export const RULE_DATA = ["raw", "dbc", "fence", "bus"] as const;
export type RuleData = (typeof RULE_DATA)[number];
/** The channel of an event of the device as a whole; no channel has this number. */
export const WHOLE_DEVICE = 255;
export const MAX_CONDITIONS = 5;
export const MAX_RULE_NAME = 50;
export const MAX_IMPORTED_NAME = 128;
/** Seconds that a condition must be true, or be over. */
const MAX_SETTLE_S = 3600;
const MAX_TARGETS = 10;
export const MAX_ACTION_MINUTES = 7 * 24 * 60;
const DAY_MINUTES = 24 * 60;

/** TRG-04: the shortest time between two actions of a rule on a device, in minutes. */
export const ACTION_FLOOR_MINUTES: Record<ActionKind, number> = {
  email: 60,
  sms: 60,
  voice: 60,
  command: 1,
  feishu: 1,
  webhook: 1,
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The devices a rule watches. */
export const ruleScope = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("all") }),
  z.object({ kind: z.literal("device"), id: z.string().regex(UUID) }),
  z.object({ kind: z.literal("label"), id: z.string().regex(UUID) }),
  z.object({ kind: z.literal("type"), id: z.string().regex(UUID) }),
]);
export type RuleScope = z.output<typeof ruleScope>;

const command = z.object({ method: z.string().trim().min(1).max(64), params: z.record(z.string(), z.unknown()) });
export type RuleCommand = z.output<typeof command>;

/** Addresses, numbers or URLs, by the kind of action. */
export const actionTargets = z.array(z.string().trim().min(1).max(500)).max(MAX_TARGETS);
const targets = actionTargets.default([]);

export const ruleAction = z
  .object({
    kind: z.enum(ACTION_KINDS),
    targets,
    command: command.optional(),
    every_min: z.number().int().max(MAX_ACTION_MINUTES),
  })
  .superRefine(({ kind, targets: to, command: sent, every_min }, context) => {
    const refuse = (path: string, code: string) => context.addIssue({ code: "custom", path: [path], message: code });
    if (every_min < ACTION_FLOOR_MINUTES[kind]) refuse("every_min", ruleErrors.actionTooOften.code);
    if (kind === "command" && sent === undefined) refuse("command", ruleErrors.actionCommand.code);
    if (kind !== "command" && to.length === 0) refuse("targets", ruleErrors.actionTargets.code);
  });
export type RuleAction = z.output<typeof ruleAction>;

const escalation = z.object({
  after_min: z.number().int().min(1).max(DAY_MINUTES),
  kind: z.enum(ESCALATION_KINDS),
  targets: targets.refine((list) => list.length > 0, ruleErrors.actionTargets.code),
});

const fields = {
  scope: ruleScope.default({ kind: "all" }),
  /** Null: every channel, each with a state of its own. */
  channel: z.number().int().min(0).max(255).nullable().default(null),
  data: z.enum(RULE_DATA).optional(),
  conditions: z
    .array(condition)
    .min(1, ruleErrors.ruleConditions.code)
    .max(MAX_CONDITIONS, ruleErrors.ruleConditions.code),
  connector: z.enum(["and", "or"]).default("and"),
  /** How long it must be true; without a value 0 for raw frames and the bus, 1 s for a signal, 30 s for a fence. */
  hold_s: z.number().min(0).max(MAX_SETTLE_S).optional(),
  /** False for this long is over. */
  recover_s: z.number().min(0).max(MAX_SETTLE_S).default(10),
  /** A value that no longer comes still counts for this long; at least three cycles and 5 s. */
  timeout_s: z.number().min(0).max(60).default(0),
  mode: z.enum(["edge", "every"]).default("edge"),
  level: z.enum(RULE_LEVELS).default("ordinary"),
  share: z.boolean().default(false),
  description: z.string().trim().max(MAX_ALARM_TEXT).default(""),
  actions: z.array(ruleAction).max(ACTION_KINDS.length).default([]),
  recover: z.object({ notify: z.boolean().default(false), command: command.optional() }).default({ notify: false }),
  hours: weeklyHours.nullable().default(null),
  escalate: escalation.nullable().default(null),
};

/** The part of a rule that decides when it fires and what it would send. */
export const ruleDraft = z.object({
  channel: fields.channel,
  conditions: fields.conditions,
  connector: fields.connector,
  hold_s: fields.hold_s,
  recover_s: fields.recover_s,
  timeout_s: fields.timeout_s,
  mode: fields.mode,
  actions: fields.actions,
});
export type RuleDraft = z.output<typeof ruleDraft>;

interface Checked {
  data?: RuleData | undefined;
  channel: number | null;
  conditions: Condition[];
  actions: RuleAction[];
  escalate: z.output<typeof escalation> | null;
}

function checkContent(content: Checked, context: z.RefinementCtx): void {
  const { actions, escalate } = content;
  const refuse = (path: string, code: string) => context.addIssue({ code: "custom", path: [path], message: code });
  const trouble = dataTrouble(content);
  if (trouble) refuse(...trouble);
  if (new Set(actions.map(({ kind }) => kind)).size < actions.length) refuse("actions", ruleErrors.actionTwice.code);
  if (!actions.every(hasAddresses)) refuse("actions", ruleErrors.actionTarget.code);
  if (escalate && !hasAddresses(escalate)) refuse("escalate", ruleErrors.actionTarget.code);
}

/** TRG-06: as the notifier reads them. */
const hasAddresses = ({ kind, targets: to }: { readonly kind: ActionKind; readonly targets: readonly string[] }) =>
  kind === "command" || to.every((target) => readTarget(kind, target) !== undefined);

function dataTrouble({ data, channel, conditions }: Checked): [path: string, code: string] | undefined {
  const count = (wanted: Condition["kind"]) => conditions.filter(({ kind }) => kind === wanted).length;
  const [fences, bus] = [count("fence"), count("bus")];
  if (count("signal") + count("computed") > 1) return ["conditions", ruleErrors.ruleOneSignal.code];
  if (fences > 0 && fences < conditions.length) return ["conditions", ruleErrors.ruleFencesAlone.code];
  if (bus > 0 && bus < conditions.length) return ["conditions", ruleErrors.ruleBusAlone.code];
  if (channel === null && conditions.length > 1 && conditions.some(isSilence))
    return ["conditions", ruleErrors.ruleDeviceSilence.code];
  if (data !== undefined && data !== dataOf(conditions)) return ["data", ruleErrors.ruleData.code];
  return undefined;
}

const isSilence = (condition: Condition): boolean => condition.kind === "bus" && condition.metric === "silence";

/** TRG-01: what a rule watches. */
export function dataOf(conditions: readonly { readonly kind: string }[]): RuleData {
  if (conditions.some(({ kind }) => kind === "fence")) return "fence";
  if (conditions.some(({ kind }) => kind === "bus")) return "bus";
  return conditions.some(({ kind }) => kind === "signal" || kind === "computed") ? "dbc" : "raw";
}

/** Whether it watches the device as a whole: no frame comes from any of its channels. */
export const isOnWholeDevice = (rule: {
  readonly channel: number | null;
  readonly conditions: readonly Condition[];
}): boolean => rule.channel === null && rule.conditions.some(isSilence);

const named = (longest: number, code: string) => z.string().trim().min(1, code).max(longest, code);

export const ruleContent = z
  .object({ name: named(MAX_RULE_NAME, ruleErrors.ruleName.code), ...fields, enabled: z.boolean().default(false) })
  .superRefine(checkContent);
export type RuleContent = z.output<typeof ruleContent>;

/** A rule that is kept: it may be older than a check of today. */
export const keptRule = z.object({
  name: named(MAX_IMPORTED_NAME, ruleErrors.ruleImportName.code),
  ...fields,
  enabled: z.boolean().default(false),
});

/** TRG-02: as a file of rules has it. */
export const importedRule = keptRule.superRefine(checkContent);

/** Seconds that a condition must be true: of a fence, the time on the other side of the border (GPS-03). */
const DEFAULT_HOLD_S: Readonly<Record<RuleData, number>> = { raw: 0, dbc: 1, fence: 30, bus: 0 };

export const holdSeconds = (rule: {
  readonly hold_s?: number | undefined;
  readonly conditions: readonly { readonly kind: string }[];
}): number => rule.hold_s ?? DEFAULT_HOLD_S[dataOf(rule.conditions)];
