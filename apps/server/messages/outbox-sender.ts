import { CHANNELS } from "@canopy/contract/messages/outbox";
import type { Log } from "../platform/log.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { askDeliveries } from "./ask-deliveries.ts";
import { asDeliveryProblem, DeliveryProblem } from "./delivery-problem.ts";
import { isProvided, type Providers } from "./find-providers.ts";
import { type ClaimedMessage, claimDue, keepUnconfigured, markFailed, markSent, markWaiting } from "./outbox-store.ts";
import type { Channel, Provider, Receipt } from "./outgoing-message.ts";

const POLL_MS = 1000;
/** Of each channel. */
const AT_ONCE = 4;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** After that a message is a dead letter. */
const GIVE_UP_MS = 24 * 3_600_000;
/** A provider that is down is asked by one message at a time. */
const CHANNEL_PAUSE_MS = 5_000;
const LONGEST_CHANNEL_PAUSE_MS = 300_000;

/** Each try waits four times as long as the one before, up to an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (attempts - 1));
}

interface SenderParts {
  readonly db: Db;
  readonly secret: string;
  readonly providers: Providers;
  readonly log: Log;
  readonly now?: () => number;
  readonly pollMs?: number;
}

/** Sends what waits in the outbox, at least once: a repetition after a crash carries the same id. */
export class OutboxSender {
  readonly #parts: SenderParts;
  readonly #now: () => number;
  /** Channels whose provider failed: until when they rest, and how often in a row. */
  readonly #resting = new Map<Channel, { untilMs: number; failures: number }>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
  }

  start(): void {
    const round = async () => {
      try {
        while (!this.#isStopped && (await this.sendDue()) > 0);
        if (!this.#isStopped) await askDeliveries(this.#parts);
      } catch (error) {
        this.#parts.log.warn({ error }, "the outbox could not be read");
      }
      if (!this.#isStopped) this.#timer = setTimeout(begin, this.#parts.pollMs ?? POLL_MS);
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

  /** One round; gives how many messages were tried. */
  async sendDue(): Promise<number> {
    const { db, secret } = this.#parts;
    const ready = await this.#readyChannels();
    const claimed = (
      await Promise.all([...ready.keys()].map((channel) => claimDue(db, secret, [channel], this.#shareOf(channel))))
    ).flat();
    await Promise.all(claimed.map((one) => this.#try(one, ready.get(one.message.channel) as Provider)));
    return claimed.length;
  }

  /** Those that have a provider and do not rest. */
  async #readyChannels(): Promise<Map<Channel, Provider>> {
    const ready = new Map<Channel, Provider>();
    const missing: Channel[] = [];
    for (const channel of CHANNELS) {
      const provider = await this.#parts.providers.find(channel);
      if (provider === undefined) missing.push(channel);
      else if ((this.#resting.get(channel)?.untilMs ?? 0) <= this.#now()) ready.set(channel, provider);
    }
    if (missing.length > 0) await keepUnconfigured(this.#parts.db, missing);
    return ready;
  }

  #shareOf(channel: Channel): number {
    return this.#resting.has(channel) ? 1 : AT_ONCE;
  }

  async #try({ message, isTargetLost, attempts, ageMs }: ClaimedMessage, provider: Provider): Promise<void> {
    const { db, log } = this.#parts;
    let receipt: Receipt;
    try {
      if (isTargetLost) throw new DeliveryProblem("its signing secret was kept under another CANOPY_SECRET");
      receipt = await provider.deliver(message);
    } catch (error) {
      const problem = asDeliveryProblem(error);
      const isDead = problem.isFinal || ageMs > GIVE_UP_MS;
      log.warn({ id: message.id, channel: message.channel, attempts, problem: problem.message, isDead }, "not sent");
      if (isDead) await markFailed(db, message.id, problem.message);
      else await markWaiting(db, message.id, problem.message, problem.pauseMs ?? pauseAfter(attempts));
      if (!problem.isFinal) this.#rest(message.channel);
      return;
    }
    this.#resting.delete(message.channel);
    await markSent(db, message.id, receipt, provider.ask !== undefined);
  }

  /** Webhooks are many hosts: one that is down says nothing of the others. */
  #rest(channel: Channel): void {
    if (!isProvided(channel)) return;
    const failures = (this.#resting.get(channel)?.failures ?? 0) + 1;
    const pauseMs = Math.min(LONGEST_CHANNEL_PAUSE_MS, CHANNEL_PAUSE_MS * 2 ** (failures - 1));
    this.#resting.set(channel, { untilMs: this.#now() + pauseMs, failures });
  }
}
