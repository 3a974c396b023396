import { isWithinHours } from "@canopy/contract/alarms/weekly-hours";
import type { ChangedRule } from "./changed-rule.ts";
import type { ContextMute } from "./relay-context.ts";

/** TRG-04: while a rule is muted on a device, or outside its hours, nothing is sent; each action asks anew. */
export const isSilent = (rule: ChangedRule, mutes: readonly ContextMute[], nowMs: number): boolean =>
  !isWithinHours(rule.content.hours, nowMs) ||
  mutes.some((mute) => isOf(mute, rule) && isWithinHours(mute.hours, nowMs));

const isOf = (mute: ContextMute, { tenantId, ruleId, thingsId }: ChangedRule): boolean =>
  mute.tenantId === tenantId &&
  (mute.ruleId === null || mute.ruleId === ruleId) &&
  (mute.thingsId === null || mute.thingsId === thingsId) &&
  (mute.labelled === null || mute.labelled.includes(thingsId));
