import { createHash, randomBytes } from "node:crypto";
import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import type { PanelShare } from "@canopy/contract/statistics/panels";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

/** As many bits as nobody guesses. */
const CODE_BYTES = 32;
const hashOf = (code: string): Buffer => createHash("sha256").update(code).digest();

const ROW = sql`s.id as share_id, s.user_name, s.hides_places, s.views,
  (extract(epoch from s.created_at) * 1000)::bigint as created_time,
  (extract(epoch from s.ends_at) * 1000)::bigint as ends_time,
  (extract(epoch from s.last_view_at) * 1000)::bigint as last_view_time`;

/** Those that have not ended, newest first. */
export async function sharesOf(db: Db, tenantId: string, panelId: string, nowMs: number): Promise<PanelShare[]> {
  const found = await sql<PanelShare>`select ${ROW} from panel_shares s
    where s.tenant_id = ${tenantId} and s.panel_id = ${panelId} and s.ends_at > to_timestamp(${nowMs} / 1000.0)
    order by s.created_at desc, s.id`.execute(db);
  return found.rows;
}

interface NewShare {
  readonly tenantId: string;
  readonly panelId: string;
  readonly userName: string;
  readonly hidesPlaces: boolean;
  readonly endsMs: number;
}

/** The code is not kept, only its hash. */
export async function insertShare(db: Db, share: NewShare): Promise<{ data: PanelShare; code: string }> {
  const code = randomBytes(CODE_BYTES).toString("base64url");
  const made = await sql<PanelShare>`with s as (
      insert into panel_shares (tenant_id, panel_id, code_hash, user_name, hides_places, ends_at)
      values (${share.tenantId}, ${share.panelId}, ${hashOf(code)}, ${share.userName}, ${share.hidesPlaces},
        to_timestamp(${share.endsMs} / 1000.0)) returning *)
    select ${ROW} from s`.execute(db);
  const [data] = made.rows;
  if (!data) throw new Error("no link was made");
  return { data, code };
}

export async function removeShare(db: Db, tenantId: string, panelId: string, id: string): Promise<void> {
  await sql`delete from panel_shares where tenant_id = ${tenantId} and panel_id = ${panelId}
    and id = ${id}`.execute(db);
}

/** Ended ones are of no use. */
export async function removeEnded(db: Db, tenantId: string, nowMs: number): Promise<void> {
  await sql`delete from panel_shares where tenant_id = ${tenantId}
    and ends_at <= to_timestamp(${nowMs} / 1000.0)`.execute(db);
}

export interface SharedPanel {
  readonly id: string;
  readonly tenantId: string;
  readonly panelId: string;
  readonly name: string;
  readonly version: number;
  /** Without their pictures. */
  readonly widgets: Widget[];
  readonly hidesPlaces: boolean;
  readonly endsMs: number;
}

/** Undefined: no link has this code, it has ended, or its tenant is not active. */
export async function sharedPanel(db: Db, code: string, nowMs: number): Promise<SharedPanel | undefined> {
  const found =
    await sql<SharedPanel>`select s.id, s.tenant_id as "tenantId", s.panel_id as "panelId", d.name, d.version, d.widgets,
      s.hides_places as "hidesPlaces", (extract(epoch from s.ends_at) * 1000)::bigint as "endsMs"
    from panel_shares s join dashboards d on d.id = s.panel_id and d.tenant_id = s.tenant_id
    join tenants t on t.id = s.tenant_id and t.state = 'active'
    where s.code_hash = ${hashOf(code)} and s.ends_at > to_timestamp(${nowMs} / 1000.0)`.execute(db);
  return found.rows[0];
}

export async function countView(db: Db, { tenantId, id }: SharedPanel): Promise<void> {
  await sql`update panel_shares set views = views + 1, last_view_at = now()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}
