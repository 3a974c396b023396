import type { ListedRule } from "@canopy/contract/alarms/rules";
import type { Thing } from "@canopy/contract/devices/thing";
import { useText } from "../../platform/i18n.ts";
import { Switch } from "../../ui/form/Switch.tsx";
import type { Column } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { LevelMark } from "../../ui/marks/LevelMark.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { watchText } from "../rule-words.ts";
import { useSignalNames } from "../use-condition-signal.ts";
import { RuleNow } from "./RuleNow.tsx";
import styles from "./rules.module.css";

interface RuleColumnOptions {
  deniedOf(rule: ListedRule): string | undefined;
  /** The list is of this device; undefined: of the fleet. */
  device: Pick<Thing, "online"> | undefined;
  onEnable(rule: ListedRule, on: boolean): void;
}

export function useRuleColumns(options: RuleColumnOptions): readonly Column<ListedRule>[] {
  const t = useText();
  return [
    {
      key: "enabled",
      title: t("alarms.rules.enabled"),
      sortable: true,
      always: true,
      card: "aside",
      cell: (rule) => <OnSwitch rule={rule} {...options} />,
    },
    {
      key: "name",
      title: t("alarms.rules.name"),
      sortable: true,
      always: true,
      card: "title",
      cell: (rule) => <NameCell rule={rule} />,
    },
    {
      key: "level",
      title: t("alarms.rules.level"),
      sortable: true,
      card: "none",
      cell: ({ level }) => <LevelMark level={level} />,
    },
    {
      key: "watches",
      title: t("alarms.rules.watches"),
      cell: (rule) => <WatchCell rule={rule} isFleet={options.device === undefined} />,
    },
    {
      key: "does",
      title: t("alarms.rules.does"),
      card: "none",
      cell: ({ actions }) =>
        actions.length === 0
          ? t("alarms.rules.noActions")
          : actions.map(({ kind }) => t(`alarms.action.${kind}`)).join(", "),
    },
    {
      key: "did",
      title: t("alarms.rules.did"),
      sortable: true,
      align: "end",
      cell: ({ enabled, fired, held }) => (enabled || fired > 0 ? `${fired} / ${held}` : "—"),
    },
    {
      key: "now",
      title: t("alarms.rules.now"),
      always: true,
      cell: (rule) => <RuleNow rule={rule} isOffline={options.device?.online === false} />,
    },
    {
      key: "updated",
      title: t("alarms.rules.updated"),
      sortable: true,
      extra: true,
      cell: ({ updated_time }) => <RelativeTime at={updated_time} />,
    },
  ];
}

function OnSwitch({ rule, deniedOf, onEnable }: RuleColumnOptions & { rule: ListedRule }) {
  const t = useText();
  const denied = deniedOf(rule);
  return (
    <Switch
      checked={rule.enabled}
      disabled={denied !== undefined}
      title={denied}
      aria-label={t("alarms.rules.enable", { name: rule.name })}
      onChange={(on) => onEnable(rule, on)}
    />
  );
}

/** On a card the level is a mark before the name. */
function NameCell({ rule: { name, level } }: { rule: ListedRule }) {
  const isNarrow = useNarrow();
  return (
    <span className={styles.name}>
      {isNarrow && <LevelMark level={level} compact />}
      <bdi>{name}</bdi>
    </span>
  );
}

function WatchCell({ rule, isFleet }: { rule: ListedRule; isFleet: boolean }) {
  const t = useText();
  const { scope, scope_name, things_num, conditions } = rule;
  const namesOf = useSignalNames(conditions);
  return (
    <span className={styles.watches}>
      <bdi>{watchText(rule, namesOf)}</bdi>
      {scope.kind === "all" && <Chip>{t("alarms.scope.all")}</Chip>}
      {scope.kind === "device" && isFleet && <bdi className={styles.quiet}>{scope_name}</bdi>}
      {(scope.kind === "label" || scope.kind === "type") && (
        <Chip>{t(`alarms.rules.on.${scope.kind}`, { name: scope_name, count: things_num })}</Chip>
      )}
    </span>
  );
}
