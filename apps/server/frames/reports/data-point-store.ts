import type { DataPoint } from "@canopy/contract/frames/data-points";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

interface PointOwner {
  readonly tenantId: string;
  readonly userId: string;
  readonly thingsId: string;
}

export async function dataPointsOf(db: Db, { tenantId, userId, thingsId }: PointOwner): Promise<DataPoint[]> {
  const found = await sql<{ points: DataPoint[] }>`select points from data_points
    where tenant_id = ${tenantId} and user_id = ${userId} and things_id = ${thingsId}`.execute(db);
  return found.rows[0]?.points ?? [];
}

export async function keepDataPoints(db: Db, owner: PointOwner, points: readonly DataPoint[]): Promise<void> {
  const { tenantId, userId, thingsId } = owner;
  await sql`insert into data_points (tenant_id, user_id, things_id, points)
    values (${tenantId}, ${userId}, ${thingsId}, ${JSON.stringify(points)}::jsonb)
    on conflict (user_id, things_id) do update set points = excluded.points, updated_at = now()
      where data_points.tenant_id = ${tenantId}`.execute(db);
}
