import type { diskUsage } from "@canopy/contract/capacity/capacity";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { daysToFull, growthPerDay, showBytes } from "../../capacity/forecast.ts";
import { packageOf } from "../../capacity/package-store.ts";
import { whenFullOf } from "../../capacity/storage-choice-store.ts";
import { bytesOfGigabytes } from "../../capacity/storage-room.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { FrameStore } from "../store/frame-store.ts";

export interface UsageParts {
  readonly db: Db;
  readonly frames: Pick<FrameStore, "usage">;
}

/** CAP-02: what a tenant has stored, how it grows, and when its space is full. */
export async function readDiskUsage(
  { db, frames }: UsageParts,
  tenantId: string,
  today: number,
): Promise<Reply<typeof diskUsage>> {
  const [content, when_full, counted] = await Promise.all([
    packageOf(db, tenantId),
    whenFullOf(db, tenantId),
    frames.usage.daysOfTenant(tenantId),
  ]);
  const used = counted.reduce((sum, { bytes }) => sum + bytes, 0);
  const days = new Map(counted.filter(({ day }) => day >= 0).map(({ day, bytes }) => [day, bytes]));
  const limit = bytesOfGigabytes(content.database_storage_space);
  const perDay = growthPerDay(days, today);
  const keepDays = content.maximum_data_retention_days;
  return {
    disk_usage_rate: percentOf(used, limit),
    total_disk_usage_show: showBytes(used),
    used_bytes: used,
    total_bytes: limit,
    bytes_per_day: perDay,
    days_to_full: daysToFull({ used, limit, perDay, days, today, keepDays }),
    when_full,
  };
}

/** One decimal; a package without any space is full. */
function percentOf(used: number, limit: number | null): number {
  if (limit === null) return 0;
  return limit === 0 ? 100 : Math.round((used / limit) * 1000) / 10;
}
