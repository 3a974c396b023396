import { ruleErrors } from "@canopy/contract/alarms/errors";
import { keptRule, MAX_RULE_NAME, type RuleContent, type RuleScope } from "@canopy/contract/alarms/rule-content";
import type { AlarmRule, RuleCounts } from "@canopy/contract/alarms/rules";
import { platformErrors } from "@canopy/contract/platform/errors";
import { dbcErrors } from "@canopy/contract/signals/dbc-errors";
import type { LimitOf } from "../../capacity/limits.ts";
import { checkMaySend } from "../../devices/link/sending-rule.ts";
import { hasGroup } from "../../devices/types/has-group.ts";
import { lockFences } from "../../places/fence-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { lockComputedSignal } from "../../signals/bindings/computed-store.ts";
import { lockDbc } from "../../signals/dbc/dbc-store.ts";
import { conditionSources } from "../watch/condition-sources.ts";
import { checkSources } from "./check-sources.ts";
import { withKeptSecrets } from "./rule-secrets.ts";
import {
  changeRule,
  countRules,
  endEventsOf,
  findRule,
  hasName,
  insertRule,
  levelOnThing,
  lockRules,
  removeRule,
  setEnabled,
} from "./rule-store.ts";

export interface RuleServices {
  readonly db: Db;
  readonly limitOf: LimitOf;
  /** Called after the change is in the database. */
  rulesChanged(tenantId: string): void;
}

/** TRG-01, TRG-02 */
export async function ruleCounts({ db, limitOf }: RuleServices, caller: Caller): Promise<RuleCounts> {
  const counts = await countRules(db, caller);
  const limit = (name: "alert_rule" | "alert_rule_user") => limitOf(caller.tenantId, name);
  return { ...counts, own_limit: await limit("alert_rule_user"), tenant_limit: await limit("alert_rule") };
}

export function makeRule(services: RuleServices, caller: Caller, content: RuleContent): Promise<AlarmRule> {
  return changing(services, caller, (db) => addRule({ ...services, db }, caller, content));
}

/** Inside a transaction that holds the lock of the tenant's rules. */
export async function addRule(services: RuleServices, caller: Caller, content: RuleContent): Promise<AlarmRule> {
  const { db } = services;
  await checkScope(db, caller, content.scope);
  await checkContent(db, caller, content);
  const { own, own_limit, tenant, tenant_limit } = await ruleCounts(services, caller);
  if (own_limit !== null && own >= own_limit)
    throw new ApiError(ruleErrors.ruleUserLimit, { values: { limit: own_limit } });
  if (tenant_limit !== null && tenant >= tenant_limit)
    throw new ApiError(ruleErrors.ruleSystemLimit, { values: { limit: tenant_limit } });
  const id = await insertRule(db, caller, await withFenceNames(db, caller.tenantId, content));
  if (id === undefined) throw nameTaken(content.name);
  return must(await findRule(db, caller, id));
}

export function updateRule(
  services: RuleServices,
  caller: Caller,
  id: string,
  content: RuleContent,
): Promise<AlarmRule> {
  return changing(services, caller, async (db) => {
    const kept = await mustMayChange(db, caller, id);
    await checkScope(db, caller, content.scope);
    await checkContent(db, caller, content);
    const named = await withFenceNames(db, caller.tenantId, withKeptSecrets(content, kept));
    if (!(await changeRule(db, caller, id, named))) throw nameTaken(content.name);
    await endEventsOf(db, caller.tenantId, id);
    return must(await findRule(db, caller, id));
  });
}

export function enableRule(services: RuleServices, caller: Caller, id: string, enabled: boolean): Promise<AlarmRule> {
  return changing(services, caller, async (db) => {
    const rule = await mustMayChange(db, caller, id);
    if (enabled) await checkCommands(db, caller, rule);
    await setEnabled(db, caller.tenantId, id, enabled);
    if (!enabled) await endEventsOf(db, caller.tenantId, id);
    return must(await findRule(db, caller, id));
  });
}

/** As it is, with its secrets; it watches nothing until somebody has looked at it. */
export function copyRule(services: RuleServices, caller: Caller, id: string): Promise<AlarmRule> {
  return changing(services, caller, async (db) => {
    const content = keptRule.parse(must(await findRule(db, caller, id)));
    const name = await freeName(db, caller.tenantId, content.name);
    return addRule({ ...services, db }, caller, { ...content, name, enabled: false });
  });
}

export function dropRule(services: RuleServices, caller: Caller, id: string): Promise<void> {
  return changing(services, caller, async (db) => {
    const { enabled } = await mustMayChange(db, caller, id);
    if (enabled) throw new ApiError(ruleErrors.ruleStillEnabled);
    await removeRule(db, caller.tenantId, id);
  });
}

export async function changing<T>(
  { db, rulesChanged }: RuleServices,
  { tenantId }: Caller,
  change: (db: Db) => Promise<T>,
): Promise<T> {
  const result = await db.transaction().execute(async (transaction) => {
    await lockRules(transaction, tenantId);
    return change(transaction);
  });
  rulesChanged(tenantId);
  return result;
}

async function mustMayChange(db: Db, caller: Caller, id: string): Promise<AlarmRule> {
  const rule = must(await findRule(db, caller, id));
  await mustMayWatch(db, caller, rule.scope);
  return rule;
}

/**
 * A rule tells values of its device and can send commands to it, so that it needs the level of a command; one on several
 * devices, which may be other ones tomorrow, is a manager's.
 */
async function mustMayWatch(db: Db, caller: Caller, scope: RuleScope): Promise<void> {
  if (scope.kind !== "device") {
    if (caller.role === "sub") throw new ApiError(ruleErrors.ruleFleet, { field: "scope" });
    return;
  }
  const level = await levelOnThing(db, caller, scope.id);
  if (level === "none") throw new ApiError(platformErrors.notFound, { field: "scope" });
  if (level === "read") throw new ApiError(platformErrors.forbidden, { field: "scope" });
}

/** DEV-04: of what is saved alone. A rule on a type that is offered no more can still be disabled and deleted. */
async function checkScope(db: Db, caller: Caller, scope: RuleScope): Promise<void> {
  const isGroup = scope.kind === "label" || scope.kind === "type";
  if (isGroup && !(await hasGroup(db, caller.tenantId, scope.kind, scope.id)))
    throw new ApiError(platformErrors.notFound, { field: "scope" });
  await mustMayWatch(db, caller, scope);
}

/** DEV-06: whoever saves or enables a rule that sends frames must be one who may. */
async function checkCommands(db: Db, caller: Caller, { actions, recover }: RuleContent): Promise<void> {
  const commands = [...actions.map(({ command }) => command), recover.command];
  if (commands.some((command) => command?.method === "frames.send"))
    await checkMaySend(db, caller.tenantId, caller.role);
}

async function checkContent(db: Db, caller: Caller, content: RuleContent): Promise<void> {
  await checkCommands(db, caller, content);
  // What a rule names is locked: it is not deleted meanwhile.
  for (const condition of content.conditions) {
    if (condition.kind === "computed") await lockComputedSignal(db, caller.tenantId, condition.computed);
    if (condition.kind !== "signal") continue;
    const file = await lockDbc(db, caller.tenantId, condition.dbc_id);
    if (!file) throw new ApiError(platformErrors.notFound, { field: "conditions" });
    if (file.state === "draft") throw new ApiError(dbcErrors.dbcIsDraft, { field: "conditions" });
  }
  checkSources(await conditionSources(db, caller.tenantId, content.conditions), content.conditions);
}

/** The fences are locked: one in a rule is not deleted. */
async function withFenceNames(db: Db, tenantId: string, content: RuleContent): Promise<RuleContent> {
  const ids = content.conditions.flatMap((condition) => (condition.kind === "fence" ? [condition.fence_id] : []));
  if (ids.length === 0) return content;
  const names = await lockFences(db, tenantId, ids);
  const conditions = content.conditions.map((condition) => {
    if (condition.kind !== "fence") return condition;
    const fence_name = names.get(condition.fence_id.toLowerCase());
    if (fence_name === undefined) throw new ApiError(platformErrors.notFound, { field: "conditions" });
    return { ...condition, fence_id: condition.fence_id.toLowerCase(), fence_name };
  });
  return { ...content, conditions };
}

/** "Cell too hot (2)". */
async function freeName(db: Db, tenantId: string, name: string): Promise<string> {
  const stem = name.replace(/ \(\d+\)$/, "");
  for (let n = 2; ; n++) {
    const end = ` (${n})`;
    const free = `${stem.slice(0, MAX_RULE_NAME - end.length)}${end}`;
    if (!(await hasName(db, tenantId, free))) return free;
  }
}

const nameTaken = (name: string) => new ApiError(ruleErrors.ruleNameTaken, { field: "name", values: { name } });

const must = (found: AlarmRule | undefined): AlarmRule => {
  if (found === undefined) throw new ApiError(platformErrors.notFound);
  return found;
};
