import type { HealthMinute } from "@canopy/contract/operating/health";
import { useMemo } from "react";
import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Card } from "../ui/Card.tsx";
import { Chart } from "../ui/chart/Chart.tsx";
import styles from "./health.module.css";

const HEIGHT = 180;

/** The last hour by minute. */
export function HealthCharts({ minutes }: { minutes: readonly HealthMinute[] }) {
  const t = useText();
  const frames = useMemo(() => minutes.map((minute) => minute.frames / 60), [minutes]);
  const refused = useMemo(() => minutes.map(({ refused_batches }) => refused_batches), [minutes]);
  const depth = useMemo(() => minutes.map(({ landed_batches }) => landed_batches), [minutes]);
  return (
    <div className={styles.charts}>
      <HourChart
        title={t("operating.health.framesChart")}
        minutes={minutes}
        values={frames}
        empty={frames.every((value) => value === 0) ? t("operating.health.framesQuiet") : undefined}
      />
      <HourChart
        title={t("operating.health.depthChart")}
        minutes={minutes}
        values={depth}
        empty={depth.filter((value) => value !== null).length < 2 ? t("operating.health.depthUnknown") : undefined}
      />
      <HourChart
        title={t("operating.health.refusedChart")}
        minutes={minutes}
        values={refused}
        empty={refused.every((value) => value === 0) ? t("operating.health.refusedNone") : undefined}
      />
    </div>
  );
}

interface HourChartProps {
  title: string;
  minutes: readonly HealthMinute[];
  values: readonly (number | null)[];
  /** The sentence that stands instead of an empty axis. */
  empty: string | undefined;
}

function HourChart({ title, minutes, values, empty }: HourChartProps) {
  const formats = useTimeFormats();
  const times = useMemo(() => minutes.map(({ time }) => time), [minutes]);
  const series = useMemo(() => [{ label: title, values, token: "--green", fill: 0.15 }], [title, values]);
  return (
    <Card title={title}>
      {empty ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        <Chart
          label={title}
          height={HEIGHT}
          kind="line"
          x={times}
          series={series}
          top={1}
          isTime
          writeX={(atMs) => formats.time(atMs).slice(11, 16)}
          writeY={(value) => formatNumber(value)}
        />
      )}
    </Card>
  );
}
