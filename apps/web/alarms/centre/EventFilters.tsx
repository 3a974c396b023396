import { NOBODY } from "@canopy/contract/alarms/events";
import { RULE_LEVELS } from "@canopy/contract/alarms/rule-content";
import { useQuery } from "@tanstack/react-query";
import { useText } from "../../platform/i18n.ts";
import { Select } from "../../ui/form/Select.tsx";
import type { ListState } from "../../ui/list/list-address.ts";
import { TimeRangeInput } from "../../ui/time/TimeRangeInput.tsx";
import { peopleQuery } from "../alarm-queries.ts";
import { ruleNamesQuery } from "../rule-queries.ts";
import { isOwnSpan, TIME_SPANS, timesOf, writeOwnSpan } from "./event-times.ts";
import "../texts.ts";

export interface FilterProps {
  filters: ListState["filters"];
  onFilter(key: string, value: string): void;
}

export function LevelFilter({ filters, onFilter }: FilterProps) {
  const t = useText();
  return (
    <Select<string>
      aria-label={t("alarms.events.level")}
      options={[
        { value: "", label: t("alarms.events.anyLevel") },
        ...RULE_LEVELS.map((one) => ({ value: one, label: t(`ui.level.${one}`) })),
      ]}
      value={filters.level ?? ""}
      onChange={(level) => onFilter("level", level)}
    />
  );
}

export function RuleFilter({ filters, onFilter }: FilterProps) {
  const t = useText();
  const rules = useQuery(ruleNamesQuery).data ?? [];
  return (
    <Select<string>
      aria-label={t("alarms.events.rule")}
      options={[
        { value: "", label: t("alarms.centre.anyRule") },
        ...rules.map(({ rule_id, name }) => ({ value: rule_id, label: name })),
      ]}
      value={filters.rule ?? ""}
      onChange={(rule) => onFilter("rule", rule)}
    />
  );
}

export function WhoFilter({ filters, onFilter }: FilterProps) {
  const t = useText();
  const people = useQuery(peopleQuery).data ?? [];
  return (
    <Select<string>
      aria-label={t("alarms.events.who")}
      options={[
        { value: "", label: t("alarms.centre.anyone") },
        { value: NOBODY, label: t("alarms.centre.nobody") },
        ...people.map(({ user_name }) => ({ value: user_name, label: user_name })),
      ]}
      value={filters.who ?? ""}
      onChange={(who) => onFilter("who", who)}
    />
  );
}

const OWN = "own";

export function TimeFilter({ filters, onFilter }: FilterProps) {
  const t = useText();
  const time = filters.time ?? "";
  const isOwn = time !== "" && isOwnSpan(time);
  const choose = (value: string) => {
    const now = Date.now();
    const from = timesOf(time === "" ? "24h" : time, now).from_time ?? now;
    onFilter("time", value === OWN ? writeOwnSpan(from, now) : value);
  };
  return (
    <Select<string>
      aria-label={t("alarms.centre.time")}
      options={[
        { value: "", label: t("alarms.centre.anyTime") },
        ...TIME_SPANS.map((value) => ({ value, label: t(`alarms.centre.time.${value}`) })),
        { value: OWN, label: t("alarms.centre.time.own") },
      ]}
      value={isOwn ? OWN : (TIME_SPANS.find((one) => one === time) ?? "")}
      onChange={choose}
    />
  );
}

/** The two moments of an own range; a line below the filters. */
export function OwnSpan({ filters, onFilter }: FilterProps) {
  const time = filters.time ?? "";
  if (time === "" || !isOwnSpan(time)) return null;
  const { from_time = null, to_time = null } = timesOf(time, 0);
  return (
    <TimeRangeInput
      range={{ fromMs: from_time, toMs: to_time }}
      onChange={({ fromMs, toMs }) => onFilter("time", writeOwnSpan(fromMs, toMs))}
    />
  );
}
