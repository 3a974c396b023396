import { sql } from "kysely";
import type { PinKey } from "../../frames/store/pinned-windows.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface PinnedEvent extends PinKey {
  readonly id: string;
  readonly tenantId: string;
  readonly startedUs: number;
}

/** Of all tenants, oldest first. */
export async function pinnedEvents(db: Db): Promise<PinnedEvent[]> {
  const found = await sql<PinnedEvent>`select id, tenant_id as "tenantId", binding, change, started_us as "startedUs"
    from alarm_events where pin = 'pinned' order by tenant_id, started_us`.execute(db);
  return found.rows;
}

/** The event loses its pin and says so. */
export async function dropPin(db: Db, { id, tenantId }: PinnedEvent): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`update alarm_events set pin = 'dropped' where tenant_id = ${tenantId} and id = ${id}`.execute(
      transaction,
    );
    await sql`insert into alarm_notes (tenant_id, event_id, kind)
      values (${tenantId}, ${id}, 'pinDropped')`.execute(transaction);
  });
}
