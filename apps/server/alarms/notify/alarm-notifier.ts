import { NOT_SENT, noticeText } from "@canopy/contract/alarms/notice-texts";
import type { LimitOf } from "../../capacity/limits.ts";
import { monthOf } from "../../capacity/traffic-store.ts";
import { insertOutgoing } from "../../messages/outbox-store.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type DueNotice, type Handed, lockDue, markHanded, noteOnEvent, takeAlert } from "./notice-store.ts";
import { readTarget } from "./read-target.ts";
import { templateOf } from "./template-store.ts";

const POLL_MS = 1000;
const AT_ONCE = 100;

interface NotifierParts {
  readonly db: Db;
  readonly secret: string;
  readonly log: Log;
  readonly limitOf: LimitOf;
  /** Where the pages are, for a link. */
  readonly publicUrl: string | undefined;
  /** Sends a rule's command to its device; gives what became of it. */
  sendCommand(notice: DueNotice): Promise<string>;
  now(): number;
}

/**
 * Hands the rows of the alarm outbox over to the outbox of messages, each once: both are rows of one database, written in
 * one transaction. A command is marked before it is sent: one that is repeated after a crash could do harm.
 */
export class AlarmNotifier {
  readonly #parts: NotifierParts;
  /** Alerts of a tenant in the current second (`alert_tps`). */
  readonly #rates = new Map<string, number>();
  #second = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
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

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** One round; gives how many rows were handed over. */
  async handOver(): Promise<number> {
    const second = Math.floor(this.#parts.now() / 1000);
    if (second !== this.#second) this.#rates.clear();
    this.#second = second;
    const commands: DueNotice[] = [];
    const handed = await this.#parts.db.transaction().execute(async (db) => {
      let count = 0;
      for (const notice of await lockDue(db, AT_ONCE, await this.#fullTenants())) {
        if (!(await this.#takeRate(notice.tenantId))) continue;
        count += 1;
        if (notice.kind === "command") commands.push(notice);
        await markHanded(db, notice, notice.kind === "command" ? {} : await this.#handOne(db, notice));
      }
      return count;
    });
    for (const command of commands)
      await noteOnEvent(this.#parts.db, command, "command", await this.#parts.sendCommand(command));
    return handed;
  }

  /** The reason for which it is not sent is told by the event too. */
  async #handOne(db: Db, notice: DueNotice): Promise<Handed> {
    const { tenantId, kind, cause, parameters, eventId } = notice;
    if (kind === "command") return {};
    const target = readTarget(kind, notice.target);
    const problem = target === undefined ? "target" : (await this.#hasQuota(db, notice)) ? undefined : "quota";
    if (target === undefined || problem !== undefined) {
      const reason = NOT_SENT[problem ?? "target"];
      await noteOnEvent(db, notice, "notSent", `${kind}: ${reason.zh} ${reason.en}`);
      return { problem: problem ?? "target" };
    }
    const { publicUrl } = this.#parts;
    const link = publicUrl && `${publicUrl}/Container/AlarmCenter?event=${eventId}`;
    const text = noticeText(cause, parameters, link, await templateOf(db, kind));
    const message = { tenantId, channel: kind, ...target, ...text, template: "notice" } as const;
    return { messageId: await insertOutgoing(db, message, "waiting", this.#parts.secret) };
  }

  async #hasQuota(db: Db, { tenantId, kind }: DueNotice): Promise<boolean> {
    if (kind !== "sms" && kind !== "voice") return true;
    return takeAlert(db, tenantId, monthOf(this.#parts.now()), await this.#parts.limitOf(tenantId, "alert_sms"));
  }

  async #takeRate(tenantId: string): Promise<boolean> {
    const limit = await this.#parts.limitOf(tenantId, "alert_tps");
    const taken = this.#rates.get(tenantId) ?? 0;
    if (limit !== null && taken >= limit) return false;
    this.#rates.set(tenantId, taken + 1);
    return true;
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
