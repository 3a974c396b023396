import type { SdState } from "@canopy/contract/devices/rules";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { appendDeviceLog, type NewLogEntry } from "../device-log-store.ts";

/** A report of a connection or its terminal; absent fields keep their value. */
export interface StatusReport {
  online?: boolean;
  sdState?: SdState;
  /** How full the card is. */
  sdUsedPercent?: number;
  firmwareVersion?: string;
}

interface StoredStatus {
  id: string;
  tenantId: string;
  online: boolean;
  presenceMs: number;
  sdState: SdState | null;
  sdUsedPercent: number | null;
  firmwareVersion: string | null;
}

/** Keeps presence, card state and firmware version, and writes every change into the device's log (DEV-07). */
export async function reportStatus(db: Db, bindingNumber: number, report: StatusReport, atMs: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const known = await lockStatus(transaction, bindingNumber);
    if (!known) return;
    const changes = changesOf(known, report, atMs);
    if (changes.length === 0) return;
    await store(transaction, bindingNumber, changes, atMs);
    for (const { kind, to } of changes) {
      // A card fills all day: worth a column, not a line each time.
      if (kind === "sdUsed") continue;
      const content: NewLogEntry["content"] = typeof to === "string" ? { to } : {};
      await appendDeviceLog(transaction, { tenantId: known.tenantId, thingsId: known.id, kind, content, atMs });
    }
  });
}

async function lockStatus(db: Db, bindingNumber: number): Promise<StoredStatus | undefined> {
  const found =
    await sql<StoredStatus>`select id, tenant_id as "tenantId", online, sd_state as "sdState", sd_used_percent as "sdUsedPercent",
    firmware_version as "firmwareVersion",
    coalesce(extract(epoch from greatest(online_at, offline_at)) * 1000, 0)::float8 as "presenceMs"
    from things where binding = ${bindingNumber} for update`.execute(db);
  return found.rows[0];
}

type StatusChange =
  | { kind: "online" | "offline"; to: boolean }
  | { kind: "sd"; to: SdState }
  | { kind: "sdUsed"; to: number }
  | { kind: "firmware"; to: string };

function changesOf(known: StoredStatus, report: StatusReport, atMs: number): StatusChange[] {
  const { online, sdState, sdUsedPercent, firmwareVersion } = report;
  const changes: StatusChange[] = [];
  // The end of an old connection, told late, does not end the new one.
  const isNews = online !== undefined && online !== known.online && atMs >= known.presenceMs;
  if (isNews) changes.push({ kind: online ? "online" : "offline", to: online });
  if (sdState !== undefined && sdState !== known.sdState) changes.push({ kind: "sd", to: sdState });
  if (sdUsedPercent !== undefined && sdUsedPercent !== known.sdUsedPercent) {
    changes.push({ kind: "sdUsed", to: sdUsedPercent });
  }
  if (firmwareVersion !== undefined && firmwareVersion !== known.firmwareVersion) {
    changes.push({ kind: "firmware", to: firmwareVersion });
  }
  return changes;
}

async function store(db: Db, bindingNumber: number, changes: readonly StatusChange[], atMs: number): Promise<void> {
  const at = sql`to_timestamp(${atMs} / 1000.0)`;
  const sets = changes.map(({ kind, to }) => {
    if (kind === "online") return sql`online = true, online_at = ${at}`;
    if (kind === "offline") return sql`online = false, offline_at = ${at}`;
    if (kind === "sdUsed") return sql`sd_used_percent = ${to}`;
    return kind === "sd" ? sql`sd_state = ${to}` : sql`firmware_version = ${to}`;
  });
  await sql`update things set ${sql.join(sets)} where binding = ${bindingNumber}`.execute(db);
}

/** DEV-10: how many bytes each binding holds, as reckoned at this time. */
export async function recordUsage(
  db: Db,
  usages: readonly { bindingNumber: number; bytes: number }[],
  atMs: number,
): Promise<void> {
  const numbers = usages.map(({ bindingNumber }) => bindingNumber);
  const bytes = usages.map((usage) => usage.bytes);
  await sql`update things t set things_usage = u.bytes, last_cal_usage_at = to_timestamp(${atMs} / 1000.0)
    from unnest(${numbers}::int[], ${bytes}::bigint[]) as u (number, bytes) where t.binding = u.number`.execute(db);
}

/** Bindings marked online, of all tenants: after a crash the gateway compares them with open connections. */
export async function listOnlineBindings(db: Db): Promise<number[]> {
  const found = await sql<{ binding: number }>`select binding from things where online order by binding`.execute(db);
  return found.rows.map(({ binding }) => binding);
}
