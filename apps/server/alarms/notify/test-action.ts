import type { EscalationKind } from "@canopy/contract/alarms/action-kinds";
import { readTarget } from "@canopy/contract/alarms/action-target";
import type { TestedTarget, testAlarmAction } from "@canopy/contract/alarms/action-test";
import { alarmText } from "@canopy/contract/alarms/alarm-text";
import { noticeText } from "@canopy/contract/alarms/notice-texts";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { z } from "zod";
import type { LimitOf } from "../../capacity/limits.ts";
import { monthOf } from "../../capacity/traffic-store.ts";
import type { Providers } from "../../messages/find-providers.ts";
import { sendNow } from "../../messages/send-message.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { withKeptSecrets } from "../rules/rule-secrets.ts";
import { findRule } from "../rules/rule-store.ts";
import { takeAlert } from "./notice-store.ts";
import { templateOf } from "./template-store.ts";

export interface ActionTestServices {
  readonly db: Db;
  readonly secret: string;
  readonly limitOf: LimitOf;
  readonly providers: Pick<Providers, "find">;
  now(): number;
}

type ActionTest = z.output<typeof testAlarmAction.body>;

/** A value that stands for one that the rule would have fired at. */
const SAMPLE_VALUE = 58.3;
/** Chosen by the tenant, so that the reason of a failure is for the tenant; the others are the operator's. */
const OWN_TARGETS: ReadonlySet<EscalationKind> = new Set(["feishu", "webhook"]);

/** TRG-06: the text as the rule would send it now, to each recipient at once. */
export async function testAction(
  services: ActionTestServices,
  caller: Caller,
  test: ActionTest,
): Promise<TestedTarget[]> {
  const secret = await secretsOf(services.db, caller, test);
  const list: TestedTarget[] = [];
  for (const target of test.targets) list.push({ target, ...(await sendOne(services, caller, test, secret(target))) });
  return list;
}

async function sendOne(
  { db, secret, limitOf, providers, now }: ActionTestServices,
  { tenantId }: Caller,
  { kind, name, level, description, device }: ActionTest,
  text: string,
): Promise<Omit<TestedTarget, "target">> {
  const target = readTarget(kind, text);
  if (target === undefined) return { result: "target" };
  const isCounted = kind === "sms" || kind === "voice";
  if (isCounted && !(await takeAlert(db, tenantId, monthOf(now()), await limitOf(tenantId, "alert_sms"))))
    return { result: "quota" };
  const facts = { device, value: SAMPLE_VALUE, timeMs: now() };
  const shown = { rule: name, level, device, channel: 0, value: SAMPLE_VALUE, peak: SAMPLE_VALUE, time: now() };
  const notice = noticeText(
    "test",
    { ...shown, description: alarmText(description, facts) },
    undefined,
    await templateOf(db, kind),
  );
  const message = { tenantId, channel: kind, ...target, ...notice, template: "notice" } as const;
  const sent = await sendNow(db, providers, message, secret);
  if (sent.kind !== "failed") return { result: sent.kind };
  return { result: "failed", ...(OWN_TARGETS.has(kind) && { problem: sent.problem }) };
}

/** A URL that comes without its signing secret has the one that the saved rule has for it. */
async function secretsOf(db: Db, caller: Caller, { rule_id, kind }: ActionTest): Promise<(target: string) => string> {
  if (rule_id === undefined) return (target) => target;
  const kept = await findRule(db, caller, rule_id);
  if (kept === undefined) throw new ApiError(platformErrors.notFound, { field: "rule_id" });
  return (target) => {
    const action = { kind, targets: [target], every_min: 0 };
    return withKeptSecrets({ actions: [action], escalate: null }, kept).actions[0]?.targets[0] ?? target;
  };
}
