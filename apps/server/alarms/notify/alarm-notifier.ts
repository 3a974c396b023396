import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { type DueCommand, lockCommands, markSending, settleCommand, settleLost } from "./command-queue-store.ts";
import { type HandingParts, handNotice, refuseNotice } from "./hand-notice.ts";
import { type DueNotice, lockDue, markHanded } from "./notice-store.ts";
import { type RuleCommandParts, RuleCommands } from "./rule-commands.ts";

const POLL_MS = 1000;
const AT_ONCE = 100;
/** A notice that could not be handed over is tried again so often, after so long. */
const MOST_TRIES = 5;
const RETRY_MS = 60_000;

type NotifierParts = RuleCommandParts & HandingParts;

/**
 * full: the rate of this second is used up. none: the package allows no alerts, so that what waited would stand before the
 * alerts of the others for ever.
 */
type Rate = "taken" | "full" | "none";

/**
 * Hands the rows of the alarm outbox over to the outbox of messages, each once: both are rows of one database, written in
 * one transaction. Commands go to their devices beside it.
 */
export class AlarmNotifier {
  readonly #parts: NotifierParts;
  readonly #commands: RuleCommands;
  /** Alerts of a tenant in the current second (`alert_tps`). */
  readonly #rates = new Map<string, number>();
  /** Notices that failed. */
  readonly #failed = new Map<string, { readonly tries: number; readonly againMs: number }>();
  #second = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
    this.#commands = new RuleCommands(parts);
  }

  start(): void {
    const round = async () => {
      try {
        while (!this.#isStopped && (await this.handOver()) > 0);
      } catch (error) {
        this.#parts.log.warn({ err: error }, "alarms wait: their messages could not be handed over");
      }
      if (!this.#isStopped) this.#timer = setTimeout(begin, POLL_MS);
    };
    const begin = () => {
      this.#running = round();
    };
    begin();
  }

  /** Behind the outcome of each command that was sent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    await this.#commands.settled();
  }

  /** One round; gives how many rows were handed over. */
  async handOver(): Promise<number> {
    const second = Math.floor(this.#parts.now() / 1000);
    if (second !== this.#second) this.#rates.clear();
    this.#second = second;
    // Commands first: they are few, and count for the rate of the tenant too.
    return (await this.#handCommands()) + (await this.#handNotices());
  }

  async #handNotices(): Promise<number> {
    const tenantIds = await this.#fullTenants();
    const nowMs = this.#parts.now();
    // Of a notice that is long due again another process took care.
    for (const [id, { againMs }] of this.#failed) if (againMs + RETRY_MS < nowMs) this.#failed.delete(id);
    const ids = [...this.#failed].flatMap(([id, { againMs }]) => (againMs > nowMs ? id : []));
    return this.#parts.db.transaction().execute(async (db) => {
      let count = 0;
      for (const notice of await lockDue(db, AT_ONCE, { tenantIds, ids })) {
        const rate = await this.#takeRate(notice.tenantId);
        if (rate === "full") continue;
        if (!(await this.#handApart(db, notice, rate))) break;
        count += 1;
      }
      return count;
    });
  }

  async #handCommands(): Promise<number> {
    const tenantIds = await this.#fullTenants();
    const due = await this.#parts.db.transaction().execute(async (db) => {
      await settleLost(db);
      const taken: DueCommand[] = [];
      for (const command of await lockCommands(db, this.#commands.room, { tenantIds })) {
        const rate = await this.#takeRate(command.tenantId);
        if (rate === "full") continue;
        await markSending(db, command);
        if (rate === "none") await settleCommand(db, command, "rate");
        else if (command.mayAct) taken.push(command);
        else await settleCommand(db, command, "rights");
      }
      return taken;
    });
    for (const command of due) this.#commands.send(command);
    return due.length;
  }

  /** False: it failed, which must not hold the others up; what it did is undone, and it waits or is given up. */
  async #handApart(db: Db, notice: DueNotice, rate: Exclude<Rate, "full">): Promise<boolean> {
    await sql`savepoint notice`.execute(db);
    try {
      const handed = rate === "none" ? refuseNotice(db, notice, "rate") : handNotice(this.#parts, db, notice);
      await markHanded(db, notice, await handed);
      await sql`release savepoint notice`.execute(db);
      this.#failed.delete(notice.id);
      return true;
    } catch (error) {
      await sql`rollback to savepoint notice`.execute(db);
      const tries = (this.#failed.get(notice.id)?.tries ?? 0) + 1;
      this.#parts.log.error(
        { err: error, event: notice.eventId, tries },
        "an alarm's message could not be handed over",
      );
      this.#failed.set(notice.id, { tries, againMs: this.#parts.now() + RETRY_MS });
      if (tries < MOST_TRIES) return false;
      this.#failed.delete(notice.id);
      await markHanded(db, notice, await refuseNotice(db, notice, "fault"));
      return true;
    }
  }

  async #takeRate(tenantId: string): Promise<Rate> {
    const limit = await this.#parts.limitOf(tenantId, "alert_tps");
    if (limit === 0) return "none";
    const taken = this.#rates.get(tenantId) ?? 0;
    if (limit !== null && taken >= limit) return "full";
    this.#rates.set(tenantId, taken + 1);
    return "taken";
  }

  /** Tenants whose rate of this second is used up must not hold the others up. */
  async #fullTenants(): Promise<string[]> {
    const full: string[] = [];
    for (const [tenantId, taken] of this.#rates) {
      const limit = await this.#parts.limitOf(tenantId, "alert_tps");
      if (limit !== null && taken >= limit) full.push(tenantId);
    }
    return full;
  }
}
