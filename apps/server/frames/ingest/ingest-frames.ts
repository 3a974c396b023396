import type { Log } from "../../platform/log.ts";
import { type KnownSet, setName } from "../landing/known-set.ts";
import type { RefusalReason } from "../landing/refusal.ts";
import type { IncomingBatch, IngestResult } from "./incoming-batch.ts";
import { judgeBatch, type Plan, planBatch } from "./ingest-admit.ts";
import { bodyOf, Flusher } from "./ingest-flush.ts";
import type { IngestPorts } from "./ingest-ports.ts";
import { JudgedRefusals } from "./ingest-refuse.ts";
import { type IngestClock, IngestRefused, untilDone } from "./ingest-retry.ts";
import { IngestSets } from "./ingest-sets.ts";
import type { LandingOutcome } from "./landing-batch.ts";
import { RecentPayloads } from "./recent-payloads.ts";

const STORED: IngestResult = { kind: "stored" };

/** DAT-08: from the batch of a terminal to the word that it is safe, exactly once. */
export class FrameIngest {
  readonly #ports: IngestPorts;
  readonly #clock: IngestClock;
  readonly #log: Log;
  readonly #closing = new AbortController();
  readonly #sets: IngestSets;
  readonly #flusher: Flusher;
  readonly #refusals: JudgedRefusals;
  readonly #payloads: RecentPayloads;
  /** Being worked on: the same batch again waits for the same answer. */
  readonly #underWay = new Map<string, Promise<IngestResult>>();
  /** Batches that came under an epoch which an earlier boot of the terminal had drawn too. */
  collisions = 0;

  constructor(ports: IngestPorts, clock: IngestClock, log: Log) {
    this.#ports = ports;
    this.#clock = clock;
    this.#log = log;
    this.#sets = new IngestSets((wanted) => this.#untilDone("read sequences", () => ports.loadSets(wanted)));
    this.#payloads = new RecentPayloads(
      (binding) => this.#untilDone("read payload hashes", () => ports.recentPayloads(binding)),
      clock,
    );
    this.#refusals = new JudgedRefusals(ports, (what, task) => this.#untilDone(what, task));
    this.#flusher = new Flusher({
      ports,
      clock,
      onTrouble: (error, attempt) =>
        this.#log.warn({ err: error, what: "store frames", attempt }, "ingest tries again"),
    });
  }

  /** Batches that wait to be stored. */
  get depth(): number {
    return this.#flusher.depth;
  }

  /** Resolves when the batch is stored or refused. Closing rejects it: it stays with the terminal. */
  ingest(batch: IncomingBatch): Promise<IngestResult> {
    const name = `${setName(batch)}/${batch.sequence}`;
    const known = this.#underWay.get(name);
    if (known !== undefined) return known;
    const plan = planBatch(batch, this.#clock.nowMs());
    if (plan === undefined) return Promise.resolve(STORED);
    const result = this.#take(batch, plan).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, result);
    return result;
  }

  /** Its terminal connected: another process may have stored payloads of it meanwhile. */
  connected(bindingNumber: number): void {
    this.#payloads.forget(bindingNumber);
  }

  /** Batches not stored by now stay with the terminals. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#flusher.close();
    await Promise.allSettled(this.#underWay.values());
  }

  async #take(batch: IncomingBatch, plan: Plan): Promise<IngestResult> {
    const { bindingNumber, tenantId, payloadHash } = batch;
    if (payloadHash !== undefined && (await this.#payloads.isKnown(batch))) return STORED;
    let epoch = batch.epoch;
    let mayStore: boolean | undefined;
    let isJudged: boolean | undefined;
    let wasQuarantined: boolean | undefined;
    // Looked up again after every wait: between the last look and the group nothing may happen.
    for (;;) {
      if (this.#closing.signal.aborted) throw new IngestRefused("closed");
      const set = await this.#setOf({ bindingNumber, epoch, tenantId });
      const verdict = judgeBatch(batch.sequence, plan, set);
      if (verdict.kind === "duplicate") return STORED;
      if (verdict.kind === "refused") return this.#refuse(batch, set, verdict.reason);
      if (verdict.kind === "collision") {
        wasQuarantined ??= await this.#untilDone("look in quarantine", () => this.#ports.wasQuarantined(batch));
        if (wasQuarantined) return STORED;
        epoch = verdict.epoch;
        continue;
      }
      if (mayStore === undefined) {
        const answer = this.#ports.mayStore(tenantId, plan.bytes);
        mayStore = typeof answer === "boolean" ? answer : await answer;
        if (typeof answer !== "boolean") continue;
      }
      if (!mayStore) return this.#refuseFull(batch, plan, set);
      if (this.#ports.judge.find(bindingNumber) === undefined) {
        await this.#untilDone("read rules", () => this.#ports.judge.load(bindingNumber));
        continue;
      }
      if (set.hasRefusals && isJudged === undefined) {
        isJudged = await this.#untilDone("look in refusals", () => this.#ports.wasJudged(batch));
        continue;
      }
      const outcome = await this.#land(batch, plan, set, isJudged ?? false);
      if (outcome === "unstorable") return this.#refuse(batch, set, outcome);
      if (outcome === "again") {
        this.#sets.forget(setName(set));
        continue;
      }
      if (epoch !== batch.epoch) this.collisions += 1;
      return STORED;
    }
  }

  async #setOf(wanted: { bindingNumber: number; epoch: number; tenantId: string }): Promise<KnownSet> {
    const name = setName(wanted);
    const known = this.#sets.find(name);
    if (known) return known;
    await this.#sets.load(wanted);
    const loaded = this.#sets.find(name);
    if (loaded) return loaded;
    this.#sets.forget(name);
    throw new IngestRefused("ended");
  }

  #land(batch: IncomingBatch, plan: Plan, set: KnownSet, isJudged: boolean): Promise<LandingOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<LandingOutcome>();
    this.#flusher.add({ batch, plan, set, isJudged, body: bodyOf(batch), done: resolve, failed: reject });
    return promise;
  }

  async #refuse(batch: IncomingBatch, set: KnownSet, reason: RefusalReason): Promise<IngestResult> {
    await this.#untilDone("write refusal", () => this.#ports.refuse(batch, reason));
    set.hasRefusals = true;
    return { kind: "refused", reason };
  }

  /** CAP-05: alarms go on when the data space is full. A wrong clock is judged by nobody. */
  async #refuseFull(batch: IncomingBatch, plan: Plan, set: KnownSet): Promise<IngestResult> {
    if (plan.clock !== undefined) return this.#refuse(batch, set, "quota");
    await this.#refusals.refuse(batch);
    set.hasRefusals = true;
    return { kind: "refused", reason: "quota" };
  }

  #untilDone<T>(what: string, task: () => Promise<T>): Promise<T> {
    return untilDone(task, {
      clock: this.#clock,
      signal: this.#closing.signal,
      onTrouble: (error, attempt) => this.#log.warn({ err: error, what, attempt }, "ingest tries again"),
    });
  }
}
