import type { OperatingHealth } from "@canopy/contract/operating/health";
import { formatNumber, formatQuantity } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Card } from "../ui/Card.tsx";
import styles from "./health.module.css";

/** From landing into segments, over all frame servers. */
export function Storing({ health: { storing, minutes } }: { health: OperatingHealth }) {
  const t = useText();
  const { duration } = useTimeFormats();
  const refused = minutes.reduce((sum, { refused_batches }) => sum + refused_batches, 0);
  const due = formatNumber(storing.due_devices);
  const facts = {
    landed: t("operating.health.landedText", {
      batches: formatNumber(storing.landed_batches),
      frames: formatNumber(storing.landed_frames),
    }),
    due:
      storing.oldest_due_ms === null
        ? due
        : t("operating.health.dueSince", { count: due, time: duration(storing.oldest_due_ms) }),
    settled: formatQuantity(Math.round(storing.settled_per_second), t("operating.health.framesPerSecond")),
    refused: formatNumber(storing.refused_batches),
    refusedHour: formatNumber(refused),
  };
  return (
    <Card title={t("operating.health.storing")}>
      <dl className={styles.facts}>
        {(Object.keys(facts) as (keyof typeof facts)[]).map((key) => (
          <div key={key}>
            <dt>{t(`operating.health.${key}`)}</dt>
            <dd>{facts[key]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
