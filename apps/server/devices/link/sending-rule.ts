import { commandErrors } from "@canopy/contract/devices/errors";
import type { SendingRule } from "@canopy/contract/devices/sending-rule";
import { sql } from "kysely";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Role } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const WITHOUT_TENANT: SendingRule = { who: "nobody", orphans: "stop" };

export async function sendingRuleOf(db: Db, tenantId: string): Promise<SendingRule> {
  const found = await sql<SendingRule>`select sending_who as who, sending_orphans as orphans from tenants
    where id = ${tenantId}`.execute(db);
  return found.rows[0] ?? WITHOUT_TENANT;
}

export async function keepSendingRule(db: Db, tenantId: string, { who, orphans }: SendingRule): Promise<void> {
  await sql`update tenants set sending_who = ${who}, sending_orphans = ${orphans} where id = ${tenantId}`.execute(db);
}

/** DEV-06: asked at every send. Without a role: the server itself, for a rule or a run that somebody was allowed. */
export async function checkMaySend(db: Db, tenantId: string, role: Role | undefined): Promise<void> {
  const { who } = await sendingRuleOf(db, tenantId);
  if (who === "nobody") throw new ApiError(commandErrors.sendingOff);
  if (who === "managers" && role === "sub") throw new ApiError(commandErrors.sendingManagers);
}
