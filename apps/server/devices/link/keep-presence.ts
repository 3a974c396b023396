import { randomUUID } from "node:crypto";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { abandonedBindings, beat, deleteAbandoned, dropBindingOf, endInstance, holdBinding } from "./presence-store.ts";
import { reportStatus } from "./report-status.ts";

const BEAT_MS = 10_000;
/** Silence after which a process counts as dead; a terminal that reconnected meanwhile is held by another process. */
const SILENT_SECONDS = 60;

interface PresenceOptions {
  readonly db: Db;
  readonly log: Log;
  /** The embedded engines belong to this process alone: connections recorded as open ended with the crash. */
  readonly isAlone: boolean;
  /** A connection of this binding began or ended. */
  reconnected?(bindingNumber: number, atMs: number): Promise<void>;
}

/** Online terminals over all processes, correct after a crash of any of them. */
export class PresenceKeeper {
  readonly instanceId = randomUUID();
  readonly #options: PresenceOptions;
  /** The last report of each binding: reports are written in order. */
  readonly #pending = new Map<number, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PresenceOptions) {
    this.#options = options;
  }

  /** Before the first terminal may connect. */
  async start(): Promise<void> {
    const { db, isAlone } = this.#options;
    await beat(db, this.instanceId);
    await this.sweep(isAlone ? 0 : SILENT_SECONDS);
    this.#timer = setInterval(() => void this.#tick(), BEAT_MS);
    this.#timer.unref();
  }

  /** Never rejects: the next connection, or the end of this one, says it again. */
  report(bindingNumber: number, online: boolean, atMs: number): Promise<void> {
    const before = this.#pending.get(bindingNumber) ?? Promise.resolve();
    const written = before.then(() => this.#write(bindingNumber, online, atMs));
    this.#pending.set(bindingNumber, written);
    return written.finally(() => {
      if (this.#pending.get(bindingNumber) === written) this.#pending.delete(bindingNumber);
    });
  }

  /** Marks abandoned terminals as offline, as of their last heartbeat. */
  async sweep(silentSeconds = SILENT_SECONDS): Promise<number> {
    const { db, reconnected } = this.#options;
    const abandoned = await abandonedBindings(db, this.instanceId, silentSeconds);
    for (const { bindingNumber, seenMs } of abandoned) {
      await reportStatus(db, bindingNumber, { online: false }, seenMs);
      await reconnected?.(bindingNumber, seenMs);
    }
    const bindings = abandoned.map(({ bindingNumber }) => bindingNumber);
    if (bindings.length > 0) await deleteAbandoned(db, this.instanceId, bindings);
    return bindings.length;
  }

  /** Waits for pending reports. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending.values());
    await endInstance(this.#options.db, this.instanceId).catch(() => undefined);
  }

  async #write(bindingNumber: number, online: boolean, atMs: number): Promise<void> {
    const { db, log, reconnected } = this.#options;
    try {
      if (online) await holdBinding(db, this.instanceId, bindingNumber);
      else if (!(await dropBindingOf(db, this.instanceId, bindingNumber))) return;
      await reportStatus(db, bindingNumber, { online }, atMs);
      await reconnected?.(bindingNumber, atMs);
    } catch (error) {
      log.warn({ binding: bindingNumber, online, err: error }, "presence could not be kept");
    }
  }

  async #tick(): Promise<void> {
    try {
      await beat(this.#options.db, this.instanceId);
      await this.sweep();
    } catch (error) {
      this.#options.log.warn({ err: error }, "presence could not be swept");
    }
  }
}
