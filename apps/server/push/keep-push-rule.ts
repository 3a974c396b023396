import { randomBytes } from "node:crypto";
import { platformErrors } from "@canopy/contract/platform/errors";
import { pushErrors } from "@canopy/contract/push/errors";
import type { PushContent, PushCounts, PushRule } from "@canopy/contract/push/rules";
import { templateFields, templateProblem } from "@canopy/contract/push/template";
import { dbcErrors } from "@canopy/contract/signals/dbc-errors";
import type { LimitOf } from "../capacity/limits.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { isPrivateHost } from "../platform/outside/public-address.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { findSignal } from "../signals/bindings/find-signal.ts";
import { lockDbc } from "../signals/dbc/dbc-store.ts";
import { parsedDbc } from "../signals/dbc/parsed-dbc.ts";
import {
  changePushRule,
  countPushRules,
  enablePush,
  findPushRule,
  hasPushScope,
  insertPushRule,
  lockPushRules,
  removePushRule,
  sealSecret,
} from "./push-rule-store.ts";

export interface PushRuleServices {
  readonly db: Db;
  /** Of the installation. */
  readonly secret: string;
  /** Webhooks of tenants may lead into the operator's own network. */
  readonly privateTargets: boolean;
  readonly limitOf: LimitOf;
  /** CAP-02: deliveries of a tenant in this month. */
  pushesOf(tenantId: string): Promise<number>;
}

export async function pushCounts(
  { db, limitOf, pushesOf }: PushRuleServices,
  { tenantId }: Caller,
): Promise<PushCounts> {
  const [rules, flow] = [await countPushRules(db, tenantId), await pushesOf(tenantId)];
  const [rules_limit, flow_limit] = [await limitOf(tenantId, "push_rule"), await limitOf(tenantId, "push_flow")];
  return { rules, rules_limit, flow, flow_limit, tps_limit: await limitOf(tenantId, "push_tps") };
}

export function makePushRule(
  services: PushRuleServices,
  caller: Caller,
  content: PushContent,
): Promise<{ data: PushRule; secret: string }> {
  return changing(services, caller, async (db) => {
    checkTarget(services, content.url);
    await checkDraft(db, caller.tenantId, content);
    const limit = await services.limitOf(caller.tenantId, "push_rule");
    if (limit !== null && (await countPushRules(db, caller.tenantId)) >= limit)
      throw new ApiError(pushErrors.ruleLimit, { values: { limit } });
    const secret = content.secret ?? randomBytes(24).toString("base64url");
    const id = await insertPushRule(db, caller, content, sealSecret(services.secret, secret));
    if (id === undefined) throw nameTaken(content.name);
    return { data: must(await findPushRule({ db, secret: services.secret }, caller.tenantId, id)), secret };
  });
}

export function updatePush(
  services: PushRuleServices,
  caller: Caller,
  id: string,
  content: PushContent,
): Promise<PushRule> {
  const { tenantId } = caller;
  return changing(services, caller, async (db) => {
    must(await findPushRule({ db, secret: services.secret }, tenantId, id));
    checkTarget(services, content.url);
    await checkDraft(db, tenantId, content);
    const sealed = content.secret === undefined ? null : sealSecret(services.secret, content.secret);
    if (!(await changePushRule(db, tenantId, id, content, sealed))) throw nameTaken(content.name);
    return must(await findPushRule({ db, secret: services.secret }, tenantId, id));
  });
}

export function setPushEnabled(
  services: PushRuleServices,
  caller: Caller,
  id: string,
  enabled: boolean,
): Promise<PushRule> {
  return changing(services, caller, async (db) => {
    must(await findPushRule({ db, secret: services.secret }, caller.tenantId, id));
    await enablePush(db, caller.tenantId, id, enabled);
    return must(await findPushRule({ db, secret: services.secret }, caller.tenantId, id));
  });
}

export function dropPushRule(services: PushRuleServices, caller: Caller, id: string): Promise<void> {
  return changing(services, caller, async (db) => {
    const { enabled } = must(await findPushRule({ db, secret: services.secret }, caller.tenantId, id));
    if (enabled) throw new ApiError(pushErrors.ruleStillEnabled);
    await removePushRule(db, caller.tenantId, id);
  });
}

function changing<T>({ db }: PushRuleServices, { tenantId }: Caller, change: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await lockPushRules(transaction, tenantId);
    return change(transaction);
  });
}

/** An address that is private by its name alone; what a name leads to is checked with every connection. */
export function checkTarget({ privateTargets }: Pick<PushRuleServices, "privateTargets">, url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (isPrivateHost(host) && !privateTargets)
    throw new ApiError(pushErrors.privateUrl, { field: "url", values: { host } });
}

type Draft = Pick<PushContent, "scope" | "source" | "template">;

/** Devices, signals and template of a rule, whether it is saved or tried. */
export async function checkDraft(db: Db, tenantId: string, { scope, source, template }: Draft): Promise<void> {
  if (!(await hasPushScope(db, tenantId, scope))) throw new ApiError(platformErrors.notFound, { field: "scope" });
  if (source.kind === "signals")
    for (const signal of source.signals) {
      const file = await lockDbc(db, tenantId, signal.dbc_id);
      if (!file) throw new ApiError(platformErrors.notFound, { field: "source" });
      if (file.state === "draft") throw new ApiError(dbcErrors.dbcIsDraft, { field: "source" });
      const parsed = await parsedDbc(db, tenantId, signal.dbc_id);
      if (!parsed || !findSignal(parsed.dbc, signal))
        throw new ApiError(pushErrors.signalUnknown, { field: "source", values: { signal: signal.signal } });
    }
  const problem = templateProblem(template, templateFields(source));
  if (problem === undefined) return;
  const { kind, name, line, column } = problem;
  const error = kind === "field" ? pushErrors.templateField : pushErrors.templateJson;
  throw new ApiError(error, { field: "template", values: { name, line, column } });
}

const nameTaken = (name: string) => new ApiError(pushErrors.nameTaken, { field: "name", values: { name } });

const must = (found: PushRule | undefined): PushRule => {
  if (found === undefined) throw new ApiError(platformErrors.notFound);
  return found;
};
