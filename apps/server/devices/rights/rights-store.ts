import type { DeviceRight, RightCounts, RightLevel, RightStep } from "@canopy/contract/devices/rights";
import type { Level } from "@canopy/contract/platform/endpoint";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

interface Whose {
  readonly tenantId: string;
  readonly userId: string;
}

interface Filter {
  readonly keyword: string;
  readonly label_id?: string | undefined;
  readonly info_model_id?: string | undefined;
  readonly level?: RightLevel | undefined;
}

interface Asked extends Filter {
  readonly current_page: number;
  readonly page_size: number;
}

const pattern = (keyword: string) => `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;

/** Conditions on the device `t`; `level` is the expression of the user's level on it. */
function matches(filter: Filter, level: RawBuilder<unknown>): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (filter.keyword !== "") {
    const word = pattern(filter.keyword);
    conditions.push(sql`(t.name ilike ${word} or t.third_things_id ilike ${word})`);
  }
  if (filter.label_id)
    conditions.push(
      sql`exists (select 1 from thing_labels x where x.things_id = t.id and x.label_id = ${filter.label_id})`,
    );
  if (filter.info_model_id) conditions.push(sql`t.info_model_id = ${filter.info_model_id}`);
  if (filter.level) conditions.push(sql`${level} = ${filter.level}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

const OPEN = ({ userId }: Whose) => sql`device_levels l on l.user_id = ${userId} and l.things_id = t.id
  and l.until_at = 'infinity'`;
const LEVEL = sql`coalesce(l.level, 'none')`;

/** One page of devices with the level of a session that would begin now. */
export async function listRightRows(
  db: Db,
  whose: Whose,
  asked: Asked,
): Promise<{ list: DeviceRight[]; total: number }> {
  const found = await sql<DeviceRight & { total: number }>`
    with page as materialized (select t.id, t.name, t.third_things_id, t.info_model_id, ${LEVEL} as level,
        count(*) over () as total
      from things t left join ${OPEN(whose)}
      where t.tenant_id = ${whose.tenantId} and ${matches(asked, LEVEL)}
      order by t.name, t.id limit ${asked.page_size} offset ${(asked.current_page - 1) * asked.page_size})
    select p.id as things_id, p.name, p.third_things_id, coalesce(m.name, '') as type_name, p.level, p.total,
      array(select b.name from thing_labels x join labels b on b.id = x.label_id where x.things_id = p.id
        order by b.name) as labels
    from page p left join info_models m on m.id = p.info_model_id order by p.name, p.id`.execute(db);
  return { list: found.rows.map(({ total: _, ...row }) => row), total: found.rows[0]?.total ?? 0 };
}

const NOTHING: RightCounts = { to_none: 0, to_read: 0, to_write: 0 };

/**
 * Carries out the steps in one transaction, set by set. The wanted levels are gathered first, so that the counts are of
 * what changes in the end; unchanged rows stay as they are.
 */
export async function changeRightRows(
  db: Db,
  whose: Whose,
  steps: readonly RightStep[],
  isTrial: boolean,
): Promise<RightCounts> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${whose.userId}, 3))`.execute(trx);
    await sql`create temp table wanted_levels (things_id uuid primary key, old text not null, level text not null)
      on commit drop`.execute(trx);
    for (const step of steps) await gather(trx, whose, step);
    const counted = await sql<RightCounts>`select count(*) filter (where level = 'none')::int as to_none,
        count(*) filter (where level = 'read')::int as to_read, count(*) filter (where level = 'write')::int as to_write
      from wanted_levels where level <> old`.execute(trx);
    if (!isTrial) await apply(trx, whose);
    return counted.rows[0] ?? NOTHING;
  });
}

async function gather(db: Db, whose: Whose, { level, things_ids, filter }: RightStep): Promise<void> {
  const chosen = things_ids ? sql`t.id = any(${things_ids}::uuid[])` : sql`true`;
  await sql`insert into wanted_levels (things_id, old, level)
    select t.id, ${LEVEL}, ${level} from things t left join ${OPEN(whose)}
    where t.tenant_id = ${whose.tenantId} and ${chosen} and ${filter ? matches(filter, LEVEL) : sql`true`}
      and ${things_ids || filter ? sql`true` : sql`false`}
    on conflict (things_id) do update set level = excluded.level`.execute(db);
}

/** One moment for the end and the beginning: a sign-in falls on either side of it. */
async function apply(db: Db, { tenantId, userId }: Whose): Promise<void> {
  const clock = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(db);
  const at = clock.rows[0]?.at ?? null;
  await sql`update device_levels l set until_at = ${at}::timestamptz from wanted_levels w
    where l.tenant_id = ${tenantId} and l.user_id = ${userId} and l.until_at = 'infinity'
      and l.things_id = w.things_id and w.level <> w.old`.execute(db);
  await sql`insert into device_levels (tenant_id, user_id, things_id, level, from_at)
    select ${tenantId}, ${userId}, w.things_id, w.level, ${at}::timestamptz from wanted_levels w
    where w.level <> w.old and w.level <> 'none'`.execute(db);
}

/** The steps that give a user what another one has. */
export async function stepsOf(db: Db, { tenantId, userId }: Whose): Promise<RightStep[]> {
  const found = await sql<{ level: Level; ids: string[] }>`select level, array_agg(things_id) as ids from device_levels
    where tenant_id = ${tenantId} and user_id = ${userId} and until_at = 'infinity' group by level`.execute(db);
  const everything = { keyword: "" };
  return [{ level: "none", filter: everything }, ...found.rows.map(({ level, ids }) => ({ level, things_ids: ids }))];
}

/** USR-10: on every device there is now. */
export async function grantAll(db: Db, tenantId: string, userId: string, level: Level): Promise<void> {
  await sql`insert into device_levels (tenant_id, user_id, things_id, level)
    select ${tenantId}, ${userId}, t.id, ${level} from things t where t.tenant_id = ${tenantId}`.execute(db);
}
