import uPlot from "uplot";
import { PALETTE, SIGNAL_COLOURS, SIGNAL_DASHES } from "../marks/palette.ts";
import {
  CHART_AXIS_PX,
  CHART_END_PX,
  CHART_FOOT_PX,
  CHART_TOP_PX,
  type ChartProps,
  type ChartSeries,
} from "./chart-props.ts";

const TIME_STEPS_MS = [1, 60, 3600, 86_400].flatMap((unit) => [1, 2, 5, 10, 15, 30].map((n) => n * unit * 1000));
const NAME_PX = 16;
const BAND_ALPHA = "38";

type Theme = "light" | "dark";

/** The lines, and behind them the edges of their bands. */
export function chartData({ x, series }: Pick<ChartProps, "x" | "series">): uPlot.AlignedData {
  const bands = series.flatMap(({ band }) => (band ? [[...band.max], [...band.min]] : []));
  return [[...x], ...series.map(({ values }) => [...values]), ...bands];
}

export function chartOptions(props: ChartProps, theme: Theme, box: HTMLElement, width: number): uPlot.Options {
  const { line, text2 } = PALETTE[theme];
  const style = getComputedStyle(box);
  const font = `11px ${style.fontFamily}`;
  const grid = { stroke: line, width: 1 };
  const axis = { stroke: text2, font, labelFont: font, labelSize: NAME_PX, grid, ticks: { show: false } };
  const { range, top, values } = props;
  const colourOf = (i: number) => strokeOf(props, theme, i, style);
  const edge = { stroke: "transparent", width: 0, points: { show: false } };
  const banded = props.series.flatMap(({ band }, i) => (band ? [i] : []));
  const firstEdge = (place: number) => 1 + props.series.length + 2 * place;
  return {
    width,
    height: props.height,
    padding: [CHART_TOP_PX, CHART_END_PX, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, ...(range && { range: () => [range.from, range.to] as [number, number] }) },
      y: { range: (_, min, max) => (values ? [values.from, values.to] : valueRange(props.kind, min, max, top)) },
    },
    axes: [
      {
        ...axis,
        size: CHART_FOOT_PX,
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
    series: [
      {},
      ...props.series.map((series, i) => seriesOf(props, series, i, colourOf(i))),
      ...banded.flatMap((i) => [
        { ...edge, label: `max${i}` },
        { ...edge, label: `min${i}` },
      ]),
    ],
    bands: banded.map((i, place) => ({
      series: [firstEdge(place), firstEdge(place) + 1] as [number, number],
      fill: `${colourOf(i)}${BAND_ALPHA}`,
    })),
    hooks: {
      draw: [(plot) => drawMark(plot, props.mark, PALETTE[theme].urgent)],
      setCursor: [(plot) => props.onHover?.(plot.cursor.idx ?? null)],
      ready: [(plot) => plot.over.addEventListener("click", () => pickAt(plot, props.onPick))],
    },
  };
}

function pickAt(plot: uPlot, onPick: ChartProps["onPick"]): void {
  const left = plot.cursor.left ?? -1;
  if (left >= 0) onPick?.(plot.posToVal(left, "x"));
}

/** Bars stand on zero; a line that never changes lies in the middle. */
function valueRange(
  kind: ChartProps["kind"],
  min: number | null,
  max: number | null,
  top: number | undefined,
): [number, number] {
  if (top !== undefined) return [0, Math.max(top, (max ?? 0) * 1.05)];
  if (min === null || max === null) return [0, 1];
  if (kind === "bars") return [Math.min(0, min), Math.max(max * 1.05, 1)];
  const pad = max > min ? (max - min) * 0.08 : Math.abs(max) * 0.1 || 1;
  return [min - pad, max + pad];
}

const placeOf = (colour: number, i: number, theme: Theme) => (colour + i) % SIGNAL_COLOURS[theme].length;

function strokeOf({ series, colour = 0 }: ChartProps, theme: Theme, i: number, style: CSSStyleDeclaration): string {
  const token = series[i]?.token;
  if (token) return style.getPropertyValue(token).trim();
  return SIGNAL_COLOURS[theme][placeOf(colour, i, theme)] ?? PALETTE[theme].green;
}

function seriesOf({ kind, colour = 0 }: ChartProps, own: ChartSeries, i: number, stroke: string): uPlot.Series {
  const common = { label: own.label, stroke, spanGaps: false };
  const fill = own.fill && { fill: `color-mix(in srgb, ${stroke} ${own.fill * 100}%, transparent)` };
  const width = own.width ?? 1.5;
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
      return { ...common, width, points: { show: false }, ...pathsOf(uPlot.paths.stepped?.({ align: 1 })) };
    default: {
      const dash = own.token ? [] : (SIGNAL_DASHES[(colour + i) % SIGNAL_DASHES.length] ?? []);
      return { ...common, width, dash: [...dash], points: { show: false }, ...fill };
    }
  }
}

const pathsOf = (paths: uPlot.Series.PathBuilder | undefined) => (paths ? { paths } : {});

/** The words stand above the line, or below it at the upper edge: never on it. */
function drawMark(plot: uPlot, mark: ChartProps["mark"], colour: string): void {
  if (!mark) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio || 1;
  const y = Math.round(plot.valToPos(mark.at, "y", true));
  if (y < bbox.top || y > bbox.top + bbox.height) return;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = ratio;
  ctx.setLineDash([4 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  const isAbove = y - bbox.top > 18 * ratio;
  ctx.textAlign = "right";
  ctx.textBaseline = isAbove ? "bottom" : "top";
  ctx.font = `${11 * ratio}px ${getComputedStyle(plot.root).fontFamily}`;
  ctx.fillText(mark.label, bbox.left + bbox.width - 4 * ratio, y + (isAbove ? -3 : 3) * ratio);
  ctx.restore();
}
