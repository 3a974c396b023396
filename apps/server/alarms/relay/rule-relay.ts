import { sql } from "kysely";
import type pg from "pg";
import { systemCode } from "../../platform/engines/start-fault.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { CarriedChanges } from "./carry-changes.ts";
import { type ChangeRow, readChanges, removeChanges } from "./change-store.ts";
import { escalateDue } from "./escalate.ts";
import { readContext } from "./relay-context.ts";
import { writeCarried } from "./write-carried.ts";

const MOST_AT_ONCE = 500;
/** Left over by a process that ended, or whose database was away. */
const LOOK_MS = 1000;
const MOST_TRIES = 5;
/** Another relay carried one of the changes (unique violation), or rule or device went (foreign key). */
const OVERTAKEN: ReadonlySet<string | undefined> = new Set(["23505", "23503"]);

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
 * the transaction that writes them, and only then removed from the frame server. Two relays that carry changes of one
 * binding have its oldest change in common, so that one of them fails on the note and reads again: a recovery never
 * overtakes its firing, without a lock.
 */
export class RuleRelay {
  readonly #parts: RelayParts;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | undefined;
  #isAsked = false;
  #isEscalationDue = false;
  #isStopped = false;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** There may be changes. */
  kick(): void {
    this.#isAsked = true;
    if (this.#isStopped || this.#running !== undefined) return;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
      if (this.#isAsked) this.kick();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  #look(): void {
    this.#isEscalationDue = true;
    this.kick();
  }

  async #run(): Promise<void> {
    try {
      while (this.#isAsked && !this.#isStopped) {
        this.#isAsked = false;
        while ((await this.carry()) === MOST_AT_ONCE);
        if (this.#isEscalationDue) await this.#escalate();
      }
    } catch (error) {
      this.#parts.log.warn({ err: error }, "alarms wait: changes of rules could not be carried over");
    }
  }

  async #escalate(): Promise<void> {
    this.#isEscalationDue = false;
    const escalated = await escalateDue(this.#parts.db, this.#parts.now());
    if (escalated.length > 0) this.#parts.alarmsChanged(escalated);
  }

  /** One round; how many changes there were. */
  async carry(): Promise<number> {
    const { pool, step } = this.#parts;
    const changes = await readChanges(pool, MOST_AT_ONCE);
    if (changes.length === 0) return 0;
    step?.("read");
    const tenants = await this.#write(changes);
    step?.("committed");
    await removeChanges(
      pool,
      changes.map(({ id }) => id),
    );
    step?.("removed");
    if (tenants.size > 0) this.#parts.alarmsChanged([...tenants]);
    return changes.length;
  }

  /** The tenants whose alarms changed. */
  async #write(changes: readonly ChangeRow[]): Promise<ReadonlySet<string>> {
    const { db, now } = this.#parts;
    for (let tries = 1; ; tries++) {
      const nowMs = now();
      const context = await readContext(db, changes, nowMs);
      const before = new Set(context.carried);
      const fresh = changes.filter(({ id }) => !before.has(id));
      if (fresh.length === 0) return new Set();
      const carried = new CarriedChanges(context, nowMs);
      for (const change of fresh) carried.carry(change);
      try {
        await writeCarried(db, fresh, carried);
        return carried.tenants;
      } catch (error) {
        if (tries === MOST_TRIES || !OVERTAKEN.has(systemCode(error))) throw error;
      }
    }
  }
}

/** Notes of changes that no frame server has any more. */
export async function removeOldNotes(db: Db): Promise<void> {
  await sql`delete from alarm_relayed where relayed_at < now() - interval '7 days'`.execute(db);
}
