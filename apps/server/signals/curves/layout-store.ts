import type { CurveLayout, CurveTemplate, LayoutContent } from "@canopy/contract/signals/layouts";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { DbcUses } from "../dbc/dbc-uses.ts";

export interface LayoutOwner {
  readonly tenantId: string;
  readonly thingsId: string;
}

type AuthoredLayout = LayoutContent & { readonly userName: string };

const COLUMNS = sql`l.name, l.panels, l.user_name, (extract(epoch from l.updated_at) * 1000)::bigint as updated_time`;

export async function layoutsOf(db: Db, { tenantId, thingsId }: LayoutOwner): Promise<CurveLayout[]> {
  const found = await sql<CurveLayout>`select ${COLUMNS} from curve_layouts l
    where l.tenant_id = ${tenantId} and l.things_id = ${thingsId} order by lower(l.name), l.name`.execute(db);
  return found.rows;
}

/** One of the same name is replaced; undefined: it would be one too many. */
export async function keepLayout(
  db: Db,
  { tenantId, thingsId }: LayoutOwner,
  { name, panels, userName }: AuthoredLayout,
  limit: number,
): Promise<CurveLayout | undefined> {
  const kept = await sql<CurveLayout>`
    insert into curve_layouts as l (tenant_id, things_id, name, panels, user_name)
    select ${tenantId}, ${thingsId}, ${name}, ${JSON.stringify(panels)}::jsonb, ${userName}
    where (select count(*) from curve_layouts o where o.tenant_id = ${tenantId} and o.things_id = ${thingsId}
      and o.name <> ${name}) < ${limit}
    on conflict (things_id, name) where things_id is not null do update set panels = excluded.panels,
      user_name = excluded.user_name, updated_at = now() where l.tenant_id = ${tenantId}
    returning ${COLUMNS}`.execute(db);
  return kept.rows[0];
}

export async function removeLayout(db: Db, { tenantId, thingsId }: LayoutOwner, name: string): Promise<void> {
  await sql`delete from curve_layouts
    where tenant_id = ${tenantId} and things_id = ${thingsId} and name = ${name}`.execute(db);
}

export async function templatesOf(db: Db, tenantId: string): Promise<CurveTemplate[]> {
  const found = await sql<CurveTemplate>`select ${COLUMNS}, l.dbc_id from curve_layouts l
    where l.tenant_id = ${tenantId} and l.things_id is null order by lower(l.name), l.name`.execute(db);
  return found.rows;
}

export async function keepTemplate(
  db: Db,
  tenantId: string,
  { name, panels, userName, dbcId }: AuthoredLayout & { readonly dbcId: string },
  limit: number,
): Promise<CurveTemplate | undefined> {
  const kept = await sql<CurveTemplate>`
    insert into curve_layouts as l (tenant_id, dbc_id, name, panels, user_name)
    select ${tenantId}, ${dbcId}, ${name}, ${JSON.stringify(panels)}::jsonb, ${userName}
    where (select count(*) from curve_layouts o where o.tenant_id = ${tenantId} and o.things_id is null
      and o.name <> ${name}) < ${limit}
    on conflict (tenant_id, name) where things_id is null do update set panels = excluded.panels,
      dbc_id = excluded.dbc_id, user_name = excluded.user_name, updated_at = now()
    returning ${COLUMNS}, l.dbc_id`.execute(db);
  return kept.rows[0];
}

export async function removeTemplate(db: Db, tenantId: string, name: string): Promise<void> {
  await sql`delete from curve_layouts
    where tenant_id = ${tenantId} and things_id is null and name = ${name}`.execute(db);
}

/** A DBC whose signals stand in a layout or a template is in use. */
export const layoutUsesOfDbc: DbcUses = async (db, tenantId, dbcId) => {
  const found = await sql<LayoutContent & { things_id: string | null; device_name: string | null }>`
    select l.name, l.panels, l.things_id, t.name as device_name from curve_layouts l
    left join things t on t.id = l.things_id
    where l.tenant_id = ${tenantId} and l.panels @> ${JSON.stringify([{ items: [{ dbc_id: dbcId }] }])}::jsonb
    order by lower(l.name), l.name`.execute(db);
  return found.rows.map(({ name, panels, things_id, device_name }) => {
    const own = panels.flatMap(({ items }) => items).filter((item) => item.dbc_id === dbcId);
    const [first] = own;
    const revision = own.every((one) => one.revision === first?.revision) ? (first?.revision ?? null) : null;
    return {
      kind: "panel",
      id: `${things_id ?? ""}/${name}`,
      name,
      ...(things_id !== null && device_name !== null && { things_id, device_name }),
      revision,
      signals: own.map(({ message_id, is_extended, signal }) => ({ message_id, is_extended, signal })),
    };
  });
};

/**
 * DBC-03: removes the signals of ended bindings from the layouts of the device. Returns the number of changed layouts.
 */
export async function clearPanels(
  db: Db,
  { tenantId, thingsId, channel, dbcId }: LayoutOwner & { readonly channel: number; readonly dbcId: string },
): Promise<number> {
  const touched = JSON.stringify([{ items: [{ dbc_id: dbcId, channel }] }]);
  const changed = await sql`update curve_layouts l set updated_at = now(), panels = (
      select coalesce(jsonb_agg(jsonb_set(p, '{items}', (
        select coalesce(jsonb_agg(i order by place), '[]'::jsonb)
        from jsonb_array_elements(p -> 'items') with ordinality as e(i, place)
        where not (i ->> 'dbc_id' = ${dbcId} and (i ->> 'channel')::int = ${channel})
      )) order by rank), '[]'::jsonb)
      from jsonb_array_elements(l.panels) with ordinality as q(p, rank))
    where l.tenant_id = ${tenantId} and l.things_id = ${thingsId} and l.panels @> ${touched}::jsonb`.execute(db);
  return Number(changed.numAffectedRows ?? 0);
}
