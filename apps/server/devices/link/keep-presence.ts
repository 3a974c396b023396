import { randomUUID } from "node:crypto";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  abandonedBindings,
  beat,
  deleteAbandoned,
  endInstance,
  type PresenceReport,
  storePresence,
  writePresence,
} from "./presence-store.ts";

const BEAT_MS = 10_000;
/** Silence after which a process counts as dead; a terminal that reconnected meanwhile is held by another process. */
const SILENT_SECONDS = 60;
/** Reports that are written together: a fleet that comes back at once is a few statements. */
const MOST_REPORTS = 1000;

interface PresenceOptions {
  readonly db: Db;
  readonly log: Log;
  /** The embedded engines belong to this process alone: connections recorded as open ended with the crash. */
  readonly isAlone: boolean;
  /** Connections of these bindings began or ended. */
  reconnected?(reports: readonly PresenceReport[]): Promise<void>;
}

interface WaitingReport extends PresenceReport {
  readonly written: () => void;
}

/** Online terminals over all processes, correct after a crash of any of them. */
export class PresenceKeeper {
  readonly instanceId = randomUUID();
  readonly #options: PresenceOptions;
  /** Not written yet, in their order. */
  #waiting: WaitingReport[] = [];
  #writing: Promise<void> | undefined;
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
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ bindingNumber, online, atMs, written: resolve });
    this.#writing ??= this.#writeAll();
    return promise;
  }

  /** Marks abandoned terminals as offline, as of their last heartbeat. */
  async sweep(silentSeconds = SILENT_SECONDS): Promise<number> {
    const { db, reconnected } = this.#options;
    const abandoned = await abandonedBindings(db, this.instanceId, silentSeconds);
    for (let from = 0; from < abandoned.length; from += MOST_REPORTS) {
      const reports = abandoned
        .slice(from, from + MOST_REPORTS)
        .map(({ bindingNumber, seenMs }) => ({ bindingNumber, online: false, atMs: seenMs }));
      await storePresence(db, reports);
      await reconnected?.(reports);
    }
    const bindings = abandoned.map(({ bindingNumber }) => bindingNumber);
    if (bindings.length > 0) await deleteAbandoned(db, this.instanceId, bindings);
    return bindings.length;
  }

  /** Waits for pending reports. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await endInstance(this.#options.db, this.instanceId).catch(() => undefined);
  }

  async #writeAll(): Promise<void> {
    // What comes in this turn of the event loop goes together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      await this.#write(group);
      for (const { written } of group) written();
    }
    this.#writing = undefined;
  }

  /** The first report of each binding: its next one is of the next group. */
  #takeGroup(): WaitingReport[] {
    const group = new Map<number, WaitingReport>();
    const left = this.#waiting.filter((report) => {
      const isLater = group.size >= MOST_REPORTS || group.has(report.bindingNumber);
      if (!isLater) group.set(report.bindingNumber, report);
      return isLater;
    });
    this.#waiting = left;
    return [...group.values()];
  }

  async #write(reports: readonly PresenceReport[]): Promise<void> {
    const { db, log, reconnected } = this.#options;
    try {
      const valid = await writePresence(db, this.instanceId, reports);
      await reconnected?.(valid);
    } catch (error) {
      log.warn({ reports: reports.length, err: error }, "presence could not be kept");
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
