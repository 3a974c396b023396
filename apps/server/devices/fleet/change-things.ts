import { labelErrors } from "@canopy/contract/devices/errors";
import { channelCell, EXPORT_STATE_COLUMNS, IMPORT_COLUMNS } from "@canopy/contract/devices/import-things";
import { MAX_GROUP_MEMBERS, MAX_LABELS_PER_DEVICE } from "@canopy/contract/devices/rules";
import { csvText } from "@canopy/contract/platform/csv";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { changeGroups, changeLabels, type ExportedThing, thingsForExport } from "./bulk-store.ts";
import { GROUPS, hasSets, LABELS } from "./named-set-store.ts";

interface BulkChange {
  tenantId: string;
  thingsIds: readonly string[];
  add: readonly string[];
  remove: readonly string[];
}

/** DEV-09: all of them or none; one device that would have too many refuses the whole. */
export async function labelMany(db: Db, change: BulkChange): Promise<void> {
  if (!(await hasSets(db, LABELS, change.tenantId, [...change.add, ...change.remove]))) {
    throw new ApiError(platformErrors.notFound);
  }
  await db.transaction().execute(async (transaction) => {
    const most = await changeLabels(transaction, change);
    if (most > MAX_LABELS_PER_DEVICE) {
      throw new ApiError(labelErrors.labelsPerDevice, { values: { limit: MAX_LABELS_PER_DEVICE } });
    }
  });
}

export async function groupMany(db: Db, change: BulkChange): Promise<void> {
  if (!(await hasSets(db, GROUPS, change.tenantId, [...change.add, ...change.remove]))) {
    throw new ApiError(platformErrors.notFound);
  }
  await db.transaction().execute(async (transaction) => {
    const most = await changeGroups(transaction, change);
    if (most > MAX_GROUP_MEMBERS) {
      throw new ApiError(labelErrors.groupFull, { values: { limit: MAX_GROUP_MEMBERS } });
    }
  });
}

/** With a byte order mark, so that a spreadsheet reads Chinese names. */
export async function exportDevices(db: Db, tenantId: string, thingsIds: readonly string[]): Promise<string> {
  const rows = await thingsForExport(db, tenantId, thingsIds);
  return `\ufeff${csvText([[...IMPORT_COLUMNS, ...EXPORT_STATE_COLUMNS], ...rows.map(cellsOf)])}`;
}

function cellsOf(row: ExportedThing): string[] {
  return [
    row.name,
    row.third_things_id,
    row.info_model_name ?? "",
    row.class,
    row.description,
    row.licence ?? "",
    row.server,
    row.labels.join(";"),
    row.dialect,
    channelCell(row.channel_enable),
    row.online ? "1" : "0",
    row.last_seen?.toISOString() ?? "",
    row.sd_state ?? "",
    row.firmware_version ?? "",
    String(row.things_usage),
    row.created_at.toISOString(),
  ];
}
