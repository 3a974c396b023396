import { sql } from "kysely";
import { mayRead } from "../devices/rights/device-level-store.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";

interface TrackedDevice {
  readonly bindingNumber: number;
  readonly deviceId: string;
  readonly name: string;
}

export async function findTrackedDevice(
  db: Db,
  tenantId: string,
  thingsId: string,
): Promise<TrackedDevice | undefined> {
  const found = await sql<TrackedDevice>`select binding as "bindingNumber", third_things_id as "deviceId", name
    from things where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
  return found.rows[0];
}

export interface ReadableBinding {
  readonly thingsId: string;
  readonly bindingNumber: number;
  readonly name: string;
}

/** The devices that the caller may read, by id. */
export async function readableBindings(
  db: Db,
  caller: Caller,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<ReadableBinding[]> {
  const behind = after === undefined ? sql`true` : sql`t.id > ${after}`;
  const found = await sql<ReadableBinding>`select t.id as "thingsId", t.binding as "bindingNumber", t.name
    from things t where t.tenant_id = ${caller.tenantId} and ${mayRead(caller)} and ${behind}
    order by t.id limit ${limit}`.execute(db);
  return found.rows;
}
