import { RULE_LEVELS } from "@canopy/contract/alarms/rule-content";
import { useText } from "../../platform/i18n.ts";
import { Select } from "../../ui/form/Select.tsx";
import type { ListState } from "../../ui/list/list-address.ts";
import type { FilterProps } from "../centre/EventFilters.tsx";
import "../texts.ts";

/** Words of the address. */
export const RULE_FILTERS = ["keyword", "level", "state"];

const STATES = ["on", "off", "active"] as const;
const ASKED = { on: { enabled: "true" }, off: { enabled: "false" }, active: { active: "true" } } as const;

/** The filters as the list of rules is asked for. */
export function askedRules({ keyword = "", level, state }: ListState["filters"]) {
  const knownLevel = RULE_LEVELS.find((one) => one === level);
  const knownState = STATES.find((one) => one === state);
  return { keyword, ...(knownLevel && { level: knownLevel }), ...(knownState && ASKED[knownState]) };
}

export function StateFilter({ filters, onFilter }: FilterProps) {
  const t = useText();
  return (
    <Select<string>
      aria-label={t("alarms.rules.state")}
      options={[
        { value: "", label: t("alarms.rules.anyState") },
        ...STATES.map((value) => ({ value, label: t(`alarms.rules.state.${value}`) })),
      ]}
      value={STATES.find((one) => one === filters.state) ?? ""}
      onChange={(state) => onFilter("state", state)}
    />
  );
}
