import { FLAG_ERROR } from "@canopy/can/frame/frame";
import type { Log } from "../../platform/log.ts";
import { PeriodicWriter } from "../../platform/postgres/periodic-writer.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { spanOf } from "../ingest/batch-span.ts";
import type { IncomingBatch } from "../ingest/incoming-batch.ts";
import { clockProblem } from "../ingest/ingest-clock.ts";
import { type DeviceTrouble, writeTroubles } from "./trouble-store.ts";
import { TroubleWatch } from "./trouble-watch.ts";

const WRITE_MS = 2000;

interface TroubledDevice {
  readonly tenantId: string;
  readonly bindingNumber: number;
}

/** DEV-13, in role ingest: joins error frames of the batches that come into times of trouble. */
export class TroubleKeeper {
  readonly #watched = new Map<number, { readonly device: TroubledDevice; readonly watch: TroubleWatch }>();
  readonly #writer: PeriodicWriter<DeviceTrouble>;

  constructor(db: Db, log: Log) {
    this.#writer = new PeriodicWriter({
      everyMs: WRITE_MS,
      take: () =>
        [...this.#watched.values()].flatMap(({ device, watch }) =>
          watch.take().map((episode) => ({ ...device, ...episode })),
        ),
      write: (all) => writeTroubles(db, all),
      failed: (error) => log.warn({ err: error }, "troubles of the bus could not be written"),
    });
  }

  /** A frame that is none costs one comparison. */
  batch(batch: IncomingBatch): void {
    const { flags, length } = batch.frames;
    for (let i = 0; i < length; i++)
      if (((flags[i] as number) & FLAG_ERROR) !== 0) {
        this.#read(batch, i);
        return;
      }
  }

  /** Its connection ended. What is not written yet is. */
  forget({ bindingNumber }: TroubledDevice): void {
    if (this.#watched.has(bindingNumber)) void this.write().then(() => this.#watched.delete(bindingNumber));
  }

  write(): Promise<void> {
    return this.#writer.write();
  }

  stop(): Promise<void> {
    return this.#writer.stop();
  }

  #read(batch: IncomingBatch, from: number): void {
    const { frames, bindingNumber, tenantId } = batch;
    const span = spanOf(frames);
    if (span === undefined || clockProblem(span, batch.receivedAtMs) !== undefined) return;
    const known = this.#watched.get(bindingNumber) ?? {
      device: { tenantId, bindingNumber },
      watch: new TroubleWatch(),
    };
    this.#watched.set(bindingNumber, known);
    for (let i = from; i < frames.length; i++) {
      if (((frames.flags[i] as number) & FLAG_ERROR) === 0) continue;
      const { channel, timeUs, data } = frames.at(i);
      known.watch.add(channel, timeUs, data);
    }
  }
}
