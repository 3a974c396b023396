import { createHash } from "node:crypto";
import { FrameBatch } from "@canopy/can/frame/batch";
import type { ClickHouseClient } from "@clickhouse/client";
import { insertFrames, readRanges } from "../frames/frame-store.ts";
import { FrameColumns } from "../frames/frame-store-columns.ts";
import { daysOf, spanOf } from "../frames/ingest-days.ts";
import { SequenceSet } from "../frames/sequence-set.ts";
import type { UsageRow } from "../frames/usage-store.ts";

/** Frames of one channel that are one batch; its index in the batch is 16 bits. */
const BATCH_FRAMES = 20_000;
/** Frames that are stored together. */
const FLUSH_FRAMES = 200_000;

export interface ImportChannel {
  readonly to: number;
  readonly epoch: number;
}

interface WriterOptions {
  readonly client: ClickHouseClient;
  readonly tenantId: string;
  readonly bindingNumber: number;
  /** Of this task: the same rows of a task are stored once, whoever sends them again. */
  readonly taskId: string;
  /** By channel of the file. */
  readonly channels: ReadonlyMap<number, ImportChannel>;
  readonly shiftUs: number;
  readonly addUsage: (rows: readonly UsageRow[]) => Promise<void>;
}

interface Filling {
  readonly batch: FrameBatch;
  sequence: number;
}

interface Ready {
  readonly epoch: number;
  readonly sequence: number;
  readonly batch: FrameBatch;
}

/**
 * Frames of a file become batches with an identity: the channel's own log number, counted from the beginning of the
 * file. Batches, their groups and the order of both follow from the file alone, so that a second run makes the same
 * ones, knows those that are stored, and repeats an insert that nobody knows the end of under the same token.
 */
export class ImportWriter {
  stored = 0;
  repeated = 0;
  readonly #options: WriterOptions;
  readonly #filling = new Map<number, Filling>();
  #ready: Ready[] = [];
  #readyFrames = 0;
  #flushes = 0;
  #known = new Map<string, SequenceSet>();
  #storing: Promise<void> = Promise.resolve();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** What of this file is in the store already. */
  async begin(firstUs: number, lastUs: number): Promise<void> {
    const { client, bindingNumber, channels } = this.#options;
    const epochs = [...channels.values()].map(({ epoch }) => epoch);
    const condition = `device = {device:UInt32} and epoch in {epochs:Array(UInt32)}
      and ts >= {from:Int64} and ts <= {to:Int64}`;
    const params = { device: bindingNumber, epochs, from: firstUs, to: lastUs };
    for (const { epoch, day, ranges } of await readRanges(client, condition, params)) {
      const name = `${epoch}/${day}`;
      const set = this.#known.get(name) ?? new SequenceSet();
      for (const range of ranges) set.addRange(range);
      this.#known.set(name, set);
    }
  }

  /** Takes copies; `store` must follow when `isFull`. */
  push(frames: FrameBatch): void {
    const { channels, shiftUs } = this.#options;
    for (let i = 0; i < frames.length; i += 1) {
      const from = frames.channel[i] as number;
      const channel = channels.get(from);
      if (channel === undefined) continue;
      const filling = this.#filling.get(from) ?? this.#open(from);
      filling.batch.push(
        (frames.timeUs[i] as number) + shiftUs,
        channel.to,
        frames.id[i] as number,
        frames.flags[i] as number,
        frames.size[i] as number,
        frames.data,
        frames.start[i],
      );
      if (filling.batch.length >= BATCH_FRAMES) this.#close(from, channel, filling);
    }
  }

  get isFull(): boolean {
    return this.#readyFrames >= FLUSH_FRAMES;
  }

  /** The rest of the file. */
  async end(): Promise<void> {
    const order = [...this.#filling.keys()].sort((a, b) => a - b);
    for (const from of order) {
      const channel = this.#options.channels.get(from);
      const filling = this.#filling.get(from);
      if (channel && filling && filling.batch.length > 0) this.#close(from, channel, filling);
    }
    await this.store();
    await this.#storing;
  }

  #open(from: number): Filling {
    const filling = { batch: new FrameBatch(BATCH_FRAMES, 8 * BATCH_FRAMES), sequence: 0 };
    this.#filling.set(from, filling);
    return filling;
  }

  #close(from: number, { epoch }: ImportChannel, { batch, sequence }: Filling): void {
    this.#ready.push({ epoch, sequence, batch });
    this.#readyFrames += batch.length;
    this.#filling.set(from, {
      batch: new FrameBatch(BATCH_FRAMES, 8 * BATCH_FRAMES),
      sequence: sequence + 1,
    });
  }

  /** While one group is stored the next is read: resolves when the one before is safe. */
  async store(): Promise<void> {
    const ready = this.#ready;
    this.#ready = [];
    this.#readyFrames = 0;
    await this.#storing;
    if (ready.length === 0) return;
    this.#storing = this.#storeDays(ready, this.#flushes++);
    // Whoever comes next is told.
    this.#storing.catch(() => undefined);
  }

  /** One insert for each day: whole or not at all. */
  async #storeDays(ready: readonly Ready[], flush: number): Promise<void> {
    const days = new Set(ready.flatMap(({ batch }) => daysOfBatch(batch)));
    for (const day of [...days].sort((a, b) => a - b)) await this.#storeDay(ready, day, flush);
  }

  async #storeDay(ready: readonly Ready[], day: number, flush: number): Promise<void> {
    const { client, bindingNumber, taskId, tenantId, addUsage } = this.#options;
    const columns = new FrameColumns(FLUSH_FRAMES);
    const names: string[] = [];
    let bytes = 0;
    for (const { epoch, sequence, batch } of ready) {
      if (this.#known.get(`${epoch}/${day}`)?.has(sequence)) {
        this.repeated += framesOnDay(batch, day);
        continue;
      }
      const before = columns.length;
      bytes += columns.append({ bindingNumber, epoch, sequence }, batch, day);
      if (columns.length > before) names.push(`${epoch}.${sequence}`);
    }
    if (columns.length === 0) return;
    const content = createHash("sha256").update(names.join(" ")).digest("base64url");
    await insertFrames(client, { columns, token: `import-${taskId}-${flush}-${day}-${content}`, instance: "import" });
    this.stored += columns.length;
    await addUsage([{ bindingNumber, tenantId, day, frames: columns.length, bytes }]);
  }
}

function daysOfBatch(batch: FrameBatch): number[] {
  const span = spanOf(batch);
  return span === undefined ? [] : daysOf(batch, span);
}

function framesOnDay(batch: FrameBatch, day: number): number {
  if (daysOfBatch(batch).length === 1) return batch.length;
  let frames = 0;
  for (let i = 0; i < batch.length; i += 1)
    if (Math.floor((batch.timeUs[i] as number) / 86_400_000_000) === day) frames += 1;
  return frames;
}
