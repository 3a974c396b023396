import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
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
}

const time = (ms: number) => sql`to_timestamp(${ms} / 1000.0)`;

/** Oldest first. */
export async function transmissionsOf(db: Db, { tenantId, thingsId }: Transmitter): Promise<Transmission[]> {
  const found = await sql<Transmission>`select t.job as id, t.frames, t.repeat, t.period_ms, t.sent::float8 as sent,
      t.confirmed, t.user_name, (extract(epoch from t.since) * 1000)::float8 as since
    from device_transmissions t where t.tenant_id = ${tenantId} and t.things_id = ${thingsId}
    order by t.since, t.job`.execute(db);
  return found.rows;
}

/** A known transmission stays: the terminal's report came before the answer to the command. */
export async function insertTransmission(db: Db, row: NewTransmission): Promise<void> {
  await sql`insert into device_transmissions
    (tenant_id, things_id, job, frames, repeat, period_ms, sent, confirmed, user_name, since, heard_at)
    values (${row.tenantId}, ${row.thingsId}, ${row.job}, ${safeJson(row.frames)}::jsonb, ${row.repeat}, ${row.periodMs},
      ${row.sent}, ${row.confirmed}, ${row.userName}, ${time(row.sinceMs)}, ${time(row.heardMs)})
    on conflict (things_id, job) do nothing`.execute(db);
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

interface Ended {
  job: string;
  sent: number | null;
}

/** Transmissions last confirmed before `beforeMs` and not among `still`. */
export async function removeTransmissions(
  db: Db,
  { tenantId, thingsId }: Transmitter,
  { beforeMs, still = [] }: { beforeMs: number; still?: readonly string[] },
): Promise<Ended[]> {
  const gone = await sql<Ended>`delete from device_transmissions
    where tenant_id = ${tenantId} and things_id = ${thingsId} and heard_at <= ${time(beforeMs)}
      and job <> all(${[...still]}::text[]) returning job, sent::float8 as sent`.execute(db);
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
