import { type listProviders, providerFields } from "@canopy/contract/messages/providers";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { formatNumber } from "../platform/formats.ts";
import { type TextKey, useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Card } from "../ui/Card.tsx";
import { CopyText } from "../ui/CopyButton.tsx";
import { Chip } from "../ui/marks/Chip.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import styles from "./messages.module.css";

export type ProviderRow = Reply<typeof listProviders>["list"][number];

interface ProviderCardProps {
  provider: ProviderRow;
  onEdit(): void;
  onTest(): void;
  onRemove(): void;
}

export const kindText = (kind: string) => `messages.providers.kind.${kind}` as TextKey;
export const fieldText = (name: string) => `messages.providers.field.${name}` as TextKey;

export function ProviderCard({ provider: row, onEdit, onTest, onRemove }: ProviderCardProps) {
  const t = useText();
  const { channel, provider: kind, settings: values, is_from_environment, waiting, failed, problem, next_time } = row;
  const shown = kind === null ? [] : (providerFields(channel, kind) ?? []).filter(({ name }) => values[name]);
  return (
    <Card
      title={t(`messages.outbox.channel.${channel}`)}
      aside={
        <Chip tone={kind === null ? "ordinary" : "green"}>
          {kind === null ? t("messages.providers.none") : t(kindText(kind))}
        </Chip>
      }
    >
      <dl className={styles.facts}>
        {shown.map(({ name }) => (
          <div key={name}>
            <dt>{t(fieldText(name))}</dt>
            <dd className="mono">{values[name]}</dd>
          </div>
        ))}
        <div>
          <dt>{t("messages.providers.waiting")}</dt>
          <dd>{formatNumber(waiting)}</dd>
        </div>
        <div>
          <dt>{t("messages.providers.dead")}</dt>
          <dd>{formatNumber(failed)}</dd>
        </div>
        {row.report_path !== null && (
          <div>
            <dt>{t("messages.providers.reports")}</dt>
            <dd>
              <CopyText text={`${location.origin}${row.report_path}`} />
            </dd>
          </div>
        )}
      </dl>
      {row.report_path !== null && <p className={styles.quiet}>{t("messages.providers.reportsNote")}</p>}
      {is_from_environment && <p className={styles.quiet}>{t("messages.providers.fromEnvironment")}</p>}
      {problem && (waiting > 0 || failed > 0) && (
        <p className={styles.problem}>
          {problem}
          {next_time !== null && (
            <>
              {" · "}
              {t("messages.outbox.next")} <TimeText at={next_time} />
            </>
          )}
        </p>
      )}
      <div className={styles.cardActions}>
        <Button onClick={onEdit}>{t(kind === null ? "messages.providers.set" : "messages.providers.edit")}</Button>
        {kind !== null && <Button onClick={onTest}>{t("messages.providers.test")}</Button>}
        {kind !== null && !is_from_environment && (
          <Button kind="quiet" onClick={onRemove}>
            {t("messages.providers.remove")}
          </Button>
        )}
      </div>
    </Card>
  );
}
