/** For tests: engines in memory that can fail, hang and be left behind by a crash, and a clock turned by hand. */
import { FrameBatch } from "@canopy/can/frame/batch";
import { createLog } from "../platform/log.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import { FrameIngest } from "./ingest-frames.ts";
import type { DayGroup } from "./ingest-group.ts";
import type { IngestPorts } from "./ingest-ports.ts";
import type { IngestClock } from "./ingest-retry.ts";
import type { DayKey, DayRanges } from "./ingest-sequences.ts";
import { SequenceSet } from "./sequence-set.ts";
import type { UsageRow } from "./usage-store.ts";

export const TENANT = "00000000-0000-4000-8000-000000000001";
/** Ten seconds before midnight. */
export const EVENING_US = Date.UTC(2026, 10, 14, 23, 59, 50) * 1000;

export interface BatchShape {
  readonly sequence: number;
  readonly epoch?: number;
  readonly bindingNumber?: number;
  /** Of each frame; the payload says which batch and which frame it is. */
  readonly timesUs: readonly number[];
  readonly payload?: Uint8Array;
}

export function batchOf(shape: BatchShape): IncomingBatch {
  const { sequence, epoch = 7, bindingNumber = 1 } = shape;
  const frames = new FrameBatch(shape.timesUs.length || 1);
  for (const [i, timeUs] of shape.timesUs.entries())
    frames.push(timeUs, i % 2, 0x100 + i, 0, 8, shape.payload ?? Uint8Array.of(sequence, i, 0, 0, 0, 0, 0, epoch));
  const deviceId = String(bindingNumber).padStart(20, "0");
  return { bindingNumber, deviceId, tenantId: TENANT, epoch, sequence, frames, raw: undefined, receivedAtMs: 0 };
}

export class ManualClock implements IngestClock {
  #nowMs = EVENING_US / 1000;
  #timers: { readonly atMs: number; readonly run: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Everything that is due runs, in its order, and so does what follows from it. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      await settled();
      const due = this.#timers.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter((one) => one !== due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.run();
    }
    this.#nowMs = endMs;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

const nameOf = ({ bindingNumber, epoch, day }: DayKey) => `${bindingNumber}/${epoch}/${day}`;

/** How the next insert ends. */
export type InsertFate = "stored" | "failsBefore" | "failsAfter" | "hangs";

export class IngestWorld {
  readonly clock = new ManualClock();
  /** How often each part is in the store. */
  readonly parts = new Map<string, number>();
  readonly checkpoints = new Map<string, DayRanges>();
  readonly quarantined = new Map<string, string>();
  readonly refused = new Map<string, string>();
  readonly usage: UsageRow[] = [];
  readonly inserts: DayGroup["parts"][number]["part"]["batch"][][] = [];
  /** Days in the order of their inserts. */
  readonly insertedDays: number[] = [];
  fates: InsertFate[] = [];
  mayStore = true;
  #tokens = new Set<string>();
  #generation = 0;

  /** What was running is dead: nothing of it reaches the world any more. */
  start(): FrameIngest {
    const generation = ++this.#generation;
    const alive = <T>(work: () => T): Promise<T> =>
      generation === this.#generation ? Promise.resolve().then(work) : new Promise<T>(() => undefined);
    const ports: IngestPorts = {
      mayStore: () => this.mayStore,
      takeOver: async () => undefined,
      insert: (group, token) => this.#insert(group, token, alive),
      loadDays: (keys) => alive(() => keys.flatMap((key) => this.#known(key))),
      saveDays: (days) => alive(() => this.#checkpoint(days)),
      addUsage: (rows) => alive(() => void this.usage.push(...rows)),
      quarantine: (batch, problem) =>
        alive(() => {
          this.quarantined.set(identity(batch), problem);
          return 1;
        }),
      refuse: (batch, reason) => alive(() => void this.refused.set(identity(batch), reason)),
      refusedAmong: (bindings) => alive(() => (this.refused.size > 0 ? bindings : [])),
      clearRefusals: (stored) =>
        alive(() => {
          for (const one of stored) this.refused.delete(identity(one));
        }),
    };
    return new FrameIngest(ports, this.clock, createLog("silent"));
  }

  async #insert(group: DayGroup, token: string, alive: <T>(work: () => T) => Promise<T>): Promise<void> {
    const fate = this.fates.shift() ?? "stored";
    if (fate === "hangs") return new Promise(() => undefined);
    await alive(() => {
      if (fate === "failsBefore") throw new Error("the store is away");
      if (!this.#tokens.has(token)) this.#keep(group);
      this.#tokens.add(token);
      if (fate === "failsAfter") throw new Error("the answer was lost");
    });
  }

  #keep({ day, parts }: DayGroup): void {
    this.inserts.push(parts.map(({ part }) => part.batch));
    this.insertedDays.push(day);
    for (const { part } of parts) {
      const name = `${identity(part.batch)}/${day}`;
      this.parts.set(name, (this.parts.get(name) ?? 0) + 1);
    }
  }

  #checkpoint(days: readonly DayRanges[]): void {
    for (const day of days) this.checkpoints.set(nameOf(day), day);
  }

  #known(key: DayKey): DayRanges[] {
    const set = new SequenceSet();
    for (const range of this.checkpoints.get(nameOf(key))?.ranges ?? []) set.addRange(range);
    for (const name of this.parts.keys()) {
      const [binding, epoch, sequence, day] = name.split("/").map(Number);
      if (nameOf({ bindingNumber: Number(binding), epoch: Number(epoch), day: Number(day) }) === nameOf(key))
        set.add(Number(sequence));
    }
    return [{ ...key, ranges: set.ranges }];
  }
}

const identity = ({ bindingNumber, epoch, sequence }: { bindingNumber: number; epoch: number; sequence: number }) =>
  `${bindingNumber}/${epoch}/${sequence}`;
