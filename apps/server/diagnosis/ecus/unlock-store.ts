import type { UNLOCK_ORDERS, UnlockFileRow } from "@canopy/contract/diagnosis/unlock-files";
import { type RawBuilder, sql } from "kysely";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const ROW = sql`u.id as unlock_file_id, u.name, u.is_script, u.levels, u.sha256, u.user_name,
  array(select e.name from ecus e where e.tenant_id = u.tenant_id and e.unlock_file_id = u.id order by e.name) as ecus,
  (extract(epoch from u.created_at) * 1000)::bigint as created_time`;

type UnlockOrder = (typeof UNLOCK_ORDERS)[number];
const ORDERS: Readonly<Record<UnlockOrder, RawBuilder<unknown>>> = {
  name: sql`lower(u.name)`,
  is_script: sql`u.is_script`,
  user_name: sql`lower(u.user_name)`,
  created_time: sql`u.created_at`,
};

export async function pageOfUnlockFiles(
  db: Db,
  tenantId: string,
  { limit, offset, ...order }: { limit: number; offset: number } & Ordered<UnlockOrder>,
): Promise<{ list: UnlockFileRow[]; total: number }> {
  const counted = await sql<{ total: number }>`select count(*)::int as total from unlock_files
    where tenant_id = ${tenantId}`.execute(db);
  const page = await sql<UnlockFileRow>`select ${ROW} from unlock_files u where u.tenant_id = ${tenantId}
    order by ${orderedBy(ORDERS, order, sql`lower(u.name), u.id`)} limit ${limit} offset ${offset}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findUnlockFile(db: Db, tenantId: string, id: string): Promise<UnlockFileRow | undefined> {
  const found = await sql<UnlockFileRow>`select ${ROW} from unlock_files u
    where u.tenant_id = ${tenantId} and u.id = ${id}`.execute(db);
  return found.rows[0];
}

export async function unlockContent(db: Db, tenantId: string, id: string): Promise<Buffer | undefined> {
  const found = await sql<{ content: Buffer }>`select content from unlock_files
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  return found.rows[0]?.content;
}

export async function unlockContentOfEcu(db: Db, tenantId: string, ecuId: string): Promise<Buffer | undefined> {
  const found = await sql<{ content: Buffer }>`select u.content from unlock_files u
    join ecus e on e.unlock_file_id = u.id
    where e.tenant_id = ${tenantId} and u.tenant_id = ${tenantId} and e.id = ${ecuId}`.execute(db);
  return found.rows[0]?.content;
}

interface NewUnlockFile {
  readonly name: string;
  readonly content: Buffer;
  readonly isScript: boolean;
  readonly levels: readonly number[];
  readonly sha256: string;
  readonly userName: string;
}

/** Undefined: another one has the name. */
export async function insertUnlockFile(db: Db, tenantId: string, file: NewUnlockFile): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into unlock_files
      (tenant_id, name, content, is_script, levels, sha256, user_name)
    values (${tenantId}, ${file.name}, ${file.content}, ${file.isScript}, ${[...file.levels]}::int[], ${file.sha256},
      ${file.userName})
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

/** False: an ECU uses it. */
export async function removeUnlockFile(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from unlock_files u where u.tenant_id = ${tenantId} and u.id = ${id}
    and not exists (select from ecus e where e.tenant_id = ${tenantId} and e.unlock_file_id = u.id)
    returning id`.execute(db);
  return gone.rows.length > 0;
}
