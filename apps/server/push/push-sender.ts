import type { LimitOf } from "../capacity/limits.ts";
import { asDeliveryProblem, DeliveryProblem, requireSuccess } from "../messages/delivery-problem.ts";
import { pauseAfter } from "../messages/outbox-sender.ts";
import { postSigned } from "../messages/signed-post.ts";
import type { Log } from "../platform/log.ts";
import type { LookUp } from "../platform/outside/post-outside.ts";
import type { Db } from "../platform/postgres/schema.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  dueTenants,
  markDelivered,
  markTried,
  restRule,
  stopRule,
} from "./claim-store.ts";

const POLL_MS = 500;
/** Under way at once in a process, and of one rule: a slow receiver leaves room for the others. */
const AT_ONCE = 64;
const PER_RULE = 16;
/** Of tries; after that a delivery is a dead letter. */
const GIVE_UP_MS = 24 * 3_600_000;
const GONE = 410;
const SECRET_LOST = "the signing secret of the rule cannot be read: it was kept under another CANOPY_SECRET";

export interface PushSenderParts {
  readonly db: Db;
  /** Of the installation. */
  readonly secret: string;
  readonly privateTargets: boolean;
  readonly limitOf: LimitOf;
  /** CAP-02: deliveries of this month that are not of push rules. */
  otherPushes(tenantId: string): Promise<number>;
  readonly log: Log;
  now(): number;
  readonly pollMs?: number;
  readonly patienceMs?: number;
  readonly lookUp?: LookUp;
}

/** Sends what waits, at least once: a repetition after a crash carries the same id. */
export class PushSender {
  readonly #parts: PushSenderParts;
  readonly #running = new Map<Promise<void>, string>();
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #isAsked = false;

  constructor(parts: PushSenderParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.kick(), this.#parts.pollMs ?? POLL_MS).unref();
    this.kick();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.#running.keys());
  }

  /** There may be something to send, and room for it. */
  kick(): void {
    this.#isAsked = true;
    if (this.#isStopped || this.#timer === undefined || this.#looking !== undefined) return;
    this.#looking = this.#look().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Everything that is due now, in a sender that was not started. */
  async drain(): Promise<void> {
    while ((await this.#fill()) > 0 || this.#running.size > 0) await Promise.all(this.#running.keys());
  }

  async #look(): Promise<void> {
    try {
      while (this.#isAsked && !this.#isStopped) {
        this.#isAsked = false;
        await this.#fill();
      }
    } catch (error) {
      this.#parts.log.warn({ err: error }, "deliveries of push rules wait: they could not be read");
    }
  }

  /** Begins as many as there is room for; gives how many. */
  async #fill(): Promise<number> {
    let begun = 0;
    const { db } = this.#parts;
    for (const tenantId of await dueTenants(db, this.#busyRules())) {
      const most = AT_ONCE - this.#running.size;
      if (most < 1 || this.#isStopped) break;
      for (const claimed of await this.#claim(tenantId, most)) {
        begun += 1;
        const sending = this.#send(claimed).finally(() => {
          this.#running.delete(sending);
          this.kick();
        });
        this.#running.set(sending, claimed.ruleId);
      }
    }
    return begun;
  }

  async #claim(tenantId: string, most: number): Promise<ClaimedDelivery[]> {
    const { db, secret, limitOf, otherPushes, now } = this.#parts;
    const [tps, flow] = [await limitOf(tenantId, "push_tps"), await limitOf(tenantId, "push_flow")];
    return claimDeliveries(db, secret, tenantId, {
      most,
      perRule: PER_RULE,
      busyRules: this.#busyRules(),
      tps,
      flow,
      otherPushes: flow === null ? 0 : await otherPushes(tenantId),
      nowMs: now(),
    });
  }

  #busyRules(): string[] {
    const counts = new Map<string, number>();
    for (const ruleId of this.#running.values()) counts.set(ruleId, (counts.get(ruleId) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= PER_RULE).map(([ruleId]) => ruleId);
  }

  async #send(claimed: ClaimedDelivery): Promise<void> {
    const { db, log, now } = this.#parts;
    try {
      const status = await this.#post(claimed);
      if (status !== undefined) await markDelivered(db, claimed, status, now());
    } catch (error) {
      // The claim runs out, and it is sent again under its id.
      log.warn({ err: error, id: claimed.id }, "the end of a delivery could not be written");
    }
  }

  /** The status of the answer; undefined: it was not taken, which is written down. */
  async #post({ url, messageId: id, body, secret, ...claimed }: ClaimedDelivery): Promise<number | undefined> {
    const { db, privateTargets: mayBePrivate, log, now, patienceMs, lookUp } = this.#parts;
    const how = { mayBePrivate, ...(patienceMs && { patienceMs }), ...(lookUp && { lookUp }) };
    try {
      // Unsigned it would be refused, or taken from anybody. Whatever else is due goes on.
      if (secret === undefined) throw new DeliveryProblem(SECRET_LOST);
      const answer = await postSigned({ url: new URL(url), id, body, secret, nowMs: now(), ...how });
      requireSuccess(answer);
      return answer.status;
    } catch (error) {
      const { isFinal, message: problem, status, pauseMs } = asDeliveryProblem(error);
      const isDead = isFinal || claimed.triedForMs > GIVE_UP_MS;
      log.info({ id: claimed.id, rule: claimed.ruleId, attempts: claimed.attempts, problem, isDead }, "not delivered");
      const pause = pauseMs ?? pauseAfter(claimed.attempts);
      await markTried(db, claimed, { problem, status: status ?? null, pauseMs: isDead ? undefined : pause });
      if (status === GONE) await stopRule(db, claimed);
      else if (!isFinal) await restRule(db, claimed);
      return undefined;
    }
  }
}
