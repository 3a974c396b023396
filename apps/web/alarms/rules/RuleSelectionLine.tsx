import type { ListedRule } from "@canopy/contract/alarms/rules";
import { Download, Power, PowerOff, Trash2 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import centreStyles from "../centre/centre.module.css";
import { useRuleExport } from "./use-rule-export.ts";
import "../texts.ts";

interface RuleSelectionLineProps {
  rules: readonly ListedRule[];
  isBusy: boolean;
  /** Why this user may not change the rule. */
  deniedOf(rule: ListedRule): string | undefined;
  onEnable(rules: readonly ListedRule[], on: boolean): void;
  onDelete(rules: readonly ListedRule[]): void;
  onClear(): void;
}

/** TRG-02: what can be done with several rules at once; those that are on are not deleted. */
export function RuleSelectionLine({ rules, isBusy, deniedOf, onEnable, onDelete, onClear }: RuleSelectionLineProps) {
  const t = useText();
  const save = useRuleExport();
  const denied = rules.map(deniedOf).find((why) => why !== undefined);
  const [on, off] = [rules.filter(({ enabled }) => enabled), rules.filter(({ enabled }) => !enabled)];
  const count = t("ui.list.selected", { n: rules.length });
  return (
    <section className={centreStyles.selection} aria-label={count}>
      <strong>{count}</strong>
      <Button
        icon={Power}
        busy={isBusy}
        denied={denied ?? (off.length === 0 ? t("alarms.rules.allOn") : undefined)}
        onClick={() => onEnable(off, true)}
      >
        {t("alarms.rules.turnOn")}
      </Button>
      <Button
        icon={PowerOff}
        busy={isBusy}
        denied={denied ?? (on.length === 0 ? t("alarms.rules.allOff") : undefined)}
        onClick={() => onEnable(on, false)}
      >
        {t("alarms.rules.turnOff")}
      </Button>
      <Button icon={Download} busy={save.isPending} onClick={() => save.mutate(new Set(rules.map(({ name }) => name)))}>
        {t("alarms.rules.export")}
      </Button>
      <Button
        kind="danger"
        icon={Trash2}
        denied={denied ?? (off.length === 0 ? t("alarms.rules.disableFirst") : undefined)}
        onClick={() => onDelete(off)}
      >
        {t("alarms.rules.deleteOff", { count: off.length })}
      </Button>
      <Button kind="link" onClick={onClear}>
        {t("ui.list.clearSelection")}
      </Button>
    </section>
  );
}
