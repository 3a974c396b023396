import { resourceFields } from "@canopy/contract/platform/resource";
import { sql } from "kysely";
import type { AuditedCall } from "../platform/http/serve-endpoints.ts";
import type { Db } from "../platform/postgres/schema.ts";

/** USR-07: user, action, object, address, result. Of the input only ids are kept, never secrets. */
export async function appendOperation(db: Db, call: AuditedCall): Promise<void> {
  await sql`insert into operation_log (tenant_id, user_id, user_name, operation, objects, status, error_code, address)
    values (${call.caller?.tenantId ?? null}, ${call.caller?.userId ?? null}, ${operationName(call)}, ${call.endpoint.name},
      ${JSON.stringify(objectsOf(call))}, ${call.status}, ${call.errorCode}, ${call.address})`.execute(db);
}

/** A sign-in has no caller yet; the name that was typed says whose account it was about. */
function operationName(call: AuditedCall): string {
  if (call.caller) return call.caller.userName;
  const body = call.input.body;
  return typeof body === "object" && body !== null && "username" in body ? String(body.username).slice(0, 128) : "";
}

function objectsOf(call: AuditedCall): Record<string, unknown> {
  const objects: Record<string, unknown> = {};
  for (const part of ["params", "query", "body"] as const) {
    const values = call.input[part];
    if (typeof values !== "object" || values === null) continue;
    for (const field of Object.keys(resourceFields(call.endpoint[part]))) {
      objects[field] = (values as Record<string, unknown>)[field];
    }
  }
  return objects;
}
