import { csvText } from "@canopy/contract/platform/csv";
import { utcText } from "../samples/utc-text.ts";
import type { Cell, FunctionResult } from "./function-result.ts";

/** Figures, then the table, then the points of the picture, with exact values; times in UTC, durations in seconds. */
export function resultCsv({ figures, table, chart, notes }: FunctionResult): string {
  const parts: string[][][] = [
    notes.map((note) => [note]),
    figures.map(({ name, cell }) => [name, plain(cell), ...(cell.kind === "number" && cell.unit ? [cell.unit] : [])]),
  ];
  if (table) parts.push([[...table.columns], ...table.rows.map((row) => row.map(plain))]);
  if (chart) {
    const time = (x: number) => (chart.xKind === "time" ? utcText(x) : String(x));
    const value = (one: number | null | undefined) => (one == null ? "" : String(one));
    parts.push([
      [chart.xName, ...chart.series.map(({ label }) => label)],
      ...chart.x.map((x, i) => [time(x), ...chart.series.map(({ values }) => value(values[i]))]),
    ]);
  }
  return parts
    .filter((rows) => rows.length > 0)
    .map(csvText)
    .join("\r\n");
}

function plain(cell: Cell): string {
  switch (cell.kind) {
    case "number":
      return String(cell.value);
    case "time":
      return utcText(cell.us);
    case "duration":
      return String(cell.us / 1e6);
    case "percent":
      return String(cell.share);
    case "text":
      return cell.text;
  }
}
