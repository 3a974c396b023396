import type { CommandList, CommandListContent } from "@canopy/contract/frames/command-lists";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** The device that a list belongs to, in its tenant. */
export interface ListOwner {
  readonly tenantId: string;
  readonly thingsId: string;
}

const COLUMNS = sql`l.name, l.frames, l.repeat, l.period_ms, l.user_name,
  (extract(epoch from l.updated_at) * 1000)::bigint as updated_time`;

export async function commandListsOf(db: Db, { tenantId, thingsId }: ListOwner): Promise<CommandList[]> {
  const found = await sql<CommandList>`select ${COLUMNS} from command_lists l
    where l.tenant_id = ${tenantId} and l.things_id = ${thingsId} order by lower(l.name)`.execute(db);
  return found.rows;
}

/** A list of the same name is replaced; undefined: it would be one too many. */
export async function keepCommandList(
  db: Db,
  { tenantId, thingsId }: ListOwner,
  { name, frames, repeat, period_ms, userName }: CommandListContent & { userName: string },
  limit: number,
): Promise<CommandList | undefined> {
  const kept = await sql<CommandList>`
    insert into command_lists as l (tenant_id, things_id, name, frames, repeat, period_ms, user_name)
    select ${tenantId}, ${thingsId}, ${name}, ${JSON.stringify(frames)}::jsonb, ${repeat}, ${period_ms}, ${userName}
    where (select count(*) from command_lists o where o.tenant_id = ${tenantId} and o.things_id = ${thingsId}
      and o.name <> ${name}) < ${limit}
    on conflict (things_id, name) do update set frames = excluded.frames, repeat = excluded.repeat,
      period_ms = excluded.period_ms, user_name = excluded.user_name, updated_at = now()
      where l.tenant_id = ${tenantId}
    returning ${COLUMNS}`.execute(db);
  return kept.rows[0];
}

export async function removeCommandList(db: Db, { tenantId, thingsId }: ListOwner, name: string): Promise<void> {
  await sql`delete from command_lists
    where tenant_id = ${tenantId} and things_id = ${thingsId} and name = ${name}`.execute(db);
}
