import { useEffect, useEffectEvent } from "react";
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { useTheme } from "../../platform/theme.ts";
import { useWidth } from "../use-width.ts";
import styles from "./chart.module.css";
import { chartData, chartOptions } from "./chart-options.ts";
import { CHART_AXIS_PX, CHART_END_PX, CHART_FOOT_PX, CHART_TOP_PX, type ChartProps } from "./chart-props.ts";

/** One picture of numbers: lines, steps, bars or points over a number or a time. Drawn by uPlot on a canvas. */
export function Chart(props: ChartProps) {
  const { ref, width } = useWidth();
  const theme = useTheme();
  const make = useEffectEvent(
    (box: HTMLElement) => new uPlot(chartOptions(props, theme, box, width), chartData(props), box),
  );
  const { x, series, range, values, kind, height, cursor } = props;
  const { from = x[0] ?? 0, to = x.at(-1) ?? 1 } = range ?? {};

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn before has other axes
  useEffect(() => {
    const box = ref.current;
    if (!box || width === 0) return;
    const made = make(box);
    return () => made.destroy();
  }, [width, theme, height, kind, x, series, from, to, values?.from, values?.to, ref]);

  const share = typeof cursor === "number" ? (cursor - from) / (to - from) : -1;
  return (
    <div className={styles.frame} style={{ height }}>
      <div
        ref={ref}
        className={styles.plot}
        role="img"
        aria-label={props.label}
        data-picks={props.onPick ? true : undefined}
        style={{ height }}
      />
      {share >= 0 && share <= 1 && <div className={styles.cursor} style={{ left: chartLeft(share) }} />}
    </div>
  );
}

/** Where a share of the plot's width stands in a chart, as a length of CSS. */
export function chartLeft(share: number): string {
  return `calc(${CHART_AXIS_PX}px + (100% - ${CHART_AXIS_PX + CHART_END_PX}px) * ${share.toFixed(5)})`;
}

/** Where a share of the plot's height, counted from below, stands in a chart of this height, in pixels. */
export function chartTop(share: number, height: number): number {
  return CHART_TOP_PX + (height - CHART_TOP_PX - CHART_FOOT_PX) * (1 - share);
}
