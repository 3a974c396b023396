import { isDeepStrictEqual } from "node:util";
import type { LimitName } from "@canopy/contract/capacity/package";
import { platformErrors } from "@canopy/contract/platform/errors";
import { panelErrors } from "@canopy/contract/statistics/panel-errors";
import { devicesIn, type PanelContent, type Widget } from "@canopy/contract/statistics/panel-widgets";
import type { Panel } from "@canopy/contract/statistics/panels";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type DeviceLevels, requireLevel } from "../../platform/http/check-devices.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { changePanel, findPanel, insertPanel, isNameTaken, lockPanels } from "./panel-store.ts";

export interface PanelServices {
  readonly db: Db;
  readonly deviceLevels: DeviceLevels;
  limitOf(tenantId: string, name: LimitName): Promise<number | null>;
}

export async function mustFind(db: Db, { tenantId }: Caller, id: string): Promise<Panel> {
  const panel = await findPanel(db, tenantId, id);
  if (!panel) throw new ApiError(platformErrors.notFound);
  return panel;
}

/** CAP-01 `hmi`: at the limit it is refused, and nothing is made. */
export async function makePanel(services: PanelServices, caller: Caller, content: PanelContent): Promise<Panel> {
  const { db } = services;
  await requireDevices(services, caller, content, []);
  const limit = await services.limitOf(caller.tenantId, "hmi");
  const id = await db.transaction().execute(async (transaction) => {
    const count = await lockPanels(transaction, caller.tenantId);
    if (limit !== null && count >= limit) throw new ApiError(panelErrors.limit, { values: { limit } });
    await refuseTaken(transaction, caller, content.name, null);
    return insertPanel(transaction, caller, content);
  });
  return mustFind(db, caller, id);
}

export async function updatePanelOf(
  services: PanelServices,
  caller: Caller,
  id: string,
  content: PanelContent & { version: number },
): Promise<Panel> {
  const { db } = services;
  const known = await mustFind(db, caller, id);
  await requireDevices(services, caller, content, known.widgets);
  await db.transaction().execute(async (transaction) => {
    await lockPanels(transaction, caller.tenantId);
    await refuseTaken(transaction, caller, content.name, id);
    if (!(await changePanel(transaction, caller, id, content)))
      throw new ApiError(panelErrors.changed, { values: { user: known.user_name } });
  });
  return mustFind(db, caller, id);
}

/**
 * A widget that stands there already may stay, and be moved, though its device is another's to read: a link shows it to
 * everyone, so what it shows is not changed. A device that is gone shows nothing.
 */
async function requireDevices(
  { deviceLevels }: PanelServices,
  caller: Caller,
  { widgets }: PanelContent,
  known: readonly Widget[],
): Promise<void> {
  const asked = devicesIn(widgets.filter((one) => !known.some((before) => isMoved(before, one))));
  if (asked.length === 0) return;
  const levels = await deviceLevels(caller, asked);
  const before = new Set(devicesIn(known));
  const shown = asked.filter((id) => levels.has(id) || !before.has(id));
  await requireLevel(caller, shown, "read", async () => levels);
}

/** At most its place is another. */
function isMoved(before: Widget, { x, y, w, h, ...shown }: Widget): boolean {
  return isDeepStrictEqual({ ...before, x, y, w, h }, { ...shown, x, y, w, h });
}

async function refuseTaken(db: Db, { tenantId }: Caller, name: string, besides: string | null): Promise<void> {
  if (await isNameTaken(db, tenantId, name, besides))
    throw new ApiError(panelErrors.nameTaken, { field: "name", values: { name } });
}
