import { sql } from "kysely";
import type { Db } from "../platform/postgres/schema.ts";

/** A run of bytes of a content, kept as one object. */
export interface Part {
  readonly object: string;
  /** Offset in the content. */
  readonly at: number;
  readonly size: number;
}

export interface LoosePart {
  readonly tenantId: string;
  readonly object: string;
}

/** An object that is written or removed for longer was left by a process that ended. */
const LOOSE_MS = 3_600_000;

export async function insertPart(db: Db, tenantId: string, contentId: string, part: Part): Promise<void> {
  await sql`insert into file_parts (object, tenant_id, content_id, at, size)
    values (${part.object}, ${tenantId}, ${contentId}, ${part.at}, ${part.size})`.execute(db);
}

/** False: it took so long that it counts as left behind. */
export async function keepPart(db: Db, tenantId: string, { object, size }: Omit<Part, "at">): Promise<boolean> {
  const kept = await sql`update file_parts set state = 'kept', size = ${size}, changed_at = now()
    where tenant_id = ${tenantId} and object = ${object} and state = 'writing' returning 1`.execute(db);
  return kept.rows.length > 0;
}

export async function dropPart(db: Db, tenantId: string, object: string): Promise<void> {
  await sql`update file_parts set state = 'dropped', changed_at = now()
    where tenant_id = ${tenantId} and object = ${object}`.execute(db);
}

/** Of contents that no file has any more, in the transaction that took the last one away. */
export async function dropParts(db: Db, tenantId: string, contentIds: readonly string[]): Promise<string[]> {
  // Of two that take away the last files at once the second one sees only now that the other's is gone.
  await sql`select 1 from file_parts where tenant_id = ${tenantId} and content_id = any(${[...contentIds]}::uuid[])
    and state = 'kept' order by object for update`.execute(db);
  const dropped = await sql<{ object: string }>`update file_parts p set state = 'dropped', changed_at = now()
    where p.tenant_id = ${tenantId} and p.content_id = any(${[...contentIds]}::uuid[]) and p.state = 'kept'
      and not exists (select 1 from files f where f.content_id = p.content_id)
    returning p.object`.execute(db);
  return dropped.rows.map(({ object }) => object);
}

/** A content that was wrong is sent again from its beginning. */
export async function dropContent(db: Db, tenantId: string, contentId: string): Promise<string[]> {
  const dropped = await sql<{ object: string }>`update file_parts set state = 'dropped', changed_at = now()
    where tenant_id = ${tenantId} and content_id = ${contentId} and state = 'kept' returning object`.execute(db);
  return dropped.rows.map(({ object }) => object);
}

export async function partsOf(db: Db, tenantId: string, contentId: string): Promise<Part[]> {
  const found = await sql<Part>`select object, at, size from file_parts
    where tenant_id = ${tenantId} and content_id = ${contentId} and state = 'kept' order by at`.execute(db);
  return found.rows;
}

export async function forgetPart(db: Db, { tenantId, object }: LoosePart): Promise<void> {
  await sql`delete from file_parts
    where tenant_id = ${tenantId} and object = ${object} and state = 'dropped'`.execute(db);
}

/** Of all tenants. They are dropped from now on: whoever still writes one finds that it may not be kept. */
export async function takeLooseParts(db: Db, most: number): Promise<LoosePart[]> {
  const found = await sql<LoosePart>`update file_parts set state = 'dropped' where object in (
      select object from file_parts where state <> 'kept' and changed_at < now() - ${LOOSE_MS} * interval '1 millisecond'
      order by changed_at limit ${most})
    and state <> 'kept' returning tenant_id as "tenantId", object`.execute(db);
  return found.rows;
}
