import { useMemo } from "react";
import { formatNumber, formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Chart } from "../../ui/chart/Chart.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import { SPEED_UNIT } from "./TrackMarks.tsx";
import styles from "./track.module.css";
import { type TrackCursor, useShownMs } from "./track-cursor.ts";
import { nearestInTime, partsOf, type TrackLine } from "./track-line.ts";
import "./track-texts.ts";

const HEIGHT_PX = 116;

interface SpeedCurveProps {
  line: TrackLine;
  range: TimeSpan;
  cursor: TrackCursor;
  onSeek(atMs: number): void;
}

/** The speed of the receiver over the range; gaps stay open. */
export function SpeedCurve({ line, range, cursor, onSeek }: SpeedCurveProps) {
  const t = useText();
  const formats = useTimeFormats();
  const name = t("places.track.speed");
  const { x, series } = useMemo(() => curveOf(line, name), [line, name]);
  const edges = useMemo(() => ({ from: range.fromMs, to: range.toMs }), [range]);
  return (
    <div className={styles.curve}>
      <div className={styles.curveHead}>
        <strong>{name}</strong> {SPEED_UNIT}
        <SpeedAt line={line} cursor={cursor} />
      </div>
      <Chart
        label={name}
        height={HEIGHT_PX}
        kind="line"
        x={x}
        series={series}
        range={edges}
        isTime
        top={10}
        writeX={(atMs) => formats.time(atMs, "second").slice(11)}
        writeY={(value) => formatNumber(value)}
        onPick={onSeek}
        onHover={(index) => cursor.hover(index === null ? null : (x[index] ?? null))}
      />
    </div>
  );
}

function SpeedAt({ line, cursor }: Pick<SpeedCurveProps, "line" | "cursor">) {
  const shownMs = useShownMs(cursor);
  const index = shownMs === null ? undefined : nearestInTime(line, shownMs);
  const speed = index === undefined ? undefined : line.speedKmh[index];
  return <output className={styles.curveValue}>{formatQuantity(speed, SPEED_UNIT, { digits: 1 })}</output>;
}

function curveOf(line: TrackLine, label: string) {
  const x: number[] = [];
  const values: (number | null)[] = [];
  for (const { from, to } of partsOf(line)) {
    if (from > 0) {
      x.push(((line.time[from - 1] as number) + (line.time[from] as number)) / 2);
      values.push(null);
    }
    for (let i = from; i < to; i++) {
      const speed = line.speedKmh[i] as number;
      x.push(line.time[i] as number);
      values.push(Number.isNaN(speed) ? null : speed);
    }
  }
  return { x, series: [{ label, values }] };
}
