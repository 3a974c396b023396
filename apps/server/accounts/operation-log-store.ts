import { sql } from "kysely";
import type { AuditedCall } from "../platform/http/audited-call.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { loggedObjects } from "./log/logged-objects.ts";

/** A row of the log as it is written. */
interface LoggedOperation {
  readonly tenantId: string | null;
  readonly userId: string | null;
  readonly userName: string;
  readonly operation: string;
  readonly objects: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly errorCode: string | null;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
}

/** USR-07: user, action, object, address, result. A sign-in has no caller yet: it is the account's that was found. */
export const appendOperation = (db: Db, call: AuditedCall): Promise<void> => {
  const whose = call.caller ?? call.concerned;
  return logOperation(db, {
    ...call,
    tenantId: whose?.tenantId ?? null,
    userId: whose?.userId ?? null,
    userName: whose?.userName ?? typedName(call),
    operation: call.endpoint.name,
    objects: loggedObjects(call),
  });
};

/** The head of the tenant's chain is locked from the number to the hash: two at once follow each other. */
export async function logOperation(db: Db, call: LoggedOperation): Promise<void> {
  const { tenantId } = call;
  await db.transaction().execute(async (trx) => {
    const head = await sql<{ seq: number; last: Buffer; at: string }>`insert into operation_chains as c
        (chain, rows, last_at)
      values (coalesce(${tenantId}::uuid, '00000000-0000-0000-0000-000000000000'), 1, clock_timestamp())
      on conflict (chain) do update set rows = c.rows + 1, last_at = greatest(clock_timestamp(), c.last_at)
      returning rows::float8 as seq, last_hash as last, last_at::text as at`.execute(trx);
    const [first] = head.rows;
    if (!first) throw new Error("the chain has no head");
    const { seq, last, at } = first;
    await sql`with given as (select null::bigint as id, ${tenantId}::uuid as tenant_id,
          ${call.userId}::uuid as user_id, ${call.userName}::text as user_name,
          ${call.operation}::text as operation, ${JSON.stringify(call.objects)}::jsonb as objects,
          ${call.status}::integer as status, ${call.errorCode}::text as error_code, ${call.address}::text as address,
          ${at}::timestamptz as at, coalesce(${tenantId}::uuid, '00000000-0000-0000-0000-000000000000') as chain,
          ${seq}::bigint as seq, ${call.agent}::text as agent, ${call.requestId}::text as request_id, null::bytea as hash),
        hashed as (select g.*, sha256(${last}::bytea || convert_to(operation_text(row(g.*)::operation_log), 'UTF8')) as made
          from given g),
        written as (insert into operation_log (tenant_id, user_id, user_name, operation, objects, status, error_code,
            address, at, seq, agent, request_id, hash)
          select tenant_id, user_id, user_name, operation, objects, status, error_code, address, at, seq, agent,
            request_id, made from hashed returning chain, hash)
      update operation_chains c set last_hash = w.hash from written w where c.chain = w.chain`.execute(trx);
  });
}

/** A name that nobody has. */
function typedName({ input: { body } }: AuditedCall): string {
  return typeof body === "object" && body !== null && "username" in body ? String(body.username).slice(0, 128) : "";
}
