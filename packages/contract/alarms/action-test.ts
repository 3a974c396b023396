import { z } from "zod";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { idOf } from "../platform/resource.ts";
import { ESCALATION_KINDS } from "./action-kinds.ts";
import { MAX_ALARM_TEXT } from "./alarm-text.ts";
import { actionTargets, MAX_IMPORTED_NAME, RULE_LEVELS } from "./rule-content.ts";

/** TRG-04: text messages and calls of this month; a null limit: any number. */
const alertUsage = z.object({ used: z.number(), limit: z.number().nullable() });
export type AlertUsage = z.output<typeof alertUsage>;

export const getAlertUsage = endpoint({
  name: "alarms.getAlertUsage",
  method: "GET",
  path: "/alarm-alert-usage",
  summary: { zh: "本月短信与语音用量", en: "Text messages and calls of this month" },
  rateLimit: RATE.normal,
  access: { kind: "tenant", level: "read" },
  audited: false,
  reply: z.object({ data: alertUsage }),
});

/** kept: no provider is set up, and the operator finds it in the outbox. */
export const ACTION_TEST_RESULTS = ["sent", "kept", "failed", "target", "quota"] as const;

const tested = z.object({
  target: z.string(),
  result: z.enum(ACTION_TEST_RESULTS),
  /** Of a failed webhook: why. */
  problem: z.string().optional(),
});
export type TestedTarget = z.output<typeof tested>;

/** TRG-06: sends the text of a rule at once, so that one sees that it arrives; text messages and calls count. */
export const testAlarmAction = endpoint({
  name: "alarms.testAlarmAction",
  method: "POST",
  path: "/alarm-action-test",
  summary: { zh: "测试触发动作", en: "Try an action of a rule" },
  rateLimit: { perMinute: 20, per: "user" },
  access: { kind: "tenant", level: "write" },
  audited: true,
  body: z.object({
    /** The saved rule, whose signing secrets are used. */
    rule_id: idOf("alarmRule").optional(),
    kind: z.enum(ESCALATION_KINDS),
    targets: actionTargets.min(1),
    name: z.string().trim().max(MAX_IMPORTED_NAME).default(""),
    level: z.enum(RULE_LEVELS).default("ordinary"),
    description: z.string().trim().max(MAX_ALARM_TEXT).default(""),
    device: z.string().trim().max(128).default(""),
  }),
  reply: z.object({ list: z.array(tested) }),
});
