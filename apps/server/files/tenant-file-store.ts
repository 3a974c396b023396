import { LOCATION } from "@canopy/contract/files/file-name";
import type { TenantFile } from "@canopy/contract/files/tenant-files";
import type { Level } from "@canopy/contract/platform/endpoint";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { StoredFile } from "./file-store.ts";

/**
 * FIL-05: a public file is read by the whole tenant, any other by its uploader and managers, who also delete. It belongs
 * to no device, so a token that is limited to devices changes none (USR-09).
 */
export function mayUseTenantFile(caller: Caller, file: Pick<StoredFile, "isPublic" | "userId">, level: Level): boolean {
  if (caller.devices && level === "write") return false;
  return (level === "read" && file.isPublic) || caller.role !== "sub" || file.userId === caller.userId;
}

const isReadable = (caller: Caller): RawBuilder<boolean> =>
  caller.role === "sub" ? sql<boolean>`(f.is_public or f.user_id = ${caller.userId})` : sql<boolean>`true`;

interface TenantFileFilter {
  readonly type?: string | undefined;
  readonly name?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export async function listTenantFiles(
  db: Db,
  caller: Caller,
  { type = null, name = "", limit, offset }: Omit<TenantFileFilter, "type"> & { type?: string | null | undefined },
): Promise<{ list: TenantFile[]; total: number }> {
  const found = sql`from files f where f.tenant_id = ${caller.tenantId} and f.location = ${LOCATION.tenant}
    and ${isReadable(caller)} and (${type}::text is null or f.file_type = ${type})
    and (${name} = '' or position(lower(${name}) in lower(f.name)) > 0)`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
    sql<TenantFile>`select f.id, f.name, f.file_type as type, f.is_public as "isPub",
        coalesce(f.size, f.received) as size, f.received, f.state, f.user_name,
        (extract(epoch from f.created_at) * 1000)::bigint as create_time ${found}
      order by f.created_at desc, f.id limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** The caller's own first, then, for a manager, another's. */
export async function findTenantFile(
  db: Db,
  caller: Caller,
  { isPub, name, type }: { isPub: boolean; name: string; type: string },
): Promise<({ id: string } & Pick<StoredFile, "isPublic" | "userId">) | undefined> {
  const found = await sql<{ id: string } & Pick<StoredFile, "isPublic" | "userId">>`
    select f.id, f.is_public as "isPublic", f.user_id as "userId" from files f
    where f.tenant_id = ${caller.tenantId} and f.location = ${LOCATION.tenant} and f.is_public = ${isPub}
      and f.name = ${name} and f.file_type = ${type} and ${isReadable(caller)}
    order by (f.user_id = ${caller.userId}) desc, f.created_at limit 1`.execute(db);
  return found.rows[0];
}
