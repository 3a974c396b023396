import { alarmErrors, ruleErrors } from "@canopy/contract/alarms/errors";
import { createAlarmMute } from "@canopy/contract/alarms/mutes";
import type { RuleScope } from "@canopy/contract/alarms/rule-content";
import { createAlarmRule, enableAlarmRule, type RuleCounts } from "@canopy/contract/alarms/rules";
import type { Thing } from "@canopy/contract/devices/thing";
import { callDenied, isManager } from "../../accounts/permissions.ts";
import { codeText } from "../../platform/error-texts.ts";
import { translate } from "../../platform/i18n.ts";
import "../../ui/texts.ts";
import "../texts.ts";

type RuledDevice = Pick<Thing, "level" | "name">;

const writeDenied = (device: RuledDevice | undefined) =>
  device && device.level !== "write" ? translate("ui.rights.write", { device: device.name }) : undefined;

/** USR-03: a rule on several devices is a manager's. */
export const mayWatch = (kind: RuleScope["kind"]): boolean => kind === "device" || isManager();

/** Why the user may not change a rule; undefined: allowed. A rule on the device needs the level on it. */
export const changeDenied = (scope: RuleScope, device: RuledDevice | undefined): string | undefined =>
  (mayWatch(scope.kind) ? undefined : codeText(ruleErrors.ruleFleet.code)) ??
  (scope.kind === "device" ? writeDenied(device) : undefined) ??
  callDenied(enableAlarmRule);

export const createDenied = (device: RuledDevice | undefined): string | undefined =>
  writeDenied(device) ?? callDenied(createAlarmRule);

/** USR-03: a mute of a rule is on this device, or on the device of the rule; on several it is the manager's. */
export function muteDenied(scope: RuleScope, device: RuledDevice | undefined): string | undefined {
  const isFleet = !device && scope.kind !== "device" && !isManager();
  return (
    writeDenied(device) ?? (isFleet ? codeText(alarmErrors.muteRights.code) : undefined) ?? callDenied(createAlarmMute)
  );
}

/** TRG-01: why no rule can be added, with the number; undefined: there is room. */
export function fullText(counts: RuleCounts | undefined): string | undefined {
  if (!counts) return undefined;
  const { own, own_limit, tenant, tenant_limit } = counts;
  if (tenant_limit !== null && tenant >= tenant_limit)
    return translate("alarms.rules.tenantFull", { limit: tenant_limit });
  if (own_limit !== null && own >= own_limit) return translate("alarms.rules.ownFull", { limit: own_limit });
  return undefined;
}
