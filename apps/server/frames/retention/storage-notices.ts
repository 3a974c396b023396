import type { Log } from "../../platform/log.ts";

/** CAP-05: freed space is noticed well within a minute. */
const LOOK_MS = 10_000;

interface NoticeOptions {
  readonly hasRoom: (tenantId: string) => Promise<boolean>;
  /** Whether it could be told. */
  readonly notify: (deviceId: string) => boolean;
  readonly log: Log;
}

/** Terminals that hold batches back until they hear `storage.ok`. */
export class StorageNotices {
  readonly #options: NoticeOptions;
  readonly #held = new Map<string, Set<string>>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: NoticeOptions) {
    this.#options = options;
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    this.#timer.unref();
  }

  /** A batch of it was refused, now or before it connected. */
  hold(tenantId: string, deviceId: string): void {
    const devices = this.#held.get(tenantId) ?? new Set();
    devices.add(deviceId);
    this.#held.set(tenantId, devices);
  }

  /** It is gone; when it comes back its refusals are on record. */
  forget(tenantId: string, deviceId: string): void {
    const devices = this.#held.get(tenantId);
    devices?.delete(deviceId);
    if (devices?.size === 0) this.#held.delete(tenantId);
  }

  async look(): Promise<void> {
    for (const [tenantId, devices] of [...this.#held]) {
      try {
        if (!(await this.#options.hasRoom(tenantId))) continue;
      } catch (error) {
        this.#options.log.warn({ err: error, tenantId }, "the space of a tenant could not be looked up");
        continue;
      }
      // One that does not listen (yet) is told at the next look.
      for (const deviceId of [...devices]) if (this.#options.notify(deviceId)) this.forget(tenantId, deviceId);
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
