import { type AlarmRule, type ListedRule, RULE_ORDERS } from "@canopy/contract/alarms/rules";
import type { Thing } from "@canopy/contract/devices/thing";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ListProps, orderOf } from "../../ui/list/list-parts.ts";
import { rulesQuery } from "../rule-queries.ts";
import { askedRules } from "./RuleFilters.tsx";
import type { MuteLength } from "./RuleMenu.tsx";
import type { ReadyKey } from "./ready-rules.ts";
import { changeDenied, createDenied, fullText, muteDenied } from "./rule-rights.ts";
import { useRuleActions } from "./use-rule-actions.ts";

/** A rule by its id, or a new one, empty or begun from a ready one; with the device whose data test it. */
export interface EditedRule {
  ruleId?: string;
  ready?: ReadyKey;
  thingsId?: string;
}

export interface RulesTabProps extends ListProps {
  /** The rules that watch this device; else all. */
  device?: Thing;
  onEdit(what: EditedRule): void;
  onEvents(ruleId: string): void;
  /** To where limits are shown and more is asked for. */
  onMore(): void;
}

export type RulesDesk = ReturnType<typeof useRulesDesk>;

const MINUTES = { "1h": 60, "8h": 480 } as const;

/** The listed rules with what may be done to them, and those that a dialog is open for. */
export function useRulesDesk({ state, device, onEdit }: RulesTabProps) {
  const [deleted, setDeleted] = useState<readonly AlarmRule[]>([]);
  const [muted, setMuted] = useState<AlarmRule>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const things = device && { things_id: device.id };
  const page = { current_page: state.page, page_size: state.size };
  const asked = { ...page, ...askedRules(state.filters), ...orderOf(state, RULE_ORDERS), ...things };
  const query = useQuery(rulesQuery(asked));
  const { enable, copy, mute, remove } = useRuleActions(device?.id);
  const full = fullText(query.data?.counts);
  const rules = query.data?.list ?? [];
  return {
    ...{ query, rules, enable, copy, remove, deleted, setDeleted, muted, setMuted, chosen, setChosen, full },
    ticked: rules.filter(({ rule_id }) => chosen.has(rule_id)),
    newDenied: createDenied(device) ?? full,
    deniedOf: ({ scope }: AlarmRule) => changeDenied(scope, device),
    muteDeniedOf: ({ scope }: AlarmRule) => muteDenied(scope, device),
    edit: (rule: AlarmRule) => onEdit(editedRule(rule, device?.id)),
    create: (ready?: ReadyKey) => onEdit({ ...(ready && { ready }), ...(device && { thingsId: device.id }) }),
    setOn: (rule: ListedRule, on: boolean) => enable.mutate({ rules: [rule], on }),
    askDelete: (given: readonly AlarmRule[]) => {
      remove.reset();
      setDeleted(given);
    },
    onMute: (rule: AlarmRule, length: MuteLength) =>
      length === "until" ? setMuted(rule) : mute.mutate({ rule, minutes: MINUTES[length] }),
  };
}

/** The device that the editor tests the rule with. */
const editedRule = ({ rule_id, scope }: AlarmRule, thingsId = scope.kind === "device" ? scope.id : undefined) => ({
  ruleId: rule_id,
  ...(thingsId && { thingsId }),
});
