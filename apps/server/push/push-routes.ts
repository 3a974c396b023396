import { platformErrors } from "@canopy/contract/platform/errors";
import { pushAnswers } from "@canopy/contract/push/answers";
import {
  createPushRule,
  deletePushRule,
  enablePushRule,
  getPushRule,
  listPushRules,
  previewPush,
  testPush,
  updatePushRule,
} from "@canopy/contract/push/rules";
import { asUnavailable } from "../frames/as-unavailable.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import {
  checkDraft,
  dropPushRule,
  makePushRule,
  type PushRuleServices,
  pushCounts,
  setPushEnabled,
  updatePush,
} from "./keep-push-rule.ts";
import { renderPush } from "./preview-push.ts";
import { findPushRule, pushRulesOf } from "./push-rule-store.ts";
import { sendTest, type TestServices } from "./send-test.ts";

/** CAP-01 */
export function pushRoutes(services: PushRuleServices & TestServices): Route[] {
  const { db } = services;
  return [
    route(listPushRules, async ({ caller, query }) => {
      const { current_page, page_size } = query;
      const { list, total } = await pushRulesOf(services, caller.tenantId, query);
      const pagination = { current_page, page_size, total_size: total };
      return { list, pagination, counts: await pushCounts(services, caller) };
    }),
    route(getPushRule, async ({ caller, params }) => {
      const data = await findPushRule(services, caller.tenantId, params.rule_id);
      if (!data) throw new ApiError(platformErrors.notFound);
      return { data };
    }),
    route(createPushRule, ({ caller, body }) => makePushRule(services, caller, body)),
    route(updatePushRule, async ({ caller, params, body }) => ({
      data: await updatePush(services, caller, params.rule_id, body),
    })),
    route(enablePushRule, async ({ caller, params, body }) => ({
      data: await setPushEnabled(services, caller, params.rule_id, body.enabled),
    })),
    route(deletePushRule, async ({ caller, params, language }) => {
      await dropPushRule(services, caller, params.rule_id);
      return { message: pushAnswers.ruleDeleted[language] };
    }),
    route(previewPush, async ({ caller, body }) => {
      await checkDraft(db, caller.tenantId, body);
      const { preview } = await asUnavailable(() => renderPush(services, caller.tenantId, body));
      return { data: preview };
    }),
    route(testPush, async ({ caller, body }) => ({
      data: await asUnavailable(() => sendTest(services, caller.tenantId, body)),
    })),
  ];
}
