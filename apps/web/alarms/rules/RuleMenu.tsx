import { copyAlarmRule, type ListedRule } from "@canopy/contract/alarms/rules";
import { BellOff, Copy, Ellipsis, ListChecks, Pencil, Power, Trash2 } from "lucide-react";
import { callDenied } from "../../accounts/permissions.ts";
import { useText } from "../../platform/i18n.ts";
import { Menu, type MenuItem } from "../../ui/float/Menu.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import "../texts.ts";

export type MuteLength = "1h" | "8h" | "until";
const MUTE_LENGTHS: readonly MuteLength[] = ["1h", "8h", "until"];

export interface RuleMenuProps {
  rule: ListedRule;
  /** Why this user may not change the rule, and why no rule can be added. */
  denied: string | undefined;
  full: string | undefined;
  muteDenied: string | undefined;
  onEdit(): void;
  onDuplicate(): void;
  onEnable(on: boolean): void;
  onMute(length: MuteLength): void;
  onEvents(): void;
  onDelete(): void;
}

export function RuleMenu(props: RuleMenuProps) {
  const t = useText();
  const label = t("alarms.rules.more", { name: props.rule.name });
  return (
    <Menu
      label={label}
      trigger={(trigger) => <IconButton icon={Ellipsis} label={label} {...trigger} />}
      items={useItems(props)}
    />
  );
}

function useItems({ rule, denied, full, muteDenied, ...on }: RuleMenuProps): MenuItem[] {
  const t = useText();
  const copyDenied = denied ?? callDenied(copyAlarmRule) ?? full;
  return [
    { key: "edit", icon: Pencil, label: t("alarms.rules.edit"), denied, onSelect: on.onEdit },
    { key: "duplicate", icon: Copy, label: t("alarms.rules.duplicate"), denied: copyDenied, onSelect: on.onDuplicate },
    {
      key: "enable",
      icon: Power,
      label: t(rule.enabled ? "alarms.rules.turnOff" : "alarms.rules.turnOn"),
      denied,
      onSelect: () => on.onEnable(!rule.enabled),
    },
    { key: "events", icon: ListChecks, label: t("alarms.rules.events"), onSelect: on.onEvents },
    ...MUTE_LENGTHS.map((length) => ({
      key: length,
      icon: BellOff,
      label: t(`alarms.rules.mute.${length}`),
      denied: muteDenied,
      apart: length === "1h",
      onSelect: () => on.onMute(length),
    })),
    {
      key: "delete",
      icon: Trash2,
      label: t("alarms.rules.delete"),
      danger: true,
      apart: true,
      // TRG-02
      denied: denied ?? (rule.enabled ? t("alarms.rules.disableFirst") : undefined),
      onSelect: on.onDelete,
    },
  ];
}
