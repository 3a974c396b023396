import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { SENDING_GONE_MS } from "@canopy/contract/devices/sending-rule";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import { sql } from "kysely";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

/** A device as its rows name it. */
export interface Transmitter {
  readonly tenantId: string;
  readonly thingsId: string;
}

export interface NewTransmission extends Transmitter {
  readonly job: string;
  readonly frames: readonly SentFrame[];
  readonly repeat: number;
  readonly periodMs: number;
  readonly sent: number | null;
  readonly confirmed: boolean;
  readonly userName: string | null;
  readonly sinceMs: number;
  readonly heardMs: number;
  /** When its sender's page was heard of; null: it has none. */
  readonly pageMs: number | null;
}

/** Which of one user's are kept, or left to themselves. */
export interface Kept {
  readonly ids: readonly string[];
  readonly userName: string;
  readonly leave: boolean;
}

export interface OwnTransmission {
  readonly things_id: string;
  readonly name: string;
  readonly transmission: Transmission;
}

export interface EndedBefore {
  /** Last confirmed before. */
  readonly beforeMs: number;
  /** Not these. */
  readonly still?: readonly string[];
  /** This one. */
  readonly only?: string;
}

const time = (ms: number) => sql`to_timestamp(${ms} / 1000.0)`;

const columns = (nowMs: number) => sql`t.job as id, t.frames, t.repeat, t.period_ms, t.sent::float8 as sent,
  t.confirmed, t.user_name, (extract(epoch from t.since) * 1000)::float8 as since,
  t.page_at > ${time(nowMs - SENDING_GONE_MS)} as attended`;

/** Oldest first. */
export async function transmissionsOf(
  db: Db,
  { tenantId, thingsId }: Transmitter,
  nowMs: number,
): Promise<Transmission[]> {
  const found = await sql<Transmission>`select ${columns(nowMs)}
    from device_transmissions t where t.tenant_id = ${tenantId} and t.things_id = ${thingsId}
    order by t.since, t.job`.execute(db);
  return found.rows;
}

export async function transmissionsOfUser(
  db: Db,
  { tenantId, userName, nowMs }: { tenantId: string; userName: string; nowMs: number },
): Promise<OwnTransmission[]> {
  const found = await sql<Transmission & { things_id: string; device_name: string }>`select ${columns(nowMs)},
      d.id as things_id, d.name as device_name
    from device_transmissions t join things d on d.tenant_id = t.tenant_id and d.id = t.things_id
    where t.tenant_id = ${tenantId} and t.user_name = ${userName} order by t.since, t.job`.execute(db);
  return found.rows.map(({ things_id, device_name: name, ...transmission }) => ({ things_id, name, transmission }));
}

/** Whether anything changed for those who look on. A transmission without a page gets none. */
export async function seeTransmissions(
  db: Db,
  { tenantId, thingsId }: Transmitter,
  { ids, userName, leave, atMs }: Kept & { readonly atMs: number },
): Promise<boolean> {
  const seen = await sql<{ was: boolean }>`update device_transmissions t
      set page_at = ${leave ? sql`null` : time(atMs)}, stop_at = null
    from device_transmissions before
    where t.tenant_id = ${tenantId} and t.things_id = ${thingsId} and t.job = any(${[...ids]}::text[])
      and t.user_name = ${userName} and t.page_at is not null
      and before.things_id = t.things_id and before.job = t.job
    returning before.page_at > ${time(atMs - SENDING_GONE_MS)} as was`.execute(db);
  return seen.rows.some(({ was }) => leave || !was);
}

export interface Orphan extends Transmitter {
  readonly job: string;
}

/** Those of all tenants whose page is gone and that shall be stopped. Taken by one process, again after a while. */
export async function takeOrphans(db: Db, nowMs: number): Promise<Orphan[]> {
  const before = time(nowMs - SENDING_GONE_MS);
  const gone = await sql<Orphan>`update device_transmissions t set stop_at = ${time(nowMs)}
    from tenants o
    where o.id = t.tenant_id and o.sending_orphans = 'stop' and t.page_at <= ${before}
      and (t.stop_at is null or t.stop_at <= ${before})
    returning t.tenant_id as "tenantId", t.things_id as "thingsId", t.job`.execute(db);
  return gone.rows;
}

/** Devices with transmissions whose page has gone since the last look, where they go on. */
export async function newlyUnattended(db: Db, nowMs: number, lookMs: number): Promise<Transmitter[]> {
  const [from, to] = [nowMs - SENDING_GONE_MS - lookMs, nowMs - SENDING_GONE_MS];
  const found = await sql<Transmitter>`select distinct t.tenant_id as "tenantId", t.things_id as "thingsId"
    from device_transmissions t join tenants o on o.id = t.tenant_id
    where o.sending_orphans = 'show' and t.page_at > ${time(from)} and t.page_at <= ${time(to)}`.execute(db);
  return found.rows;
}

/** A known transmission stays, and has its page: the terminal's report came before the answer to the command. */
export async function insertTransmission(db: Db, row: NewTransmission): Promise<void> {
  await sql`insert into device_transmissions
    (tenant_id, things_id, job, frames, repeat, period_ms, sent, confirmed, user_name, since, heard_at,
      page_at)
    values (${row.tenantId}, ${row.thingsId}, ${row.job}, ${safeJson(row.frames)}::jsonb, ${row.repeat}, ${row.periodMs},
      ${row.sent}, ${row.confirmed}, ${row.userName}, ${time(row.sinceMs)}, ${time(row.heardMs)},
      ${row.pageMs === null ? null : time(row.pageMs)})
    on conflict (things_id, job) do update
      set page_at = coalesce(device_transmissions.page_at, excluded.page_at)`.execute(db);
}

/** False: no such list is known. */
export async function countTransmission(
  db: Db,
  { tenantId, thingsId }: Transmitter,
  told: { job: string; sent: number; atMs: number },
): Promise<boolean> {
  const changed = await sql`update device_transmissions set sent = ${told.sent}, confirmed = true,
      heard_at = ${time(told.atMs)}
    where tenant_id = ${tenantId} and things_id = ${thingsId} and job = ${told.job} returning job`.execute(db);
  return changed.rows.length > 0;
}

/** False: it has ended meanwhile. */
export async function confirmTransmission(db: Db, { tenantId, thingsId }: Transmitter, job: string): Promise<boolean> {
  const changed = await sql`update device_transmissions set confirmed = true
    where tenant_id = ${tenantId} and things_id = ${thingsId} and job = ${job} returning job`.execute(db);
  return changed.rows.length > 0;
}

interface Ended {
  job: string;
  sent: number | null;
  /** Its page was gone, and the terminal was asked to stop it for that. */
  isOrphan: boolean;
}

export async function removeTransmissions(
  db: Db,
  { tenantId, thingsId }: Transmitter,
  { beforeMs, still = [], only }: EndedBefore,
): Promise<Ended[]> {
  const gone = await sql<Ended>`delete from device_transmissions
    where tenant_id = ${tenantId} and things_id = ${thingsId} and heard_at <= ${time(beforeMs)}
      and job <> all(${[...still]}::text[]) and (${only ?? null}::text is null or job = ${only ?? null}) returning job, sent::float8 as sent,
      stop_at is not null as "isOrphan"`.execute(db);
  return gone.rows;
}

/** Those of the bindings that have any. */
export async function findTransmitters(
  db: Db,
  bindings: readonly number[],
): Promise<(Transmitter & { readonly binding: number })[]> {
  const found = await sql<Transmitter & { binding: number }>`
    select t.binding, t.tenant_id as "tenantId", t.id as "thingsId" from things t
    where t.binding = any(${[...bindings]}::int[])
      and exists (select from device_transmissions d where d.tenant_id = t.tenant_id and d.things_id = t.id)
    order by t.binding`.execute(db);
  return found.rows;
}

/** DEV-07: the entry of the command that started it tells how it ended. */
export async function logTransmissionEnd(
  db: Db,
  { tenantId, thingsId }: Transmitter,
  job: string,
  content: Record<string, unknown>,
): Promise<void> {
  await sql`update device_log l set content = l.content || ${JSON.stringify(content)}::jsonb from device_commands c
    where c.tenant_id = ${tenantId} and c.things_id = ${thingsId} and c.id::text = ${job}
      and l.tenant_id = c.tenant_id and l.id = c.log_id`.execute(db);
}
