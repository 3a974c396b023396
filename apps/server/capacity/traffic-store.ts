import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";
import { packageOf } from "./package-store.ts";

/** The month of a quota: YYYYMM, in UTC. */
export function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** Quotas of a month are of the month in UTC. */
export function monthStart(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
}

export async function addTraffic(db: Db, tenantId: string, bytes: number, nowMs: number): Promise<void> {
  if (bytes === 0) return;
  await sql`insert into traffic_usage (tenant_id, month, bytes) values (${tenantId}, ${monthOf(nowMs)}, ${bytes})
    on conflict (tenant_id, month) do update set bytes = traffic_usage.bytes + excluded.bytes`.execute(db);
}

export async function trafficUsed(db: Db, tenantId: string, nowMs: number): Promise<number> {
  const found = await sql<{ bytes: number }>`select bytes from traffic_usage
    where tenant_id = ${tenantId} and month = ${monthOf(nowMs)}`.execute(db);
  return found.rows[0]?.bytes ?? 0;
}

/** CAP-02: bytes of this month that are left, not below zero; null: as many as one likes. */
export async function trafficLeft(db: Db, tenantId: string, nowMs: number): Promise<number | null> {
  const { device_file_traffic_management: limit } = await packageOf(db, tenantId);
  return limit === null ? null : Math.max(0, limit - (await trafficUsed(db, tenantId, nowMs)));
}
