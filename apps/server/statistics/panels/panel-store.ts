import { DEFAULT_DASHBOARD, PANEL_DASHBOARD } from "@canopy/contract/settings/dashboards";
import type { PanelContent, Widget } from "@canopy/contract/statistics/panel-widgets";
import type { Panel, PanelSummary } from "@canopy/contract/statistics/panels";
import { sql } from "kysely";
import { safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const SUMMARY = sql`d.id as panel_id, d.name, d.business_type = ${DEFAULT_DASHBOARD} as is_default,
  jsonb_array_length(d.widgets) as widget_count, d.version, d.user_name,
  (extract(epoch from d.updated_at) * 1000)::bigint as updated_time`;
const IS_PANEL = sql`d.business_type in (${DEFAULT_DASHBOARD}, ${PANEL_DASHBOARD})`;

/** The default one first. */
export async function panelsOf(db: Db, tenantId: string): Promise<PanelSummary[]> {
  const found =
    await sql<PanelSummary>`select ${SUMMARY} from dashboards d where d.tenant_id = ${tenantId} and ${IS_PANEL}
    order by d.business_type <> ${DEFAULT_DASHBOARD}, lower(d.name), d.id`.execute(db);
  return found.rows;
}

export async function findPanel(db: Db, tenantId: string, id: string): Promise<Panel | undefined> {
  const found = await sql<Panel & { pictures: Pictures }>`select ${SUMMARY}, d.widgets, d.pictures from dashboards d
    where d.tenant_id = ${tenantId} and d.id = ${id} and ${IS_PANEL}`.execute(db);
  const [row] = found.rows;
  if (!row) return undefined;
  const { pictures, ...panel } = row;
  return { ...panel, widgets: withPictures(panel.widgets, pictures) };
}

/** By the id of their widget. */
export type Pictures = Readonly<Record<string, string>>;

export const withPictures = (widgets: readonly Widget[], pictures: Pictures): Widget[] =>
  widgets.map((one) => ({ ...one, picture: pictures[one.id] ?? "" }));

/** Without their pictures. */
export async function findWidgets(db: Db, tenantId: string, id: string): Promise<Widget[] | undefined> {
  const found = await sql<{ widgets: Widget[] }>`select d.widgets from dashboards d
    where d.tenant_id = ${tenantId} and d.id = ${id} and ${IS_PANEL}`.execute(db);
  return found.rows[0]?.widgets;
}

/** Panels of a tenant are added one after the other, so that their number is right. */
export async function lockPanels(db: Db, tenantId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`panels ${tenantId}`}, 0))`.execute(db);
  const counted = await sql<{ count: string }>`select count(*) from dashboards d
    where d.tenant_id = ${tenantId} and ${IS_PANEL}`.execute(db);
  return Number(counted.rows[0]?.count ?? 0);
}

export async function isNameTaken(db: Db, tenantId: string, name: string, besides: string | null): Promise<boolean> {
  const found = await sql`select 1 from dashboards d where d.tenant_id = ${tenantId} and ${IS_PANEL}
    and lower(d.name) = lower(${safeText(name)}) and d.id is distinct from ${besides}::uuid`.execute(db);
  return found.rows.length > 0;
}

interface Author {
  readonly tenantId: string;
  readonly userId: string;
  readonly userName: string;
}

/** Widgets and pictures are kept apart. */
function columnsOf(widgets: readonly Widget[]): { widgets: string; pictures: string } {
  const bare = widgets.map(({ picture: _, ...one }) => one);
  const pictures = widgets.filter(({ picture }) => picture !== "").map(({ id, picture }) => [id, picture]);
  return { widgets: safeText(JSON.stringify(bare)), pictures: JSON.stringify(Object.fromEntries(pictures)) };
}

export async function insertPanel(db: Db, author: Author, { name, widgets }: PanelContent): Promise<string> {
  const columns = columnsOf(widgets);
  const made = await sql<{ id: string }>`
    insert into dashboards (tenant_id, business_type, name, owner_id, user_name, widgets, pictures)
    values (${author.tenantId}, ${PANEL_DASHBOARD}, ${safeText(name)}, ${author.userId}, ${author.userName},
      ${columns.widgets}::jsonb, ${columns.pictures}::jsonb) returning id`.execute(db);
  const [row] = made.rows;
  if (!row) throw new Error("no panel was made");
  return row.id;
}

/** False: it is no longer the version that was changed. */
export async function changePanel(
  db: Db,
  { tenantId, userName }: Author,
  id: string,
  { name, widgets, version }: PanelContent & { version: number },
): Promise<boolean> {
  const columns = columnsOf(widgets);
  const changed = await sql`update dashboards d set name = ${safeText(name)}, widgets = ${columns.widgets}::jsonb,
      pictures = ${columns.pictures}::jsonb, user_name = ${userName}, version = d.version + 1, updated_at = now()
    where d.tenant_id = ${tenantId} and d.id = ${id} and d.version = ${version} and ${IS_PANEL}`.execute(db);
  return Number(changed.numAffectedRows ?? 0) > 0;
}

export async function removePanel(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`delete from dashboards d where d.tenant_id = ${tenantId} and d.id = ${id}
    and d.business_type = ${PANEL_DASHBOARD}`.execute(db);
}
