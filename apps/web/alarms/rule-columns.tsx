import type { AlarmRule } from "@canopy/contract/alarms/rules";
import { useText } from "../platform/i18n.ts";
import { Switch } from "../ui/form/Switch.tsx";
import type { Column } from "../ui/list/columns.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { LevelMark } from "../ui/marks/LevelMark.tsx";
import { RelativeTime } from "../ui/time/TimeText.tsx";
import { watchText } from "./rule-words.ts";

interface RuleColumnOptions {
  denied: string | undefined;
  onEnable(rule: AlarmRule, on: boolean): void;
}

export function useRuleColumns({ denied, onEnable }: RuleColumnOptions): readonly Column<AlarmRule>[] {
  const t = useText();
  return [
    {
      key: "enabled",
      title: t("alarms.rules.enabled"),
      always: true,
      card: "aside",
      cell: (rule) => (
        <Switch
          checked={rule.enabled}
          disabled={denied !== undefined}
          title={denied}
          aria-label={t("alarms.rules.enable", { name: rule.name })}
          onChange={(on) => onEnable(rule, on)}
        />
      ),
    },
    {
      key: "name",
      title: t("alarms.rules.name"),
      always: true,
      card: "title",
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    { key: "level", title: t("alarms.rules.level"), cell: ({ level }) => <LevelMark level={level} /> },
    { key: "watches", title: t("alarms.rules.watches"), cell: (rule) => <bdi>{watchText(rule)}</bdi> },
    {
      key: "scope",
      title: t("alarms.rules.scope"),
      cell: ({ scope, scope_name }) =>
        scope.kind === "label" || scope.kind === "type" ? (
          <Chip>{scope_name}</Chip>
        ) : (
          t(scope.kind === "all" ? "alarms.scope.all" : "alarms.scope.device")
        ),
    },
    {
      key: "does",
      title: t("alarms.rules.does"),
      cell: ({ actions }) =>
        actions.length === 0
          ? t("alarms.rules.noActions")
          : actions.map(({ kind }) => t(`alarms.action.${kind}`)).join(", "),
    },
    {
      key: "updated",
      title: t("alarms.rules.updated"),
      extra: true,
      cell: ({ updated_time }) => <RelativeTime at={updated_time} />,
    },
  ];
}
