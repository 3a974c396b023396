import { canTellFaults, FaultReader } from "@canopy/can/faults/fault-reader";
import { spanOf } from "../../frames/ingest/batch-span.ts";
import type { IncomingBatch } from "../../frames/ingest/incoming-batch.ts";
import { clockProblem } from "../../frames/ingest/ingest-clock.ts";
import type { Log } from "../../platform/log.ts";
import { PeriodicWriter } from "../../platform/postgres/periodic-writer.ts";
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
  readonly #readers = new Map<number, FaultReader>();
  readonly #writer: PeriodicWriter<DeviceFaults>;
  #told = new Map<number, { readonly device: FaultDevice; readonly told: ToldFaults }>();

  constructor(db: Db, log: Log) {
    const failed = (error: unknown) => log.warn({ err: error }, "faults of the bus could not be written");
    const write = async (all: readonly DeviceFaults[]) => {
      for (let at = 0; at < all.length; at += DEVICES_PER_WRITE)
        await writeFaults(db, all.slice(at, at + DEVICES_PER_WRITE)).catch(failed);
    };
    this.#writer = new PeriodicWriter({ everyMs: WRITE_MS, take: () => this.#take(), write, failed });
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

  write(): Promise<void> {
    return this.#writer.write();
  }

  stop(): Promise<void> {
    return this.#writer.stop();
  }

  #take(): DeviceFaults[] {
    const told = this.#told;
    this.#told = new Map();
    return [...told.values()].map(({ device, told: { senders, faults } }) => ({ ...device, senders, faults }));
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
