import { sql } from "kysely";
import type { IdempotencyStore } from "../platform/http/idempotency.ts";
import type { Db } from "../platform/postgres/schema.ts";

interface Row {
  requestHash: string;
  status: number | null;
  body: unknown;
}

const LEASE_MS = 60_000;

/** Kept calls in PostgreSQL; a day is longer than any client repeats. */
export function idempotencyStore(db: Db, leaseMs = LEASE_MS): IdempotencyStore {
  return {
    leaseMs,
    async begin(owner, key, requestHash) {
      const claimed = await sql`insert into idempotency_keys (owner, key, request_hash)
        values (${owner}, ${key}, ${requestHash}) on conflict (owner, key) do update
          set started_at = now(), request_hash = excluded.request_hash, status = null, body = null
          where idempotency_keys.started_at < now() - interval '1 day' or (idempotency_keys.status is null
            and idempotency_keys.started_at < now() - ${leaseMs} * interval '1 millisecond')
        returning 1`.execute(db);
      if (claimed.rows.length > 0) return null;
      const found = await sql<Row>`select request_hash as "requestHash", status, body
        from idempotency_keys where owner = ${owner} and key = ${key}`.execute(db);
      const row = found.rows[0];
      if (!row) return null;
      const { status, body, ...kept } = row;
      return { ...kept, answer: status === null ? null : { status, body } };
    },
    async renew(owner, key) {
      await sql`update idempotency_keys set started_at = now()
        where owner = ${owner} and key = ${key} and status is null`.execute(db);
    },
    async finish(owner, key, answer) {
      await sql`update idempotency_keys set status = ${answer.status}, body = ${JSON.stringify(answer.body)}::jsonb
        where owner = ${owner} and key = ${key}`.execute(db);
    },
    async forget(owner, key) {
      await sql`delete from idempotency_keys where owner = ${owner} and key = ${key}`.execute(db);
    },
  };
}
