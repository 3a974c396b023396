import "./point-texts.ts";
import type { PointCurve } from "@canopy/contract/frames/points";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { useTheme } from "../../platform/theme.ts";
import { type TimeFormats, useTimeFormats } from "../../platform/use-formats.ts";
import { PALETTE, SIGNAL_COLOURS, SIGNAL_DASHES } from "../../ui/marks/palette.ts";
import { columnsOf } from "./point-columns.ts";
import styles from "./points.module.css";

const HEIGHT_PX = 300;
const BAND_ALPHA = "38";

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
  const box = useRef<HTMLDivElement>(null);
  const figures = useRef<HTMLDListElement>(null);
  const theme = useTheme();
  const formats = useTimeFormats();
  const { fromMs, toMs } = range;
  const writing = useRef(write);
  writing.current = write;

  useEffect(() => {
    const host = box.current;
    if (!host) return;
    const { x, last, min, max } = columnsOf(curve);
    const colours = SIGNAL_COLOURS[theme];
    const { line, text2 } = PALETTE[theme];
    const font = `11px ${getComputedStyle(document.body).fontFamily}`;
    const axis = { stroke: text2, font, grid: { stroke: line, width: 1 }, ticks: { show: false } };
    const colourOf = (i: number) => colours[i % colours.length] ?? text2;
    const show = (at: number | null | undefined) => {
      const cells = figures.current?.querySelectorAll("dd") ?? [];
      cells.forEach((cell, i) => {
        const values = last[i] ?? [];
        const value = at == null ? values.findLast((one) => typeof one === "number") : values[at];
        cell.textContent = typeof value === "number" ? writing.current(value, i) : UNKNOWN;
      });
    };
    const plot = new uPlot(
      {
        width: host.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { points: { size: 7 }, drag: { x: false, y: false } },
        scales: { x: { range: () => [fromMs / 1000, toMs / 1000] } },
        axes: [
          { ...axis, values: (_, splits) => splits.map((at) => axisTime(at * 1000, toMs - fromMs, formats)) },
          { ...axis, size: 64, values: (_, splits) => splits.map((value) => formatNumber(value)) },
        ],
        series: [
          {},
          ...last.map((_, i) => ({ stroke: colourOf(i), width: 1.5, dash: [...(SIGNAL_DASHES[i] ?? [])] })),
          ...last.flatMap((_, i) => {
            const edge = { stroke: "transparent", width: 0, points: { show: false } };
            return [
              { ...edge, label: `max${i}` },
              { ...edge, label: `min${i}` },
            ];
          }),
        ],
        bands: last.map((_, i) => {
          const first = 1 + last.length + 2 * i;
          return { series: [first, first + 1] as [number, number], fill: `${colourOf(i)}${BAND_ALPHA}` };
        }),
        hooks: { setCursor: [(self) => show(self.cursor.idx)] },
      },
      [x, ...last, ...last.flatMap((_, i) => [max[i] ?? [], min[i] ?? []])],
      host,
    );
    show(null);
    const watch = new ResizeObserver(() => plot.setSize({ width: host.clientWidth, height: HEIGHT_PX }));
    watch.observe(host);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [curve, theme, formats, fromMs, toMs]);

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
      <div ref={box} role="img" aria-label={label} className={styles.chart} />
    </>
  );
}

const DAY_MS = 86_400_000;

/** Within a day the clock is enough. */
function axisTime(atMs: number, lengthMs: number, { time, day }: TimeFormats): string {
  return lengthMs <= DAY_MS ? time(atMs).slice(11) : `${day(atMs)} ${time(atMs, "minute").slice(11)}`;
}
