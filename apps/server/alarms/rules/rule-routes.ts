import { alarmAnswers } from "@canopy/contract/alarms/answers";
import { keptRule } from "@canopy/contract/alarms/rule-content";
import {
  copyAlarmRule,
  createAlarmRule,
  deleteAlarmRule,
  enableAlarmRule,
  exportAlarmRules,
  getAlarmRule,
  importAlarmRules,
  type ListedRule,
  listAlarmRules,
  updateAlarmRule,
} from "@canopy/contract/alarms/rules";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import type { RuleStateReader } from "../../frames/store/rule-states.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { importRules } from "./import-rules.ts";
import { copyRule, dropRule, enableRule, makeRule, type RuleServices, ruleCounts, updateRule } from "./keep-rule.ts";
import { type FoundRule, rulesOf } from "./rule-list-store.ts";
import { phaseOf } from "./rule-phases.ts";
import { withoutSecrets } from "./rule-secrets.ts";
import { findRule, levelOnThing } from "./rule-store.ts";

/** More than any tenant has. */
const ALL = 10_000;

interface RuleRouteServices extends RuleServices {
  readonly ruleStates: RuleStateReader;
}

/** TRG-01, TRG-02 */
export function ruleRoutes(services: RuleRouteServices): Route[] {
  const { db } = services;
  return [
    route(listAlarmRules, async ({ caller, query }) => {
      const { current_page, page_size, things_id } = query;
      if (things_id !== undefined && (await levelOnThing(db, caller, things_id)) === "none")
        throw new ApiError(platformErrors.notFound);
      const wanted = { ...query, limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await rulesOf(db, caller, wanted);
      const counts = await ruleCounts(services, caller);
      const phased = await withPhases(services, caller.tenantId, list, things_id);
      return { list: phased.map(withoutSecrets), pagination: { current_page, page_size, total_size: total }, counts };
    }),
    route(getAlarmRule, async ({ caller, params }) => {
      const data = await findRule(db, caller, params.rule_id);
      if (!data) throw new ApiError(platformErrors.notFound);
      return { data: withoutSecrets(data) };
    }),
    route(createAlarmRule, async ({ caller, body }) => ({
      data: withoutSecrets(await makeRule(services, caller, body)),
    })),
    route(updateAlarmRule, async ({ caller, params, body }) => ({
      data: withoutSecrets(await updateRule(services, caller, params.rule_id, body)),
    })),
    route(enableAlarmRule, async ({ caller, params, body }) => ({
      data: withoutSecrets(await enableRule(services, caller, params.rule_id, body.enabled)),
    })),
    route(copyAlarmRule, async ({ caller, params }) => ({
      data: withoutSecrets(await copyRule(services, caller, params.rule_id)),
    })),
    route(deleteAlarmRule, async ({ caller, params, language }) => {
      await dropRule(services, caller, params.rule_id);
      return { message: alarmAnswers.ruleDeleted[language] };
    }),
    route(exportAlarmRules, async ({ caller }) => {
      const { list } = await rulesOf(db, caller, { keyword: "", limit: ALL, offset: 0 });
      return { rules: list.map((rule) => keptRule.parse(withoutSecrets(rule))) };
    }),
    route(importAlarmRules, async ({ caller, body, language }) => {
      const rows = await importRules(services, caller, body.rules, language);
      const added = rows.filter(({ ok }) => ok).length;
      return { added, failed: rows.length - added, rows };
    }),
  ];
}

/** The frame server knows what the rules do on a device at this moment. */
async function withPhases(
  { db, ruleStates }: RuleRouteServices,
  tenantId: string,
  list: readonly FoundRule[],
  thingsId: string | undefined,
): Promise<ListedRule[]> {
  const device = thingsId === undefined ? undefined : await findDevice(db, tenantId, thingsId);
  const states = device && (await asUnavailable(() => ruleStates.of(device.bindingNumber)));
  return list.map((found) => {
    const { version, ...rule } = found;
    return { ...rule, phase: states ? phaseOf(found, states) : null };
  });
}
