import { useMemo } from "react";
import { formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Card } from "../../ui/Card.tsx";
import { Chart } from "../../ui/chart/Chart.tsx";
import { CHART_AXIS_PX } from "../../ui/chart/chart-props.ts";
import { lengthOf, shareAt, type Timeline } from "../../ui/time/timeline.ts";
import styles from "./bus-health.module.css";
import { type BusHealth, loadColumns } from "./bus-health-query.ts";

const HEIGHT = 300;
/** As bus load is judged everywhere (look: urgent from 80 %). */
const ALARM_PERCENT = 80;

/** Mean and busiest second of each bucket; below, where error frames were. Both share the edges of the plot. */
export function LoadChart({ health, timeline }: { health: BusHealth; timeline: Timeline }) {
  const t = useText();
  const formats = useTimeFormats();
  const { times, load, peak } = useMemo(() => loadColumns(health), [health]);
  const { range } = timeline;
  const series = useMemo(
    () => [
      { label: t("frames.health.peakLine"), values: peak, token: "--lane-active", fill: 0.35, width: 1 },
      { label: t("frames.health.meanLine"), values: load, token: "--green" },
    ],
    [t, peak, load],
  );
  const long = lengthOf(range) > 2 * 86_400_000;
  const writeTime = (atMs: number) => `${long ? `${formats.day(atMs)} ` : ""}${formats.time(atMs).slice(11, 16)}`;
  return (
    <Card
      title={t("frames.health.loadTitle")}
      aside={
        <span className={styles.legend}>
          {t("frames.health.loadNote")}
          <span className={styles.key} data-line="mean">
            {t("frames.health.meanLine")}
          </span>
          <span className={styles.key} data-line="peak">
            {t("frames.health.peakLine")}
          </span>
        </span>
      }
    >
      <Chart
        label={t("frames.health.loadTitle")}
        height={HEIGHT}
        kind="line"
        x={times}
        series={series}
        range={{ from: range.fromMs, to: range.toMs }}
        top={100}
        isTime
        writeX={writeTime}
        writeY={(value) => formatQuantity(value, "%")}
        cursor={timeline.cursorMs}
        onPick={(atMs) => timeline.setRange(range, atMs)}
        mark={{
          at: ALARM_PERCENT,
          label: t("frames.health.alarmLine", { percent: formatQuantity(ALARM_PERCENT, "%") }),
        }}
      />
      <ErrorLane health={health} timeline={timeline} />
    </Card>
  );
}

function ErrorLane({ health, timeline: { range } }: { health: BusHealth; timeline: Timeline }) {
  const t = useText();
  const formats = useTimeFormats();
  const most = Math.max(1, ...health.error_frames);
  const share = health.bucket_us / 1000 / lengthOf(range);
  const marks = health.error_frames.flatMap((errors, i) => {
    const atMs = health.start_time + (i * health.bucket_us) / 1000;
    return errors > 0 ? [{ atMs, errors }] : [];
  });
  return (
    <div className={styles.errorLane}>
      <span style={{ width: CHART_AXIS_PX - 6 }}>{t("frames.health.errorLane")}</span>
      <div
        className={styles.errorTrack}
        role="img"
        aria-label={t("frames.health.errorCount", { count: health.totals.error_frames })}
      >
        {marks.map(({ atMs, errors }) => (
          <span
            key={atMs}
            title={`${formats.time(atMs)} · ${errors}`}
            style={{
              left: `${shareAt(range, atMs) * 100}%`,
              width: `max(2px, ${share * 100}%)`,
              height: `${20 + 80 * (errors / most)}%`,
            }}
          />
        ))}
      </div>
    </div>
  );
}
