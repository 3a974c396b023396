import type { RuleScope } from "@canopy/contract/alarms/rule-content";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isManager } from "../../accounts/permissions.ts";
import { overviewQuery } from "../../devices/details/overview-query.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { LevelMark } from "../../ui/marks/LevelMark.tsx";
import { ruleNamesQuery } from "../rule-queries.ts";
import { muteDenied } from "../rules/rule-rights.ts";
import styles from "./centre.module.css";
import { MuteDialog } from "./MuteDialog.tsx";
import "../texts.ts";

const EVERY_DEVICE: RuleScope = { kind: "all" };

/** First the rule, then how long. */
export function MuteRuleDialog({ onClose }: { onClose(): void }) {
  const t = useText();
  const [search, setSearch] = useState("");
  const [ruleId, setRuleId] = useState<string | null>();
  const rules = useQuery(ruleNamesQuery).data ?? [];
  const isLimited = !isManager();
  const devices = useQuery({ ...overviewQuery, enabled: isLimited, refetchInterval: false }).data?.rows ?? [];
  const deviceOf = (scope: RuleScope) =>
    scope.kind === "device" ? devices.find(({ id }) => id === scope.id) : undefined;
  const chosen = rules.find(({ rule_id }) => rule_id === ruleId);
  if (chosen) {
    const { rule_id, name: rule_name, scope, scope_name } = chosen;
    const device = scope.kind === "device" && { things_id: scope.id, device_name: scope_name };
    return <MuteDialog event={{ rule_id, rule_name, ...device }} onClose={onClose} />;
  }
  if (ruleId === null)
    return <MuteDialog event={{ rule_id: null, rule_name: t("alarms.mute.everyRule") }} onClose={onClose} />;
  const found = rules.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Dialog open title={t("alarms.mute.choose")} width={480} onClose={onClose}>
      <SearchInput value={search} label={t("alarms.rules.search")} onChange={setSearch} />
      <ul className={styles.choices}>
        <li>
          <Button kind="link" denied={muteDenied(EVERY_DEVICE, undefined)} onClick={() => setRuleId(null)}>
            {t("alarms.mute.everyRule")}
          </Button>
        </li>
        {found.map(({ rule_id, name, level, scope }) => (
          <li key={rule_id}>
            <LevelMark level={level} compact />
            <Button kind="link" denied={muteDenied(scope, deviceOf(scope))} onClick={() => setRuleId(rule_id)}>
              {name}
            </Button>
          </li>
        ))}
        {found.length === 0 && <li className={styles.hint}>{t("alarms.mute.noRule")}</li>}
      </ul>
    </Dialog>
  );
}
