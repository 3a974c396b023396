import type { ChartProps, ChartSeries } from "../../ui/chart/chart-props.ts";

/** A number with its unit, a time, a duration or a text; the page formats it. */
export type Cell =
  | { readonly kind: "number"; readonly value: number; readonly unit?: string }
  | { readonly kind: "time"; readonly us: number }
  | { readonly kind: "duration"; readonly us: number }
  | { readonly kind: "percent"; readonly share: number }
  | { readonly kind: "text"; readonly text: string };

export interface ResultChart {
  readonly kind: ChartProps["kind"];
  readonly x: readonly number[];
  readonly series: readonly ChartSeries[];
  /** `time`: microseconds since 1970. */
  readonly xKind: "time" | "number";
  readonly xName: string;
  readonly yName: string;
}

/** The result of a function: figures, a picture, and a table where it has one. */
export interface FunctionResult {
  readonly figures: readonly { readonly name: string; readonly cell: Cell }[];
  readonly chart: ResultChart | undefined;
  readonly table: { readonly columns: readonly string[]; readonly rows: readonly (readonly Cell[])[] } | undefined;
  readonly notes: readonly string[];
}

export const numberCell = (value: number, unit?: string): Cell => ({ kind: "number", value, ...(unit && { unit }) });
export const timeCell = (us: number): Cell => ({ kind: "time", us });
export const durationCell = (us: number): Cell => ({ kind: "duration", us });
export const percentCell = (share: number): Cell => ({ kind: "percent", share });
export const textCell = (text: string): Cell => ({ kind: "text", text });
