import type { Level } from "@canopy/contract/platform/endpoint";
import { sql } from "kysely";
import { levelOn, mayRead } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface LiveDevice {
  readonly bindingNumber: number;
  readonly level: Level | "none";
}

/** A device of the caller's tenant, with the caller's level on it (USR-03). */
export async function findLiveDevice(db: Db, caller: Caller, thingsId: string): Promise<LiveDevice | undefined> {
  const found = await sql<LiveDevice>`
    select t.binding as "bindingNumber", ${levelOn(caller)} as level from things t
    where t.tenant_id = ${caller.tenantId} and t.id = ${thingsId}`.execute(db);
  return found.rows[0];
}

/** The devices of its tenant that the caller may read; undefined: all of them, including future ones. */
export async function readableDevices(db: Db, caller: Caller): Promise<ReadonlySet<string> | undefined> {
  if (caller.role !== "sub" && caller.devices === null) return undefined;
  const found = await sql<{ id: string }>`select t.id from things t
    where t.tenant_id = ${caller.tenantId} and ${mayRead(caller)}`.execute(db);
  return new Set(found.rows.map(({ id }) => id));
}
