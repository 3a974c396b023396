import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { visibleType } from "./info-model-store.ts";

/** Whether the tenant has this label, or may use this device type: its own, or one that is offered to it. */
export async function hasGroup(db: Db, tenantId: string, kind: "label" | "type", id: string): Promise<boolean> {
  const found =
    kind === "label"
      ? await sql`select from labels where tenant_id = ${tenantId} and id = ${id}`.execute(db)
      : await sql`select from info_models m where ${visibleType(tenantId)} and m.id = ${id}`.execute(db);
  return found.rows.length > 0;
}
