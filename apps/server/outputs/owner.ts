import { MAX_OUTPUT_DEVICES } from "@canopy/contract/outputs/output-content";
import type { PushScope } from "@canopy/contract/push/source";
import { sql } from "kysely";
import { getUser } from "../accounts/user-store.ts";
import { levelOn } from "../devices/rights/device-level-store.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { inScope } from "./output-store.ts";

/** The owner of an output with the rights that it has now; undefined: it is gone. */
export async function ownerOf(db: Db, tenantId: string, userId: string | null): Promise<Caller | undefined> {
  const user = userId === null ? undefined : await getUser(db, tenantId, userId);
  if (user === undefined) return undefined;
  const { role, tenantLevel, name: userName } = user;
  const all = { sessionId: null, scope: "read-write", devices: null } as const;
  return { ...all, userId: user.id, tenantId, userName, role, tenantLevel };
}

export interface OutputDevice {
  readonly id: string;
  readonly binding: number;
  readonly name: string;
  readonly deviceId: string;
}

/** Of a scope those that the owner may write, by name; one more than there may be tells that they are too many. */
export async function devicesOf(db: Db, owner: Caller, scope: PushScope): Promise<OutputDevice[]> {
  const found = await sql<OutputDevice>`select t.id, t.binding, t.name, t.third_things_id as "deviceId"
    from things t where t.tenant_id = ${owner.tenantId} and ${inScope(sql`${JSON.stringify(scope)}::jsonb`)}
      and ${levelOn(owner)} = 'write'
    order by t.name, t.id limit ${MAX_OUTPUT_DEVICES + 1}`.execute(db);
  return found.rows;
}
