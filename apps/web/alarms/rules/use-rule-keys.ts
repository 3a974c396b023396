import type { ListedRule } from "@canopy/contract/alarms/rules";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import { useFreeKey } from "../../ui/keys/use-free-key.ts";
import { rowsBeside } from "../../ui/list/rows-beside.ts";
import "../texts.ts";

interface RuleKeys {
  /** The rows that are shown. */
  rules: readonly ListedRule[];
  /** Undefined: not allowed, or no room. */
  onNew: (() => void) | undefined;
  onEdit(rule: ListedRule): void;
  onSwitch(rule: ListedRule): void;
}

/** N, and J, K to a row for E and Space; gives the id of that row. */
export function useRuleKeys({ rules, onNew, onEdit, onSwitch }: RuleKeys): string | undefined {
  const t = useText();
  const [chosen, setChosen] = useState("");
  const rule = rules.find(({ rule_id }) => rule_id === chosen);
  const [previous, next] = rowsBeside(rules, ({ rule_id }) => rule_id, chosen);
  const go = (to: ListedRule | undefined) => to && setChosen(to.rule_id);
  const key = (binding: string, text: string, onPress: () => void) => ({
    keys: [[binding.toUpperCase()]],
    binding,
    text,
    onPress,
  });
  usePageKeys(t("alarms.rules.title"), [
    key("n", t("alarms.rules.new"), () => onNew?.()),
    key("j", t("alarms.keys.nextRule"), () => go(rule ? next : rules[0])),
    key("k", t("alarms.keys.previousRule"), () => go(rule ? previous : rules.at(-1))),
    key("e", t("alarms.rules.edit"), () => rule && onEdit(rule)),
    { keys: [["Space"]], text: t("alarms.keys.switch") },
  ]);
  useFreeKey(" ", rule && (() => onSwitch(rule)));
  return rule?.rule_id;
}
