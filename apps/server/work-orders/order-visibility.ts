import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../platform/http/caller.ts";

/** WO-02: a system manager, or for an owner's order `w` a manager of its merchant. */
export function mayHandle(caller: Caller): RawBuilder<boolean> {
  if (caller.role === "system") return sql<boolean>`true`;
  if (caller.role === "sub") return sql<boolean>`false`;
  return sql<boolean>`exists (select 1 from tenants o
    where o.id = w.tenant_id and o.kind = 'owner' and o.merchant_id = ${caller.tenantId})`;
}

/** USR-01: whoever filed the order `w`, the managers of its tenant, and who may handle it. */
export function isVisible(caller: Caller): RawBuilder<boolean> {
  const own = caller.role === "sub" ? sql`w.initiator_id = ${caller.userId}` : sql`true`;
  return sql<boolean>`((w.tenant_id = ${caller.tenantId} and ${own}) or ${mayHandle(caller)})`;
}

/** Nobody has it in hand, or this person. */
export const isFree = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`(w.handler_id is null or w.handler_id = ${caller.userId})`;
