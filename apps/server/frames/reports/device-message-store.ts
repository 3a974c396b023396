import { sql } from "kysely";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DeviceMessage, GatewayDevice } from "../dialects/device-message.ts";

/** Keeps a message as it came; a repeat of the same message does no harm. */
export async function insertDeviceMessage(
  db: Db,
  device: GatewayDevice,
  message: DeviceMessage,
  receivedAtMs: number,
): Promise<void> {
  const { kind, ...content } = message;
  await sql`insert into device_messages (tenant_id, binding, kind, content, received_at)
    values (${device.tenantId}, ${device.bindingNumber}, ${kind}, ${safeJson(content)}::jsonb,
      to_timestamp(${receivedAtMs} / 1000.0))`.execute(db);
}
