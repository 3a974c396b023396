import type { FileContent } from "@canopy/contract/device-link/files";
import type { RecallCode } from "@canopy/contract/devices/recall-codes";
import type { RecallCause } from "@canopy/contract/files/recalls";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { StoredFile } from "../file-store.ts";

/** A recall as the worker that has it sees it. */
export interface WorkedRecall {
  readonly id: string;
  readonly tenantId: string;
  readonly thingsId: string;
  readonly userId: string;
  readonly userName: string;
  readonly name: string;
  readonly size: number;
  readonly content: FileContent | null;
  readonly channel: number | null;
  readonly analyse: boolean;
  readonly state: "commanding" | "getting" | "cancelled";
  readonly uploadHash: Buffer;
  readonly fileId: string | null;
  readonly sha256: string | null;
  readonly received: number;
  readonly rate: number | null;
  readonly tries: number;
  readonly isGivenUp: boolean;
  readonly sinceMs: number;
  readonly progressMs: number;
  readonly logId: number | null;
}

/** Longer than a step: one whose worker has died is taken up by another behind it. */
const LEASE_S = 20;
const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
const WORKED = sql`r.id, r.tenant_id as "tenantId", r.things_id as "thingsId", r.user_id as "userId",
  r.user_name as "userName", r.name, r.size, r.content, r.channel, r.is_to_analyse as "analyse", r.state, r.upload_hash as "uploadHash",
  r.file_id as "fileId", r.sha256, r.received, r.rate, r.tries, r.is_given_up as "isGivenUp",
  ${ms("r.since")} as "sinceMs", ${ms("r.progress_at")} as "progressMs", r.log_id as "logId"`;

/** Of all tenants: the next one of every device that has none under way. */
export async function beginWaiting(db: Db, most: number): Promise<void> {
  await sql`update recalls r set state = 'commanding', since = now(), look_at = now() where r.state = 'waiting'
    and r.id in (select distinct on (w.things_id) w.id from recalls w where w.state = 'waiting'
        and not exists (select 1 from recalls u where u.things_id = w.things_id
          and (u.state in ('commanding', 'getting') or u.is_to_stop))
      order by w.things_id, w.number limit ${most})`.execute(db);
}

/** Of all tenants: those that are to be looked at, for this worker alone. */
export async function claimRecalls(db: Db, most: number): Promise<WorkedRecall[]> {
  const found = await sql<WorkedRecall>`update recalls r set look_at = now() + ${LEASE_S} * interval '1 second'
    where r.id in (select c.id from recalls c
      where (c.state in ('commanding', 'getting') or c.is_to_stop) and c.look_at <= now()
      order by c.look_at limit ${most} for update skip locked)
    returning ${WORKED}`.execute(db);
  return found.rows;
}

const OF = (recall: WorkedRecall) =>
  sql`tenant_id = ${recall.tenantId} and id = ${recall.id} and state = ${recall.state}`;

/** False: it was cancelled meanwhile. */
export async function giveFile(db: Db, recall: WorkedRecall, file: StoredFile): Promise<boolean> {
  const given = await sql`update recalls set file_id = ${file.id}, received = ${file.received}
    where ${OF(recall)} returning 1`.execute(db);
  return given.rows.length > 0;
}

export async function lookAgain(db: Db, recall: WorkedRecall, inMs: number): Promise<void> {
  await sql`update recalls set look_at = now() + ${inMs} * interval '1 millisecond'
    where tenant_id = ${recall.tenantId} and id = ${recall.id}`.execute(db);
}

/** The stage command sending again, from the byte that it has. */
export async function commandAgain(
  db: Db,
  recall: WorkedRecall,
  next: { tries: number; inMs: number; isNew?: boolean },
): Promise<void> {
  await sql`update recalls set state = 'commanding', tries = ${next.tries}, is_given_up = false, rate = null,
      since = case when ${next.isNew ?? false}::boolean then now() else since end,
      look_at = now() + ${next.inMs} * interval '1 millisecond'
    where ${OF(recall)}`.execute(db);
}

export async function beginGetting(
  db: Db,
  recall: WorkedRecall,
  { sha256, offset, inMs }: { sha256: string | null; offset: number; inMs: number },
): Promise<void> {
  await sql`update recalls set state = 'getting', since = now(), progress_at = now(), is_given_up = false,
      tries = case when ${offset}::bigint > received then 0 else tries end,
      sha256 = coalesce(${sha256}, sha256), received = ${offset},
      resumed_at = case when ${offset}::bigint > 0 then ${offset}::bigint else resumed_at end,
      look_at = now() + ${inMs} * interval '1 millisecond'
    where ${OF(recall)}`.execute(db);
}

export async function noteProgress(
  db: Db,
  recall: WorkedRecall,
  { received, rate, inMs }: { received: number; rate: number | null; inMs: number },
): Promise<void> {
  await sql`update recalls set received = ${received}, rate = ${rate}, tries = 0, progress_at = now(),
      look_at = now() + ${inMs} * interval '1 millisecond'
    where ${OF(recall)}`.execute(db);
}

export type RecallEnd =
  | { readonly state: "done"; readonly fileId: string; readonly recordId: string | null }
  | { readonly state: "failed"; readonly code: RecallCode; readonly cause: RecallCause };

/** False: it was cancelled meanwhile. */
export async function endRecall(db: Db, recall: WorkedRecall, end: RecallEnd): Promise<boolean> {
  const { code, cause, fileId, recordId } = { code: null, cause: null, fileId: recall.fileId, recordId: null, ...end };
  const ended = await sql`update recalls set state = ${end.state}::text, code = ${code}, cause = ${cause},
      file_id = ${fileId}, record_id = ${recordId}, rate = null, ended_at = now(),
      received = case when ${end.state}::text = 'done' then size else received end
    where ${OF(recall)} returning 1`.execute(db);
  return ended.rows.length > 0;
}

export async function noteStopped(db: Db, recall: WorkedRecall): Promise<void> {
  await sql`update recalls set is_to_stop = false where ${OF(recall)}`.execute(db);
}

/** What an earlier recall of the same file has left. */
export async function cutFileOf(db: Db, recall: WorkedRecall, name: string): Promise<{ id: string } | undefined> {
  const found = await sql<{ id: string }>`select f.id from files f where f.tenant_id = ${recall.tenantId}
      and f.things_id = ${recall.thingsId} and f.location = 0 and f.source = 'recall' and f.state = 'receiving'
      and f.name = ${name} and f.size = ${recall.size}
    order by f.received desc limit 1`.execute(db);
  return found.rows[0];
}

/** Ended ones that nobody asks for any more. */
export async function removeOldRecalls(db: Db, days: number): Promise<void> {
  await sql`delete from recalls where ended_at < now() - ${days} * interval '1 day' and not is_to_stop`.execute(db);
}
