import { deviceErrors } from "@canopy/contract/devices/errors";
import { IMPORT_COLUMNS, type ImportedRow } from "@canopy/contract/devices/import-things";
import { labelName } from "@canopy/contract/devices/labels";
import { IMPORT_MAX_ROWS, MAX_LABELS_PER_DEVICE } from "@canopy/contract/devices/rules";
import { type NewThing, newThing } from "@canopy/contract/devices/thing";
import { type ErrorDef, platformErrors } from "@canopy/contract/platform/errors";
import type { Language } from "@canopy/contract/platform/language";
import { z } from "zod";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { createDevice } from "./create-device.ts";
import { type CsvRow, parseCsv } from "./csv.ts";
import type { DeviceServices } from "./device-services.ts";
import { findTypeByName } from "./info-model-store.ts";
import { findLabelByName } from "./label-store.ts";
import { addLabel } from "./labels-and-groups.ts";

type Column = (typeof IMPORT_COLUMNS)[number];
type Fields = Partial<Record<Column, string>>;

/** DEV-02: every row stands for itself; a wrong one is reported and the others are added. */
export async function importDevices(
  services: DeviceServices,
  caller: Caller,
  csv: string,
  language: Language,
): Promise<ImportedRow[]> {
  const report: ImportedRow[] = [];
  for (const { line, fields } of readRows(csv)) {
    const third_things_id = fields.third_things_id ?? "";
    try {
      const { thingsId, key } = await createDevice(services, caller, await wantedOf(services, caller, fields));
      report.push({ line, third_things_id, ok: true, id: thingsId, licence_key: key });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, message, field } = error.body(language);
      report.push({ line, third_things_id, ok: false, code, message, ...(field && { field }) });
    }
  }
  return report;
}

function readRows(csv: string): { line: number; fields: Fields }[] {
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
  const known: readonly string[] = IMPORT_COLUMNS;
  const strange = columns.find((column, at) => !known.includes(column) || columns.indexOf(column) !== at);
  const missing = ["name", "third_things_id"].find((column) => !columns.includes(column));
  const problem = rows === undefined ? "CSV" : (strange ?? missing);
  if (problem !== undefined) throw new ApiError(deviceErrors.importHeader, { field: "csv", values: { problem } });
}

async function wantedOf(services: DeviceServices, caller: Caller, fields: Fields): Promise<NewThing> {
  const { info_model_name: typeName, labels = "", ...cells } = fields;
  const given = Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== ""));
  const checked = newThing.safeParse({ ...given, name: cells.name, third_things_id: cells.third_things_id });
  if (!checked.success) {
    const issue = checked.error.issues[0];
    const field = issue?.path.join(".") ?? "";
    const known = Object.values<ErrorDef>(deviceErrors).find(({ code }) => code === issue?.message);
    throw new ApiError(known ?? platformErrors.inputInvalid, { field, values: { field } });
  }
  const type = typeName ? await findTypeByName(services.db, caller.tenantId, typeName) : undefined;
  if (typeName && !type) throw new ApiError(platformErrors.notFound, { field: "info_model_name" });
  return {
    ...checked.data,
    info_model_id: type?.id ?? null,
    label_ids: await labelIds(services, caller.tenantId, labels),
  };
}

/** Labels are made as needed; what the label call would refuse is refused here too. */
async function labelIds(services: DeviceServices, tenantId: string, text: string): Promise<string[]> {
  const names = text.split(";").filter((name) => name.trim() !== "");
  const checked = z.array(labelName).max(MAX_LABELS_PER_DEVICE).safeParse(names);
  if (!checked.success)
    throw new ApiError(platformErrors.inputInvalid, { field: "labels", values: { field: "labels" } });
  const ids: string[] = [];
  for (const name of checked.data) {
    const label = (await findLabelByName(services.db, tenantId, name)) ?? (await addLabel(services, tenantId, name));
    ids.push(label.id);
  }
  return ids;
}
