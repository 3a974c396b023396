/** One line, row of bars or cloud of points of a chart. */
export interface ChartSeries {
  readonly label: string;
  /** As long as `x`. Null leaves a gap, which nothing is joined across; undefined has no point of its own. */
  readonly values: readonly (number | null | undefined)[];
  /** Smallest and largest value around each point: a band behind the line. */
  readonly band?: { readonly min: ChartSeries["values"]; readonly max: ChartSeries["values"] };
  /** A colour of the theme by its token, `--green`, instead of the next signal colour. */
  readonly token?: string;
  /** Filled down to zero at this strength, 0 to 1. */
  readonly fill?: number;
  readonly width?: number;
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
  /** The values reach from zero to this at least; without it they reach around what is drawn. */
  top?: number;
  /** The edges of the values, instead of those around what is drawn. */
  values?: { from: number; to: number };
  /** Which of the ten colours the first series has. */
  colour?: number;
  /** Milliseconds since 1970: the axis has whole seconds, minutes, hours. */
  isTime?: boolean;
  writeX(value: number): string;
  writeY(value: number): string;
  /** Names of the axes. */
  xName?: string;
  yName?: string;
  /** A line across, such as a limit. */
  mark?: { readonly at: number; readonly label: string };
  /** A moment that is marked in every chart of a page. */
  cursor?: number | null;
  onPick?(x: number): void;
  /** The place in `x` under the pointer; null beside the plot. */
  onHover?(index: number | null): void;
}

/** The width of the axis at the left: the same in every chart, so that one cursor is one straight line. */
export const CHART_AXIS_PX = 64;
/** Half of the last number of a time axis. */
export const CHART_END_PX = 24;
/** Above and below the plot: `chartTop` and marks over a chart count from its edges. */
export const CHART_TOP_PX = 8;
export const CHART_FOOT_PX = 26;
