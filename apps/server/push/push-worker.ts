import type pg from "pg";
import { LookTimer } from "../alarms/watch/look-timer.ts";
import type { Log } from "../platform/log.ts";
import { carryHappenings } from "./carry-happenings.ts";
import type { FollowServices } from "./follow-device.ts";
import { PushCollector } from "./push-collector.ts";
import { PushSender, type PushSenderParts } from "./push-sender.ts";
import { DeviceWatch } from "./watch-devices.ts";

const LOOK_MS = 500;

interface PushWorkerParts extends PushSenderParts, FollowServices {
  /** Of the frame servers. */
  readonly pools: readonly pg.Pool[];
  readonly log: Log;
}

/** In role worker: data becomes deliveries, and these go out. Any number of processes may do it. */
export class PushWorker {
  readonly #parts: PushWorkerParts;
  readonly #sender: PushSender;
  readonly #collectors: readonly PushCollector[];
  readonly #watch: DeviceWatch;
  readonly #timers: readonly LookTimer[];

  constructor(parts: PushWorkerParts) {
    this.#parts = parts;
    this.#sender = new PushSender(parts);
    const queued = () => this.#sender.kick();
    this.#collectors = parts.pools.map((pool) => new PushCollector({ ...parts, pool, queued }));
    this.#watch = new DeviceWatch(parts.db, parts.pools, parts.now);
    const failed = (error: unknown) => parts.log.warn({ err: error }, "push rules wait: a database did not answer");
    // Each server has a timer of its own: one that is away holds up no other.
    const looks = [
      () => this.#watch.look(),
      () => this.#carry(),
      ...this.#collectors.map((collector) => () => collectAll(collector)),
    ];
    this.#timers = looks.map((look) => new LookTimer(look, LOOK_MS, failed));
  }

  start(): void {
    for (const timer of this.#timers) timer.start();
    this.#sender.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#timers.map((timer) => timer.stop()));
    await this.#sender.stop();
  }

  async #carry(): Promise<void> {
    while ((await carryHappenings(this.#parts.db)) > 0) this.#sender.kick();
  }
}

async function collectAll(collector: PushCollector): Promise<void> {
  while ((await collector.collect()) > 0);
}
