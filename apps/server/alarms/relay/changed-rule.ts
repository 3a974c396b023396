import type { RuleContent, RuleLevel } from "@canopy/contract/alarms/rule-content";

/** The rule and the device of a change. */
export interface ChangedRule {
  readonly tenantId: string;
  readonly ruleId: string;
  readonly name: string;
  readonly level: RuleLevel;
  readonly share: boolean;
  readonly content: RuleContent;
  readonly thingsId: string;
  readonly deviceId: string;
  readonly deviceName: string;
}
