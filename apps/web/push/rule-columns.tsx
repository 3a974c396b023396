import { enablePushRule, type PushCounts, type PushRule } from "@canopy/contract/push/rules";
import { callDenied } from "../accounts/permissions.ts";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Switch } from "../ui/form/Switch.tsx";
import type { Column } from "../ui/list/columns.ts";
import { Chip } from "../ui/marks/Chip.tsx";
import { RelativeTime } from "../ui/time/TimeText.tsx";
import styles from "./push.module.css";
import { scopeText, sourceText } from "./push-words.ts";

export function useRuleColumns(
  counts: PushCounts | undefined,
  onEnable: (rule: PushRule, on: boolean) => void,
): readonly Column<PushRule>[] {
  const t = useText();
  const denied = callDenied(enablePushRule);
  return [
    {
      key: "enabled",
      title: t("push.rules.enabled"),
      always: true,
      card: "aside",
      cell: (rule) => (
        <Switch
          checked={rule.enabled}
          disabled={denied !== undefined}
          title={denied}
          aria-label={t("push.rules.enable", { name: rule.name })}
          onChange={(on) => onEnable(rule, on)}
        />
      ),
    },
    { key: "name", title: t("push.rules.name"), always: true, card: "title", cell: ({ name }) => <bdi>{name}</bdi> },
    { key: "what", title: t("push.rules.what"), cell: ({ source }) => sourceText(t, source) },
    { key: "devices", title: t("push.rules.devices"), cell: (rule) => scopeText(t, rule) },
    {
      key: "url",
      title: t("push.rules.url"),
      cell: ({ url }) => (
        <span className={`mono ${styles.url}`} title={url}>
          {url}
        </span>
      ),
    },
    {
      key: "sent",
      title: t("push.rules.sent"),
      align: "end",
      cell: ({ sent_24h }) => formatNumber(sent_24h),
    },
    {
      key: "now",
      title: t("push.rules.now"),
      always: true,
      cell: (rule) => <RuleNow rule={rule} hasQuota={counts === undefined || hasQuota(counts)} />,
    },
    {
      key: "last",
      title: t("push.rules.last"),
      extra: true,
      cell: ({ last_sent_time }) => (last_sent_time === null ? "–" : <RelativeTime at={last_sent_time} />),
    },
  ];
}

const hasQuota = ({ flow, flow_limit }: PushCounts) => flow_limit === null || flow < flow_limit;

function RuleNow({ rule, hasQuota: isOpen }: { rule: PushRule; hasQuota: boolean }) {
  const t = useText();
  const { enabled, stopped, secret_lost, waiting, failed, lost, rest_time } = rule;
  return (
    <span className={styles.states}>
      {!enabled && <Chip tone={stopped ? "urgent" : "neutral"}>{t(stopped ? "push.now.gone" : "push.now.off")}</Chip>}
      {enabled && secret_lost && <Chip tone="urgent">{t("push.now.secret")}</Chip>}
      {enabled && !isOpen && <Chip tone="ordinary">{t("push.now.quota")}</Chip>}
      {enabled && !secret_lost && isOpen && rest_time !== null && <Chip tone="ordinary">{t("push.now.rests")}</Chip>}
      {enabled && !secret_lost && isOpen && rest_time === null && <Chip tone="green">{t("push.now.ok")}</Chip>}
      {waiting > 0 && <span>{t("push.now.waiting", { count: waiting })}</span>}
      {failed > 0 && <span className={styles.problem}>{t("push.now.failed", { count: failed })}</span>}
      {lost > 0 && <span className={styles.problem}>{t("push.now.lost", { count: lost })}</span>}
    </span>
  );
}
