import type { BatchIdentity } from "./frame-store-columns.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import type { IngestPorts, RefusalReason } from "./ingest-ports.ts";

/** CAP-05: refusals are on record until the terminal has sent the batch again and it is stored. */
export class IngestRefusals {
  readonly #ports: IngestPorts;
  /** Bindings with refusals: only these are looked up again. */
  readonly #bindings = new Set<number>();
  #stored: BatchIdentity[] = [];

  constructor(ports: IngestPorts) {
    this.#ports = ports;
  }

  async read(bindingNumber: number): Promise<void> {
    for (const binding of await this.#ports.refusedAmong([bindingNumber])) this.#bindings.add(binding);
  }

  async refuse(batch: IncomingBatch, reason: RefusalReason): Promise<void> {
    await this.#ports.refuse(batch, reason);
    this.#bindings.add(batch.bindingNumber);
  }

  stored({ bindingNumber, epoch, sequence }: BatchIdentity): void {
    if (this.#bindings.has(bindingNumber)) this.#stored.push({ bindingNumber, epoch, sequence });
  }

  async flush(): Promise<void> {
    const stored = this.#stored.splice(0);
    if (stored.length === 0) return;
    try {
      await this.#ports.clearRefusals(stored);
    } catch (error) {
      this.#stored.push(...stored);
      throw error;
    }
  }
}
