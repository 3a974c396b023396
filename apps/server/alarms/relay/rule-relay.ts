import { sql } from "kysely";
import type pg from "pg";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { carryChange } from "./carry-change.ts";
import { type ChangeRow, readChanges, removeChanges } from "./change-store.ts";
import { escalateDue } from "./escalate.ts";

const MOST_AT_ONCE = 500;
/** Left over by a process that ended, or whose database was away. */
const LOOK_MS = 1000;
/** One relay at a time, so that a recovery never overtakes its firing. */
const RELAY_LOCK = 35;

/** A place where a test ends the process. */
export type RelayStep = "read" | "committed" | "removed";

export interface RelayParts {
  readonly db: Db;
  /** Of the frame server. */
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Events of these tenants changed. */
  alarmsChanged(tenantIds: readonly string[]): void;
  now(): number;
  readonly step?: (step: RelayStep) => void;
}

/**
 * Carries each change of a rule's state once from the frame server into events and outbox: what was carried is noted in
 * the transaction that writes them, and only then removed from the frame server.
 */
export class RuleRelay {
  readonly #parts: RelayParts;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #isStopped = false;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.kick(), LOOK_MS);
    this.#timer.unref();
  }

  /** There may be changes. */
  kick(): void {
    this.#isAsked = true;
    if (this.#isStopped || this.#running !== undefined) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      while (this.#isAsked && !this.#isStopped) {
        this.#isAsked = false;
        while ((await this.carry()) === MOST_AT_ONCE);
      }
      const escalated = await escalateDue(this.#parts.db, this.#parts.now());
      if (escalated.length > 0) this.#parts.alarmsChanged(escalated);
    } catch (error) {
      this.#parts.log.warn({ err: error }, "alarms wait: changes of rules could not be carried over");
    }
  }

  /** One round; how many changes there were. */
  async carry(): Promise<number> {
    const { db, pool, step } = this.#parts;
    // Looked for without the lock: most rounds find nothing.
    if ((await readChanges(pool, 1)).length === 0) return 0;
    const tenants = new Set<string>();
    const changes = await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${RELAY_LOCK})`.execute(transaction);
      const rows = await readChanges(pool, MOST_AT_ONCE);
      step?.("read");
      const fresh = await notCarried(transaction, rows);
      for (const change of fresh) {
        const tenantId = await carryChange(transaction, change, this.#parts.now());
        if (tenantId !== undefined) tenants.add(tenantId);
      }
      return rows;
    });
    step?.("committed");
    await removeChanges(
      pool,
      changes.map(({ id }) => id),
    );
    step?.("removed");
    if (tenants.size > 0) this.#parts.alarmsChanged([...tenants]);
    return changes.length;
  }
}

/** Notes them as carried; those that were before are left out. */
async function notCarried(db: Db, changes: readonly ChangeRow[]): Promise<ChangeRow[]> {
  const [bindings, ids] = [changes.map(({ binding }) => binding), changes.map(({ id }) => id)];
  const noted = await sql<{ change: number }>`insert into alarm_relayed (binding, change)
    select * from unnest(${bindings}::int[], ${ids}::bigint[]) on conflict do nothing returning change`.execute(db);
  const fresh = new Set(noted.rows.map(({ change }) => change));
  return changes.filter(({ id }) => fresh.has(id));
}

/** Notes of changes that no frame server has any more. */
export async function removeOldNotes(db: Db): Promise<void> {
  await sql`delete from alarm_relayed where relayed_at < now() - interval '7 days'`.execute(db);
}
