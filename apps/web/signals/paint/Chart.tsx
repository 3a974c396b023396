import { useEffect, useEffectEvent } from "react";
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { useTheme } from "../../platform/theme.ts";
import { PALETTE, SIGNAL_COLOURS, SIGNAL_DASHES } from "../../ui/marks/palette.ts";
import { useWidth } from "../../ui/use-width.ts";

export interface ChartSeries {
  readonly label: string;
  /** As long as `x`; null leaves a gap, which nothing is joined across. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  /** What is drawn, for those who do not see it. */
  label: string;
  height: number;
  kind: "line" | "steps" | "bars" | "points";
  /** Ascending. */
  x: readonly number[];
  series: readonly ChartSeries[];
  /** The edges of the plot; without them those of the data. */
  range?: { from: number; to: number };
  /** Which of the ten colours the first series has. */
  colour?: number;
  /** Milliseconds since 1970: the axis has whole seconds, minutes, hours. */
  isTime?: boolean;
  writeX(value: number): string;
  writeY(value: number): string;
  /** Names of the axes. */
  xName?: string;
  yName?: string;
  onPick?(x: number): void;
}

/** The width of the axis at the left: the same in every chart, so that one cursor is one straight line. */
export const CHART_AXIS_PX = 64;
export const CHART_END_PX = 8;
const TIME_STEPS_MS = [1, 60, 3600].flatMap((unit) => [1, 2, 5, 10, 15, 30].map((n) => n * unit * 1000));
const X_AXIS_PX = 26;
const NAME_PX = 16;

/** One picture of numbers: lines, steps, bars or points over a number or a time. Drawn by uPlot on a canvas. */
export function Chart(props: ChartProps) {
  const { ref, width } = useWidth();
  const theme = useTheme();
  const make = useEffectEvent((box: HTMLElement) => new uPlot(optionsOf(props, theme, width), dataOf(props), box));
  const { x, series, range, kind, height } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn before has other axes
  useEffect(() => {
    const box = ref.current;
    if (!box || width === 0) return;
    const made = make(box);
    return () => made.destroy();
  }, [width, theme, height, kind, x, series, range, ref]);

  return <div ref={ref} role="img" aria-label={props.label} style={{ height, minWidth: 0 }} />;
}

function dataOf({ x, series }: ChartProps): uPlot.AlignedData {
  return [[...x], ...series.map(({ values }) => [...values])];
}

function optionsOf(props: ChartProps, theme: "light" | "dark", width: number): uPlot.Options {
  const { line, text2 } = PALETTE[theme];
  const font = `11px ${getComputedStyle(document.body).fontFamily}`;
  const axis = {
    stroke: text2,
    font,
    labelFont: font,
    labelSize: NAME_PX,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  };
  const { range } = props;
  return {
    width,
    height: props.height,
    padding: [8, CHART_END_PX, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, ...(range && { range: () => [range.from, range.to] as [number, number] }) },
      y: { range: (_, min, max) => valueRange(props.kind, min, max) },
    },
    axes: [
      {
        ...axis,
        size: X_AXIS_PX,
        space: 90,
        ...(props.isTime && { incrs: TIME_STEPS_MS }),
        values: (_, splits) => splits.map(props.writeX),
        ...(props.xName && { label: props.xName }),
      },
      {
        ...axis,
        size: props.yName ? CHART_AXIS_PX - NAME_PX : CHART_AXIS_PX,
        space: 30,
        values: (_, splits) => splits.map(props.writeY),
        ...(props.yName && { label: props.yName }),
      },
    ],
    series: [{}, ...props.series.map((_, i) => seriesOf(props, theme, i))],
    hooks: {
      ready: [
        (made) =>
          made.over.addEventListener("click", () => {
            const left = made.cursor.left ?? -1;
            if (left >= 0) props.onPick?.(made.posToVal(left, "x"));
          }),
      ],
    },
  };
}

/** Bars stand on zero; a line that never changes lies in the middle. */
function valueRange(kind: ChartProps["kind"], min: number | null, max: number | null): [number, number] {
  if (min === null || max === null) return [0, 1];
  if (kind === "bars") return [Math.min(0, min), Math.max(max * 1.05, 1)];
  const pad = max > min ? (max - min) * 0.08 : Math.abs(max) * 0.1 || 1;
  return [min - pad, max + pad];
}

function seriesOf({ kind, colour = 0, series }: ChartProps, theme: "light" | "dark", i: number): uPlot.Series {
  const at = (colour + i) % SIGNAL_COLOURS[theme].length;
  const stroke = SIGNAL_COLOURS[theme][at] ?? PALETTE[theme].green;
  const common = { label: series[i]?.label ?? "", stroke, spanGaps: false };
  switch (kind) {
    case "bars":
      return {
        ...common,
        width: 0,
        fill: stroke,
        points: { show: false },
        ...pathsOf(uPlot.paths.bars?.({ size: [0.92] })),
      };
    case "points":
      return { ...common, paths: () => null, points: { show: true, size: 3, width: 0, fill: stroke } };
    case "steps":
      return { ...common, width: 1.5, points: { show: false }, ...pathsOf(uPlot.paths.stepped?.({ align: 1 })) };
    default:
      return { ...common, width: 1.5, dash: [...(SIGNAL_DASHES[at] ?? [])], points: { show: false } };
  }
}

const pathsOf = (paths: uPlot.Series.PathBuilder | undefined) => (paths ? { paths } : {});
