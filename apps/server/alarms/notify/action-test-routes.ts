import { getAlertUsage, testAlarmAction } from "@canopy/contract/alarms/action-test";
import { monthOf } from "../../capacity/traffic-store.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { alertsOf } from "./notice-store.ts";
import { type ActionTestServices, testAction } from "./test-action.ts";

/** TRG-04, TRG-06 */
export function actionTestRoutes(services: ActionTestServices): Route[] {
  const { db, limitOf, now } = services;
  return [
    route(getAlertUsage, async ({ caller: { tenantId } }) => ({
      data: { used: await alertsOf(db, tenantId, monthOf(now())), limit: await limitOf(tenantId, "alert_sms") },
    })),
    route(testAlarmAction, async ({ caller, body }) => ({ list: await testAction(services, caller, body) })),
  ];
}
