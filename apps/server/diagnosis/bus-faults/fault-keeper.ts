import { canTellFaults, FaultReader } from "@canopy/can/faults/fault-reader";
import { spanOf } from "../../frames/ingest/batch-span.ts";
import type { IncomingBatch } from "../../frames/ingest/incoming-batch.ts";
import { clockProblem } from "../../frames/ingest/ingest-clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type DeviceFaults, writeFaults } from "./fault-store.ts";
import { ToldFaults } from "./told-faults.ts";

/** Messages repeat every second: what they say is written this often. */
const WRITE_MS = 2000;
const DEVICES_PER_WRITE = 200;

interface FaultDevice {
  readonly tenantId: string;
  readonly bindingNumber: number;
}

/** UDS-06, in role ingest: looks for messages about faults in the batches that come. A summary: a repeated batch adds nothing. */
export class FaultKeeper {
  readonly #db: Db;
  readonly #log: Log;
  readonly #readers = new Map<number, FaultReader>();
  readonly #timer: NodeJS.Timeout;
  #told = new Map<number, { readonly device: FaultDevice; readonly told: ToldFaults }>();
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Db, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.write(), WRITE_MS);
    this.#timer.unref();
  }

  /** A frame that cannot be of such a message costs one comparison. */
  batch(batch: IncomingBatch): void {
    const { id, flags, length } = batch.frames;
    for (let i = 0; i < length; i++)
      if (canTellFaults(id[i] as number, flags[i] as number)) {
        this.#read(batch, i);
        return;
      }
  }

  /** Its connection ended: messages that are not whole stay so. */
  forget({ bindingNumber }: FaultDevice): void {
    this.#readers.delete(bindingNumber);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  /** One after the other, so that two writes of a device do not wait for each other's rows. */
  write(): Promise<void> {
    const told = this.#told;
    if (told.size > 0) {
      this.#told = new Map();
      const all = [...told.values()].map(({ device, told: { senders, faults } }) => ({ ...device, senders, faults }));
      this.#writing = this.#writing.then(() => this.#writeAll(all));
    }
    return this.#writing;
  }

  async #writeAll(all: readonly DeviceFaults[]): Promise<void> {
    for (let at = 0; at < all.length; at += DEVICES_PER_WRITE)
      try {
        await writeFaults(this.#db, all.slice(at, at + DEVICES_PER_WRITE));
      } catch (error) {
        this.#log.warn({ err: error }, "faults of the bus could not be written");
      }
  }

  #read(batch: IncomingBatch, from: number): void {
    const { frames, bindingNumber, tenantId } = batch;
    const span = spanOf(frames);
    if (span === undefined || clockProblem(span, batch.receivedAtMs) !== undefined) return;
    const reader = this.#readers.get(bindingNumber) ?? new FaultReader();
    this.#readers.set(bindingNumber, reader);
    for (let i = from; i < frames.length; i++) {
      if (!canTellFaults(frames.id[i] as number, frames.flags[i] as number)) continue;
      for (const report of reader.read(frames, i)) this.#toldOf({ tenantId, bindingNumber }).add(report);
    }
  }

  #toldOf(device: FaultDevice): ToldFaults {
    const known = this.#told.get(device.bindingNumber);
    if (known) return known.told;
    const told = new ToldFaults();
    this.#told.set(device.bindingNumber, { device, told });
    return told;
  }
}
