import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { CardOwner } from "./card-store.ts";

export interface UserOnDevice extends CardOwner {
  readonly userId: string;
}

export interface EndedRecalls {
  readonly device: string;
  readonly done: number;
  readonly failed: number;
  /** A page showed them within the last seconds. */
  readonly isWatched: boolean;
}

/** Pages look every second while something is under way. */
const WATCHED_S = 10;
const NOTE_S = 3;

const RUNNING = sql`('waiting', 'commanding', 'getting')`;

/** Recalls of the user on the device that are no news yet, once none is under way; each is news once. */
export async function takeEnded(
  db: Db,
  { tenantId, thingsId, userId }: UserOnDevice,
): Promise<EndedRecalls | undefined> {
  const found = await sql<EndedRecalls>`with told as (
      update recalls r set is_told = true
      where r.tenant_id = ${tenantId} and r.things_id = ${thingsId} and r.user_id = ${userId} and not r.is_told
        and r.state in ('done', 'failed', 'cancelled') and not exists (select 1 from recalls u
          where u.tenant_id = r.tenant_id and u.things_id = r.things_id and u.user_id = r.user_id and u.state in ${RUNNING})
      returning r.state, r.watched_at)
    select t.name as device, count(*) filter (where told.state = 'done')::int as done,
      count(*) filter (where told.state = 'failed')::int as failed,
      max(told.watched_at) > now() - ${WATCHED_S} * interval '1 second' as "isWatched"
    from told, things t where t.tenant_id = ${tenantId} and t.id = ${thingsId}
    group by t.name having count(*) filter (where told.state <> 'cancelled') > 0`.execute(db);
  return found.rows[0];
}

/** A page of the user shows what is under way, of this device or of all. */
export async function noteWatched(
  db: Db,
  { tenantId, userId, thingsId = null }: { tenantId: string; userId: string; thingsId?: string | null },
): Promise<void> {
  await sql`update recalls set watched_at = now() where tenant_id = ${tenantId} and user_id = ${userId}
    and (${thingsId}::uuid is null or things_id = ${thingsId}) and state in ${RUNNING}
    and watched_at < now() - ${NOTE_S} * interval '1 second'`.execute(db);
}
