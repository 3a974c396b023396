import { deviceErrors } from "@canopy/contract/devices/errors";
import { EXPORT_STATE_COLUMNS, IMPORT_COLUMNS, importedThing } from "@canopy/contract/devices/import-things";
import { labelName } from "@canopy/contract/devices/labels";
import { IMPORT_MAX_ROWS, MAX_LABELS_PER_DEVICE } from "@canopy/contract/devices/rules";
import type { NewThing } from "@canopy/contract/devices/thing";
import { type CsvRow, parseCsv } from "@canopy/contract/platform/csv";
import { type ErrorDef, platformErrors } from "@canopy/contract/platform/errors";
import { z } from "zod";
import { ApiError } from "../../platform/http/api-error.ts";

type Column = (typeof IMPORT_COLUMNS)[number];
export type Fields = Partial<Record<Column, string>>;

/** The rows of a file by the names in its first line; a file that cannot be read so is refused as a whole. */
export function readRows(csv: string): { line: number; fields: Fields }[] {
  const rows = parseCsv(csv);
  const [header, ...others] = rows ?? [];
  const columns = header?.cells.map((cell) => cell.trim()) ?? [];
  refuseHeader(rows, columns);
  if (others.length > IMPORT_MAX_ROWS) {
    throw new ApiError(deviceErrors.importTooLong, { field: "csv", values: { limit: IMPORT_MAX_ROWS } });
  }
  return others.map(({ line, cells }) => ({
    line,
    fields: Object.fromEntries(columns.map((column, at) => [column, cells[at]?.trim() ?? ""])),
  }));
}

function refuseHeader(rows: readonly CsvRow[] | undefined, columns: readonly string[]): void {
  const known: readonly string[] = [...IMPORT_COLUMNS, ...EXPORT_STATE_COLUMNS];
  const strange = columns.find((column, at) => !known.includes(column) || columns.indexOf(column) !== at);
  const missing = ["name", "third_things_id"].find((column) => !columns.includes(column));
  const problem = rows === undefined ? "CSV" : (strange ?? missing);
  if (problem !== undefined) throw new ApiError(deviceErrors.importHeader, { field: "csv", values: { problem } });
}

/** The content of a row; type and labels still by name. */
export interface WantedRow {
  thing: NewThing;
  typeName: string;
  labels: string[];
}

export function wantedOf(fields: Fields): WantedRow {
  const { info_model_name: typeName = "", labels = "", ...cells } = fields;
  const given = Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== ""));
  const checked = importedThing.safeParse({ ...given, name: cells.name, third_things_id: cells.third_things_id });
  if (!checked.success) {
    const issue = checked.error.issues[0];
    const field = issue?.path.join(".") ?? "";
    const known = Object.values<ErrorDef>(deviceErrors).find(({ code }) => code === issue?.message);
    throw new ApiError(known ?? platformErrors.inputInvalid, { field, values: { field } });
  }
  return { thing: checked.data, typeName, labels: labelNames(labels) };
}

/** Refuses the names that the label call would refuse. */
function labelNames(text: string): string[] {
  const names = text.split(";").filter((name) => name.trim() !== "");
  const checked = z.array(labelName).max(MAX_LABELS_PER_DEVICE).safeParse(names);
  if (!checked.success) {
    throw new ApiError(platformErrors.inputInvalid, { field: "labels", values: { field: "labels" } });
  }
  return checked.data;
}
