import { useEffect, useEffectEvent, useRef } from "react";
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import { useTheme } from "../../platform/theme.ts";
import { useWidth } from "../use-width.ts";
import styles from "./curve.module.css";

export interface CurveLine {
  label: string;
  /** A token: `--green`. */
  colour: string;
  /** Drawn from the line down to the one before it, at this strength. */
  fill?: number;
  width?: number;
  dash?: readonly number[];
}

interface CurveProps {
  /** What is drawn, for those who do not see it. */
  label: string;
  height: number;
  /** Epoch milliseconds. */
  times: readonly number[];
  /** One per line, as long as `times`; null leaves a gap, which nothing is joined across. */
  values: readonly (readonly (number | null)[])[];
  lines: readonly CurveLine[];
  /** The edges of the plot, so that panels of a page share them. */
  range: { fromMs: number; toMs: number };
  /** The largest value shown at least. */
  top?: number;
  writeValue(value: number): string;
  writeTime(atMs: number): string;
  cursorMs?: number | null;
  onCursor?(atMs: number): void;
  /** A line across, such as a limit. */
  mark?: { at: number; label: string };
}

/** The width of the axis at the left: the same in every panel, so that one cursor is one straight line. */
export const AXIS_PX = 52;

/** A curve over time. Drawn by uPlot on a canvas; new data is handed to it, never to React. */
export function Curve(props: CurveProps) {
  const { ref, width } = useWidth();
  const plot = useRef<uPlot>(undefined);
  const theme = useTheme();
  const make = useEffectEvent((box: HTMLElement) => new uPlot(optionsOf(box, width, props), dataOf(props), box));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours, so it is made anew
  useEffect(() => {
    const box = ref.current;
    if (!box || width === 0) return;
    const made = make(box);
    plot.current = made;
    return () => {
      made.destroy();
      plot.current = undefined;
    };
  }, [width, theme, props.height, props.lines.length, ref]);

  const { times, values, range, cursorMs = null } = props;
  useEffect(() => {
    const drawn = plot.current;
    if (!drawn) return;
    drawn.setData(dataOf({ times, values }), false);
    drawn.setScale("x", { min: range.fromMs / 1000, max: range.toMs / 1000 });
  }, [times, values, range]);

  const share = cursorMs === null ? -1 : (cursorMs - range.fromMs) / (range.toMs - range.fromMs);
  return (
    <div className={styles.frame} style={{ height: props.height }}>
      <div ref={ref} className={styles.plot} role="img" aria-label={props.label} />
      {share >= 0 && share <= 1 && (
        <div className={styles.cursor} style={{ left: `calc(${AXIS_PX}px + (100% - ${AXIS_PX + 8}px) * ${share})` }} />
      )}
    </div>
  );
}

function dataOf({ times, values }: Pick<CurveProps, "times" | "values">): uPlot.AlignedData {
  return [times.map((ms) => ms / 1000), ...values.map((line) => [...line])];
}

function optionsOf(box: HTMLElement, width: number, props: CurveProps): uPlot.Options {
  const colour = (token: string) => getComputedStyle(box).getPropertyValue(token).trim();
  const grid = { stroke: colour("--line-soft"), width: 1 };
  const axis = { stroke: colour("--text-3"), grid, ticks: { show: false }, font: `11px ${colour("--face")}` };
  return {
    width,
    height: props.height,
    padding: [10, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 7 }, drag: { x: false, y: false } },
    scales: {
      x: { time: true, min: props.range.fromMs / 1000, max: props.range.toMs / 1000 },
      y: { range: (_, __, max) => [0, Math.max(props.top ?? 0, max * 1.05 || 1)] },
    },
    axes: [
      { ...axis, size: 24, gap: 4, space: 90, values: (_, splits) => splits.map((s) => props.writeTime(s * 1000)) },
      { ...axis, size: AXIS_PX, gap: 6, space: 36, values: (_, splits) => splits.map(props.writeValue) },
    ],
    series: [{}, ...props.lines.map((line) => seriesOf(line, colour))],
    hooks: {
      draw: props.mark ? [(plot) => drawMark(plot, props.mark, colour("--urgent"))] : [],
      ready: [(plot) => plot.over.addEventListener("click", () => clickAt(plot, props.onCursor))],
    },
  };
}

function seriesOf(line: CurveLine, colour: (token: string) => string): uPlot.Series {
  const stroke = colour(line.colour);
  return {
    label: line.label,
    stroke,
    width: line.width ?? 1.5,
    points: { show: false },
    spanGaps: false,
    ...(line.dash ? { dash: [...line.dash] } : {}),
    ...(line.fill ? { fill: `color-mix(in srgb, ${stroke} ${line.fill * 100}%, transparent)` } : {}),
  };
}

function clickAt(plot: uPlot, onCursor: CurveProps["onCursor"]): void {
  const left = plot.cursor.left ?? -1;
  if (left >= 0) onCursor?.(plot.posToVal(left, "x") * 1000);
}

function drawMark(plot: uPlot, mark: CurveProps["mark"], colour: string): void {
  if (!mark) return;
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(mark.at, "y", true));
  if (y < bbox.top || y > bbox.top + bbox.height) return;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.setLineDash([4, 3]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.textAlign = "right";
  ctx.font = `${11 * devicePixelRatio}px sans-serif`;
  ctx.fillText(mark.label, bbox.left + bbox.width - 4, y - 4);
  ctx.restore();
}
