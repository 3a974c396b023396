import type { IncomingBatch } from "./incoming-batch.ts";
import type { IngestClock } from "./ingest-retry.ts";

/** DAT-08: two equal payloads of a candtu terminal within this time are one. */
export const PAYLOAD_WINDOW_MS = 10 * 60_000;
/** Bindings whose hashes stay in memory. */
const MOST_BINDINGS = 10_000;

const NONE: Promise<ReadonlySet<string>> = Promise.resolve(new Set<string>());

interface Loaded {
  readonly hashes: Promise<ReadonlySet<string>>;
  readonly untilMs: number;
}

/**
 * candtu records carry no sequence: a payload that another process, or this one before its restart, stored in the last
 * ten minutes is not stored again. Read once for each connection; payloads that come later have an identity here
 * (`CandtuIdentities`).
 */
export class RecentPayloads {
  readonly #read: (bindingNumber: number) => Promise<ReadonlySet<string>>;
  readonly #clock: IngestClock;
  readonly #bindings = new Map<number, Loaded>();

  constructor(read: (bindingNumber: number) => Promise<ReadonlySet<string>>, clock: IngestClock) {
    this.#read = read;
    this.#clock = clock;
  }

  async isKnown({ bindingNumber, payloadHash }: IncomingBatch): Promise<boolean> {
    if (payloadHash === undefined) return false;
    const { hashes, untilMs } = this.#bindings.get(bindingNumber) ?? this.#open(bindingNumber);
    if (this.#clock.nowMs() < untilMs) return (await hashes).has(Buffer.from(payloadHash).toString("hex"));
    // Everything of the last ten minutes came here and has an identity.
    this.#bindings.set(bindingNumber, { hashes: NONE, untilMs: Number.NEGATIVE_INFINITY });
    return false;
  }

  /** What its terminal sends next is looked for anew. */
  forget(bindingNumber: number): void {
    this.#bindings.delete(bindingNumber);
  }

  #open(bindingNumber: number): Loaded {
    const [oldest] = this.#bindings.keys();
    if (this.#bindings.size >= MOST_BINDINGS && oldest !== undefined) this.#bindings.delete(oldest);
    const loaded = { hashes: this.#read(bindingNumber), untilMs: this.#clock.nowMs() + PAYLOAD_WINDOW_MS };
    this.#bindings.set(bindingNumber, loaded);
    // A failure is the request's own; the next one reads again.
    loaded.hashes.catch(() => this.#bindings.delete(bindingNumber));
    return loaded;
  }
}
