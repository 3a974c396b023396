import { sql } from "kysely";
import type { Db } from "../postgres/schema.ts";

export interface JobQueue {
  readonly kind: string;
  readonly waiting: number;
  readonly running: number;
  /** Within a day. */
  readonly failed: number;
  /** Of the one that waits longest. */
  readonly waiting_ms: number | null;
}

/** For the operator, of all tenants; `kinds` without a job are there too. */
export async function jobQueues(db: Db, kinds: readonly string[]): Promise<JobQueue[]> {
  const found = await sql<JobQueue>`select kind, count(*) filter (where state = 'queued') as waiting,
      count(*) filter (where state = 'running') as running, count(*) filter (where state = 'failed') as failed,
      (extract(epoch from now() - min(created_at) filter (where state = 'queued')) * 1000)::bigint as waiting_ms
    from (
      select kind, state, created_at from jobs where state in ('queued', 'running')
      union all
      select kind, state, created_at from jobs where state = 'failed' and finished_at > now() - interval '1 day'
    ) j group by kind`.execute(db);
  const counted = new Map(found.rows.map((queue) => [queue.kind, queue]));
  const all = [...new Set([...kinds, ...counted.keys()])].sort();
  return all.map((kind) => counted.get(kind) ?? { kind, waiting: 0, running: 0, failed: 0, waiting_ms: null });
}
