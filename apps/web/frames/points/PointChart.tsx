import "./point-texts.ts";
import type { PointCurve } from "@canopy/contract/frames/points";
import { useEffect, useMemo, useRef } from "react";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useTheme } from "../../platform/theme.ts";
import { type TimeFormats, useTimeFormats } from "../../platform/use-formats.ts";
import { Chart } from "../../ui/chart/Chart.tsx";
import { SIGNAL_COLOURS } from "../../ui/marks/palette.ts";
import { columnsOf } from "./point-columns.ts";
import styles from "./points.module.css";

const HEIGHT_PX = 300;

interface PointChartProps {
  curve: PointCurve;
  /** The name of each curve and how its values are written, in their order. */
  names: readonly string[];
  write(value: number, curve: number): string;
  range: { fromMs: number; toMs: number };
  label: string;
}

/** Lines with their min and max per pixel; a gap stays open. The values under the pointer stand in the legend. */
export function PointChart({ curve, names, write, range, label }: PointChartProps) {
  const figures = useRef<HTMLDListElement>(null);
  const theme = useTheme();
  const formats = useTimeFormats();
  const { fromMs, toMs } = range;
  const { x, last, min, max } = useMemo(() => columnsOf(curve), [curve]);
  const series = useMemo(
    () =>
      last.map((values, i) => ({
        label: curve.curves[i]?.field ?? "",
        values,
        band: { min: min[i] ?? [], max: max[i] ?? [] },
      })),
    [curve, last, min, max],
  );
  const show = (at: number | null) => {
    const cells = figures.current?.querySelectorAll("dd") ?? [];
    cells.forEach((cell, i) => {
      const values = last[i] ?? [];
      const value = at === null ? values.findLast((one) => typeof one === "number") : values[at];
      cell.textContent = typeof value === "number" ? write(value, i) : UNKNOWN;
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other values than before; the pointer writes the next
  useEffect(() => show(null), [last]);
  return (
    <>
      <dl ref={figures} className={styles.legend}>
        {names.map((name, i) => (
          <div key={name} className={styles.legendItem}>
            <dt>
              <span className={styles.swatch} style={{ background: SIGNAL_COLOURS[theme][i] }} />
              <bdi dir="auto">{name}</bdi>
            </dt>
            <dd />
          </div>
        ))}
      </dl>
      <Chart
        label={label}
        height={HEIGHT_PX}
        kind="line"
        x={x}
        series={series}
        range={{ from: fromMs, to: toMs }}
        isTime
        writeX={(atMs) => axisTime(atMs, toMs - fromMs, formats)}
        writeY={(value) => formatNumber(value)}
        onHover={show}
      />
    </>
  );
}

const DAY_MS = 86_400_000;

/** Within a day the clock is enough. */
function axisTime(atMs: number, lengthMs: number, { time, day }: TimeFormats): string {
  return lengthMs <= DAY_MS ? time(atMs).slice(11) : `${day(atMs)} ${time(atMs, "minute").slice(11)}`;
}
