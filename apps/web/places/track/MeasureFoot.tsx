import { formatNumber, formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { SPEED_UNIT } from "./TrackMarks.tsx";
import styles from "./track.module.css";
import { stretchBetween, type TrackLine } from "./track-line.ts";
import "./track-texts.ts";

/** Distance, time and mean speed between the cursors A and B. */
export function MeasureFoot({ line, at }: { line: TrackLine; at: Readonly<Record<"A" | "B", number | null>> }) {
  const t = useText();
  const formats = useTimeFormats();
  if (at.A === null || at.B === null) return null;
  const { distanceM, durationMs, meanSpeedKmh } = stretchBetween(line, at.A, at.B);
  return (
    <dl className={styles.measure} aria-label={t("places.track.measure")}>
      <dt>{t("places.track.distance")}</dt>
      <dd>
        {distanceM < 1000
          ? `${formatNumber(Math.round(distanceM))} m`
          : formatQuantity(distanceM / 1000, "km", { digits: 1 })}
      </dd>
      <dt>{t("places.track.duration")}</dt>
      <dd>{formats.duration(durationMs)}</dd>
      <dt>{t("places.track.meanSpeed")}</dt>
      <dd>{formatQuantity(meanSpeedKmh, SPEED_UNIT, { digits: 1 })}</dd>
    </dl>
  );
}
