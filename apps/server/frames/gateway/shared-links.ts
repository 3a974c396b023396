import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Bus } from "../../platform/bus/bus.ts";
import { endSubject } from "./gateway-bus.ts";
import type { OtherLinks } from "./tenant-links.ts";

const COUNTS_SUBJECT = "canopy.links.counts";
/** A process that begins wants to know what the others hold. */
const WANTED_SUBJECT = "canopy.links.wanted";

/** So often all counts are told again; a process that is silent for longer than three times that holds none. */
const AGAIN_MS = 5_000;
const SILENT_MS = 3 * AGAIN_MS;
/** A connection that stands elsewhere is ended within this time. */
const TAKE_OVER_MS = 500;
const LOOK_MS = 20;

const told = z.object({ by: z.string(), counts: z.record(z.string(), z.number().int().min(0)) });

interface Other {
  heardMs: number;
  readonly counts: Map<string, number>;
}

/** CAP-01: connections of tenants with limits, told among the processes that hold them. */
export class SharedLinks implements OtherLinks {
  readonly #bus: Bus;
  readonly #now: () => number;
  readonly #by: string = crypto.randomUUID();
  readonly #own = new Map<string, number>();
  readonly #others = new Map<string, Other>();
  #stops: (() => void)[] = [];

  constructor(bus: Bus, now: () => number) {
    this.#bus = bus;
    this.#now = now;
  }

  start(): void {
    const timer = setInterval(() => this.#tellAll(), AGAIN_MS).unref();
    this.#stops = [
      this.#bus.subscribe(COUNTS_SUBJECT, (payload) => this.#hear(payload)),
      this.#bus.subscribe(WANTED_SUBJECT, () => this.#tellAll()),
      () => clearInterval(timer),
    ];
    this.#bus.publish(WANTED_SUBJECT, new Uint8Array(0));
  }

  /** What was held here is free at once. */
  stop(): void {
    for (const tenantId of this.#own.keys()) this.tell(tenantId, 0);
    for (const stop of this.#stops) stop();
  }

  of(tenantId: string): number {
    let connected = 0;
    for (const [by, { heardMs, counts }] of this.#others) {
      if (this.#now() - heardMs > SILENT_MS) this.#others.delete(by);
      else connected += counts.get(tenantId) ?? 0;
    }
    return connected;
  }

  tell(tenantId: string, connected: number): void {
    if (connected === 0) this.#own.delete(tenantId);
    else this.#own.set(tenantId, connected);
    this.#publish({ [tenantId]: connected });
  }

  async takeOver(tenantId: string, deviceId: string): Promise<void> {
    const before = this.of(tenantId);
    const payload = Buffer.from(JSON.stringify({ why: "takenOver", by: this.#by }));
    this.#bus.publish(endSubject(deviceId), payload);
    const untilMs = this.#now() + TAKE_OVER_MS;
    while (this.of(tenantId) >= before && this.#now() < untilMs) await sleep(LOOK_MS);
  }

  #tellAll(): void {
    this.#publish(Object.fromEntries(this.#own));
  }

  #publish(counts: Readonly<Record<string, number>>): void {
    this.#bus.publish(COUNTS_SUBJECT, Buffer.from(JSON.stringify({ by: this.#by, counts })));
  }

  #hear(payload: Uint8Array): void {
    const heard = told.safeParse(JSON.parse(Buffer.from(payload).toString("utf8"))).data;
    if (heard === undefined || heard.by === this.#by) return;
    const other = this.#others.get(heard.by) ?? { heardMs: 0, counts: new Map<string, number>() };
    other.heardMs = this.#now();
    for (const [tenantId, connected] of Object.entries(heard.counts)) other.counts.set(tenantId, connected);
    this.#others.set(heard.by, other);
  }
}
