import type { Log } from "../platform/log.ts";
import type { BatchIdentity } from "./frame-store-columns.ts";
import type { IncomingBatch, IngestResult } from "./incoming-batch.ts";
import { judgeBatch, type Plan, planBatch, type Verdict } from "./ingest-admit.ts";
import { Flusher } from "./ingest-flush.ts";
import { insertToken } from "./ingest-group.ts";
import type { IngestPorts, RefusalReason } from "./ingest-ports.ts";
import { IngestRefusals } from "./ingest-refusals.ts";
import { type IngestClock, NotTaken, untilDone } from "./ingest-retry.ts";
import { type DaySequences, IngestSequences } from "./ingest-sequences.ts";
import { IngestUsage } from "./ingest-usage.ts";
import type { UsageRow } from "./usage-store.ts";

/** How much a crash leaves to be read from the store again. */
const CHECKPOINT_MS = 10_000;

const STORED: IngestResult = { kind: "stored" };
const nameOf = ({ bindingNumber, epoch, sequence }: BatchIdentity) => `${bindingNumber}/${epoch}/${sequence}`;

/** DAT-08: from the batch of a terminal to the word that it is safe, exactly once. */
export class FrameIngest {
  readonly #ports: IngestPorts;
  readonly #clock: IngestClock;
  readonly #log: Log;
  readonly #closing = new AbortController();
  readonly #sequences: IngestSequences;
  readonly #usage: IngestUsage;
  readonly #flusher: Flusher;
  /** Being worked on: the same batch again waits for the same answer. */
  readonly #underWay = new Map<string, { readonly bindingNumber: number; readonly result: Promise<IngestResult> }>();
  readonly #owned = new Map<number, Promise<void>>();
  readonly #releasing = new Set<number>();
  readonly #refusals: IngestRefusals;
  #cancelCheckpoint: () => void;

  constructor(ports: IngestPorts, clock: IngestClock, log: Log) {
    this.#ports = ports;
    this.#clock = clock;
    this.#log = log;
    this.#sequences = new IngestSequences(
      (keys) => this.#untilDone("read sequences", () => ports.loadDays(keys)),
      ports.saveDays,
    );
    this.#usage = new IngestUsage(ports.addUsage);
    this.#flusher = new Flusher({
      store: (group) => {
        const token = insertToken(group);
        return this.#untilDone("store frames", () => ports.insert(group, token));
      },
      clock,
      onFlushed: () => void this.#writeCounters(),
    });
    this.#refusals = new IngestRefusals(ports);
    this.#cancelCheckpoint = this.#checkpointLater();
  }

  /** Answers when the batch is safe. What may not be taken rejects and stays with the terminal. */
  ingest(batch: IncomingBatch): Promise<IngestResult> {
    const name = nameOf(batch);
    const known = this.#underWay.get(name);
    if (known !== undefined) return known.result;
    const plan = planBatch(batch, this.#clock.nowMs());
    if (plan === undefined) return Promise.resolve(STORED);
    const result = this.#take(batch, plan).finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, { bindingNumber: batch.bindingNumber, result });
    return result;
  }

  /** Before another process goes on with a binding: what is held of it is finished or dropped, and nothing more taken. */
  async release(bindingNumber: number): Promise<void> {
    this.#releasing.add(bindingNumber);
    try {
      this.#flusher.drop(new NotTaken("released"), bindingNumber);
      const held = [...this.#underWay.values()].filter((one) => one.bindingNumber === bindingNumber);
      await Promise.allSettled(held.map(({ result }) => result));
      await this.#untilDone("write sequences", () => this.#sequences.checkpoint(bindingNumber));
      this.#sequences.forget(bindingNumber);
      this.#owned.delete(bindingNumber);
    } finally {
      this.#releasing.delete(bindingNumber);
    }
  }

  /** What is not in the store by now stays with the terminals. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancelCheckpoint();
    this.#flusher.close();
    await Promise.allSettled([...this.#underWay.values()].map(({ result }) => result));
    await Promise.allSettled([this.#usage.flush(), this.#refusals.flush(), this.#sequences.checkpoint()]);
  }

  async #take(batch: IncomingBatch, plan: Plan): Promise<IngestResult> {
    const { bindingNumber, tenantId, sequence } = batch;
    this.#mustBeOurs(bindingNumber);
    await this.#own(bindingNumber);
    let mayStore: boolean | undefined;
    // Looked up again after every wait: between the last look and the group nothing may happen.
    for (;;) {
      this.#mustBeOurs(bindingNumber);
      const known = plan.keys.flatMap((key) => this.#sequences.find(key) ?? []);
      if (known.length < plan.keys.length) {
        await this.#sequences.load(plan.keys);
        continue;
      }
      const verdict = judgeBatch(sequence, plan, known);
      if (verdict.kind === "duplicate") return STORED;
      if (verdict.kind === "tooManyGaps") return this.#refuse(batch, "sequenceGaps");
      if (mayStore === undefined) {
        mayStore = await this.#ports.mayStore(tenantId, plan.bytes);
        continue;
      }
      if (!mayStore) return this.#refuse(batch, "quota");
      if (verdict.kind === "quarantine") await this.#quarantine(batch, plan, verdict);
      else await this.#store(batch, verdict.missing);
      this.#refusals.stored(batch);
      return STORED;
    }
  }

  #store(batch: IncomingBatch, missing: readonly DaySequences[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let left = missing.length;
    const stored = (sequences: DaySequences) => (bytes: number, frames: number) => {
      markStored(sequences, batch.sequence);
      this.#count(batch, { day: sequences.day, frames, bytes });
      left -= 1;
      if (left === 0) resolve();
    };
    const failed = (sequences: DaySequences) => (error: unknown) => {
      sequences.pending -= 1;
      reject(error);
    };
    for (const sequences of missing) sequences.pending += 1;
    this.#flusher.add(
      missing.map((sequences) => ({ batch, sequences, stored: stored(sequences), failed: failed(sequences) })),
    );
    return promise;
  }

  async #quarantine(batch: IncomingBatch, { span }: Plan, { problem, sequences }: Quarantine): Promise<void> {
    sequences.pending += 1;
    const bytes = await this.#untilDone("quarantine", () => this.#ports.quarantine(batch, problem, span));
    markStored(sequences, batch.sequence);
    if (bytes > 0) this.#count(batch, { day: sequences.day, frames: batch.frames.length, bytes });
  }

  #count({ bindingNumber, tenantId }: IncomingBatch, counts: Pick<UsageRow, "day" | "frames" | "bytes">): void {
    this.#usage.add({ bindingNumber, tenantId, ...counts });
  }

  async #refuse(batch: IncomingBatch, reason: RefusalReason): Promise<IngestResult> {
    await this.#untilDone("write refusal", () => this.#refusals.refuse(batch, reason));
    return { kind: "refused", reason };
  }

  #mustBeOurs(bindingNumber: number): void {
    if (this.#closing.signal.aborted) throw new NotTaken("closed");
    if (this.#releasing.has(bindingNumber)) throw new NotTaken("released");
  }

  #own(bindingNumber: number): Promise<void> {
    const known = this.#owned.get(bindingNumber);
    if (known !== undefined) return known;
    const owning = this.#untilDone("take over", async () => {
      await this.#ports.takeOver(bindingNumber);
      await this.#refusals.read(bindingNumber);
    });
    this.#owned.set(bindingNumber, owning);
    return owning;
  }

  async #writeCounters(): Promise<void> {
    try {
      await this.#usage.flush();
      await this.#refusals.flush();
    } catch (error) {
      this.#log.warn({ err: error }, "frame counters could not be written yet");
    }
  }

  #checkpointLater(): () => void {
    return this.#clock.after(CHECKPOINT_MS, async () => {
      await this.#writeCounters();
      await this.#sequences
        .checkpoint()
        .catch((error) => this.#log.warn({ err: error }, "stored sequences could not be written yet"));
      if (!this.#closing.signal.aborted) this.#cancelCheckpoint = this.#checkpointLater();
    });
  }

  #untilDone<T>(what: string, task: () => Promise<T>): Promise<T> {
    return untilDone(task, {
      clock: this.#clock,
      signal: this.#closing.signal,
      onTrouble: (error, attempt) => this.#log.warn({ err: error, what, attempt }, "ingest tries again"),
    });
  }
}

type Quarantine = Extract<Verdict, { kind: "quarantine" }>;

function markStored(sequences: DaySequences, sequence: number): void {
  sequences.pending -= 1;
  sequences.set.add(sequence);
  sequences.isDirty = true;
}
