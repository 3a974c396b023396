import type { OwnRecall, Recall, RecallState } from "@canopy/contract/files/recalls";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { CardOwner, KeptCardFile } from "./card-store.ts";

export interface DeviceOnLink {
  readonly deviceId: string;
  readonly bindingNumber: number;
  readonly dialect: "canopy" | "candtu";
  readonly online: boolean;
  /** Of its last connection. */
  readonly onlineMs: number;
  readonly firmware: string | null;
}

export async function linkOf(db: Db, { tenantId, thingsId }: CardOwner): Promise<DeviceOnLink | undefined> {
  const found = await sql<DeviceOnLink>`select third_things_id as "deviceId", binding as "bindingNumber", dialect,
      online, coalesce(extract(epoch from online_at) * 1000, 0)::float8 as "onlineMs", firmware_version as firmware
    from things where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
  return found.rows[0];
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
const RECALL = sql`r.id as recall_id, r.name, r.size, r.state, r.received,
  case when r.state = 'getting' then r.rate end as rate,
  case when r.state = 'getting' and r.rate > 0 then ceil((r.size - r.received) / r.rate)::bigint end as eta_s,
  r.resumed_at, r.code, r.cause, r.is_to_analyse as "analyse", r.file_id, r.record_id, r.user_name, ${ms("r.created_at")} as created_time,
  ${ms("r.ended_at")} as ended_time,
  case when r.state = 'waiting' then (select count(*)::int from recalls b where b.tenant_id = r.tenant_id
    and b.things_id = r.things_id and b.state in ('waiting', 'commanding', 'getting') and b.number < r.number)
  else 0 end as position`;

export interface NewRecall extends Pick<KeptCardFile, "name" | "size" | "content" | "channel"> {
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly analyse: boolean;
  readonly uploadHash: Buffer;
  readonly logId: number | null;
}

/** Serialises whoever adds to the queue of a device. */
export async function lockQueue(db: Db, { tenantId, thingsId }: CardOwner): Promise<void> {
  await sql`select 1 from things where tenant_id = ${tenantId} and id = ${thingsId} for update`.execute(db);
}

export async function insertRecall(db: Db, { tenantId, thingsId }: CardOwner, made: NewRecall): Promise<void> {
  await sql`insert into recalls (id, tenant_id, things_id, user_id, user_name, name, size, content, channel, is_to_analyse,
      upload_hash, log_id)
    values (${made.id}, ${tenantId}, ${thingsId}, ${made.userId}, ${made.userName}, ${made.name}, ${made.size},
      ${made.content}, ${made.channel}, ${made.analyse}, ${made.uploadHash}, ${made.logId})`.execute(db);
}

export async function runningRecalls(db: Db, { tenantId, thingsId }: CardOwner): Promise<Recall[]> {
  const found = await sql<Recall>`select ${RECALL} from recalls r where r.tenant_id = ${tenantId}
    and r.things_id = ${thingsId} and r.state in ('waiting', 'commanding', 'getting') order by r.number`.execute(db);
  return found.rows;
}

export async function getRecall(db: Db, { tenantId, thingsId }: CardOwner, id: string): Promise<Recall | undefined> {
  const found = await sql<Recall>`select ${RECALL} from recalls r where r.tenant_id = ${tenantId}
    and r.things_id = ${thingsId} and r.id = ${id}`.execute(db);
  return found.rows[0];
}

export async function pageOfRecalls(
  db: Db,
  { tenantId, thingsId }: CardOwner,
  state: RecallState | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ list: Recall[]; total: number }> {
  const where = sql`r.tenant_id = ${tenantId} and r.things_id = ${thingsId}
    and (${state ?? null}::text is null or r.state = ${state ?? null})`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from recalls r where ${where}`.execute(db),
    sql<Recall>`select ${RECALL} from recalls r where ${where}
      order by r.number desc limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function pageOfOwnRecalls(
  db: Db,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ list: OwnRecall[]; total: number }> {
  const where = sql`r.tenant_id = ${tenantId} and r.user_id = ${userId}`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from recalls r where ${where}`.execute(db),
    sql<OwnRecall>`select ${RECALL}, r.things_id, t.name as device_name from recalls r
      join things t on t.tenant_id = r.tenant_id and t.id = r.things_id where ${where}
      order by r.number desc limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export interface FileOutcome {
  readonly name: string;
  readonly recall: Recall | null;
  readonly file_id: string | null;
  readonly in_history: boolean;
}

/** What became of files of the card so far. A name may come again with another size: that is another file. */
export async function outcomesOf(
  db: Db,
  { tenantId, thingsId }: CardOwner,
  files: readonly Pick<KeptCardFile, "name" | "size">[],
): Promise<Map<string, FileOutcome>> {
  const found = await sql<FileOutcome>`select w.name, r.recall, f.id as file_id,
      exists (select 1 from file_analyses a where a.tenant_id = ${tenantId} and a.file_id = f.id
        and a.result is not null) as in_history
    from unnest(${files.map(({ name }) => name)}::text[], ${files.map(({ size }) => size)}::bigint[]) as w (name, size)
      left join lateral (select row_to_json(o) as recall from (select ${RECALL} from recalls r
        where r.tenant_id = ${tenantId} and r.things_id = ${thingsId} and r.name = w.name and r.size = w.size
        order by r.number desc limit 1) o) r on true
      left join lateral (select f.id from files f where f.tenant_id = ${tenantId} and f.things_id = ${thingsId}
        and f.location = 0 and f.state = 'stored' and f.name = w.name and f.size = w.size
        order by f.created_at desc limit 1) f on true`.execute(db);
  return new Map(found.rows.map((row) => [row.name, row]));
}

export interface CancelledRecall {
  readonly fileId: string | null;
  readonly logId: number | null;
  /** Who wanted it. */
  readonly userId: string;
}

/** Undefined: it has ended. The terminal is told by the worker, where it may be sending. */
export async function cancelRecallRow(
  db: Db,
  { tenantId, thingsId }: CardOwner,
  id: string,
): Promise<CancelledRecall | undefined> {
  const found = await sql<CancelledRecall>`update recalls r set state = 'cancelled',
      ended_at = now(), is_to_stop = r.state <> 'waiting', look_at = now(), rate = null
    where r.tenant_id = ${tenantId} and r.things_id = ${thingsId} and r.id = ${id}
      and r.state in ('waiting', 'commanding', 'getting')
      and not exists (select 1 from files f where f.tenant_id = r.tenant_id and f.id = r.file_id and f.state = 'stored')
    returning r.file_id as "fileId", r.log_id as "logId", r.user_id as "userId"`.execute(db);
  return found.rows[0];
}

/** `up/files`: what the terminal says of its sending. Bytes are counted as they arrive, not as it says. */
export async function noteGivenUp(db: Db, { tenantId, thingsId }: CardOwner, name: string): Promise<void> {
  await sql`update recalls set is_given_up = true, look_at = now() where tenant_id = ${tenantId}
    and things_id = ${thingsId} and name = ${name} and state = 'getting'`.execute(db);
}
