import "./point-texts.ts";
import type { Point } from "@canopy/contract/frames/points";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Card } from "../../ui/Card.tsx";
import { join } from "../../ui/join.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import type { ShownField } from "./point-fields.ts";
import { formatValue } from "./point-format.ts";
import styles from "./points.module.css";

interface LivePointsProps {
  fields: readonly ShownField[];
  newest: Point | undefined;
  /** The device is away: values turn grey at once. */
  stale: boolean;
}

/** DEV-04: the newest value of every shown field. */
export function LivePoints({ fields, newest, stale }: LivePointsProps) {
  const t = useText();
  const { zone } = useTimeFormats();
  return (
    <Card
      title={t("frames.points.live")}
      aside={
        <span className={styles.aside}>
          <span>{t("frames.points.liveNote")}</span>
          {newest ? (
            <span>
              {t("frames.points.reported")} <RelativeTime at={newest.time} />
            </span>
          ) : (
            <span>{t("frames.points.neverReported")}</span>
          )}
        </span>
      }
    >
      {fields.length === 0 ? (
        <EmptyState title={t("frames.points.nothing")} text={t("frames.points.nothingNote")} />
      ) : (
        <dl className={styles.values}>
          {fields.map((field) => (
            <div key={field.name} className={styles.value} title={field.notes || undefined}>
              <dt className={styles.valueName}>
                <bdi dir="auto">{field.title}</bdi>
                {field.title !== field.name && <code>{field.name}</code>}
                {field.isUnknown && <span> · {t("frames.points.notDefined")}</span>}
              </dt>
              <dd className={join(styles.figure, stale && styles.stale)} dir="auto">
                {formatValue(newest?.values[field.name], field, zone)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
