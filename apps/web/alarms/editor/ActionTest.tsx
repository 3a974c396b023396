import type { EscalationKind } from "@canopy/contract/alarms/action-kinds";
import { getAlertUsage, type TestedTarget, testAlarmAction } from "@canopy/contract/alarms/action-test";
import type { RuleLevel } from "@canopy/contract/alarms/rule-content";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./editor.module.css";
import "../texts.ts";

/** What a test says, as the rule would. */
export interface TestedRule {
  readonly ruleId: string | undefined;
  readonly name: string;
  readonly level: RuleLevel;
  readonly description: string;
  readonly device: string;
}

const usageQuery = queryOptions({
  queryKey: ["alarms", "alertUsage"],
  queryFn: async ({ signal }) => (await api(getAlertUsage, {}, { signal })).data,
});

interface ActionTestProps {
  kind: EscalationKind;
  targets: readonly string[];
  rule: TestedRule;
}

/** TRG-04, TRG-06: sends a test to the recipients; beside it what is used of the month's messages. */
export function ActionTest({ kind, targets, rule }: ActionTestProps) {
  const t = useText();
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: async () => {
      const { ruleId, ...text } = rule;
      const body = { ...text, kind, targets: [...targets], ...(ruleId && { rule_id: ruleId }) };
      return (await api(testAlarmAction, { body })).list;
    },
    onSettled: () => client.invalidateQueries({ queryKey: usageQuery.queryKey }),
  });
  const denied = callDenied(testAlarmAction) ?? (targets.length === 0 ? t("alarms.tryAction.nobody") : undefined);
  return (
    <div className={styles.test}>
      <Button icon={Send} busy={test.isPending} denied={denied} onClick={() => test.mutate()}>
        {t("alarms.tryAction.send")}
      </Button>
      {(kind === "sms" || kind === "voice") && <Usage />}
      <div role="status" className={styles.results}>
        {test.error && <p>{troubleOf(test.error).text}</p>}
        {test.data?.map((one) => (
          <Result key={one.target} of={one} />
        ))}
      </div>
    </div>
  );
}

function Usage() {
  const t = useText();
  const { data } = useQuery(usageQuery);
  if (!data) return null;
  const limit = data.limit === null ? t("alarms.rules.unlimited") : formatNumber(data.limit);
  return <span className={styles.hint}>{t("alarms.tryAction.used", { used: formatNumber(data.used), limit })}</span>;
}

function Result({ of: { target, result, problem } }: { of: TestedTarget }) {
  const t = useText();
  return (
    <p data-result={result}>
      <bdi>{target.replace(/#.*$/s, "")}</bdi>: {t(`alarms.tryAction.${result}`)}
      {problem && ` (${problem})`}
    </p>
  );
}
