import type { DeviceEvent } from "@canopy/contract/device-link/events";
import { appendDeviceLog } from "../../devices/device-log-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { GatewayDevice } from "../dialects/device-message.ts";
import { insertEvent } from "./device-report-store.ts";

const REBOOT = "reboot";

/** Every event is stored; reboots and faults are also written to the device's log (DEV-07), once. */
export async function keepEvent(db: Db, device: GatewayDevice, event: DeviceEvent, atMs: number): Promise<void> {
  const { kind, level, content = {} } = event;
  await db.transaction().execute(async (transaction) => {
    const isNew = await insertEvent(transaction, device, event, atMs);
    if (!isNew || (kind !== REBOOT && level === "info")) return;
    const { tenantId, thingsId } = device;
    const entry = { tenantId, thingsId, atMs };
    if (kind === REBOOT) await appendDeviceLog(transaction, { ...entry, kind: REBOOT, content });
    else await appendDeviceLog(transaction, { ...entry, kind: "event", content: { ...content, kind, level } });
  });
}
