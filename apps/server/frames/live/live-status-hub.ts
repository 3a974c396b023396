import { type DeviceNotice, LIVE_STATUS_MS } from "@canopy/contract/frames/live";
import { type LiveStatus, readStatusMessage, writeStatusMessage } from "@canopy/contract/frames/live-binary";
import { readRatesMessage, writeRatesMessage } from "@canopy/contract/frames/live-rates";
import type { Bus } from "../../platform/bus/bus.ts";
import { subscribeDeviceNews } from "./live-device-news.ts";
import { ratesSubject, statusSubject, statusWantedSubject, WANTED, WANTED_MS } from "./live-subjects.ts";

export interface StatusWatch {
  readonly tenantId: string;
  /** Undefined: every device of the tenant. May change while it watches. */
  scope: ReadonlySet<string> | undefined;
  /** False: the client has not taken the last one yet; the newest comes with the next. */
  onStatuses(message: Uint8Array): boolean;
  /** The last minute of rates when the watch begins: one message of each process that has terminals. */
  onRates(message: Uint8Array): void;
  /** Of a device within `scope`. */
  onNews(notice: DeviceNotice): void;
}

/** Answers of all processes to a new watch come within this time. */
const RATES_MS = 3000;

/** Now and then all are asked for, should a process have come or gone unheard. */
const ALL_EVERY = 6;

/** Statuses from the bus to the sessions of this process, at most twice a second, the newest of each device. */
export class LiveStatusHub {
  private readonly bus: Bus;
  private readonly now: () => number;
  private readonly tenants = new Map<string, TenantStatuses>();

  constructor(bus: Bus, now: () => number) {
    this.bus = bus;
    this.now = now;
  }

  watch(watch: StatusWatch): () => void {
    const tenant = this.tenants.get(watch.tenantId) ?? new TenantStatuses(this.bus, watch.tenantId, this.now);
    this.tenants.set(watch.tenantId, tenant);
    tenant.add(watch);
    return () => {
      tenant.remove(watch);
      if (!tenant.isUnwatched || this.tenants.get(watch.tenantId) !== tenant) return;
      tenant.stop();
      this.tenants.delete(watch.tenantId);
    };
  }
}

class TenantStatuses {
  private readonly now: () => number;
  private readonly known = new Map<string, LiveStatus>();
  private readonly changed = new Set<string>();
  /** Per watch, the devices not sent yet beside `changed`. */
  private readonly owed = new Map<StatusWatch, Set<string>>();
  /** Watches that have just begun, and until when they are told rates. */
  private readonly begun = new Map<StatusWatch, number>();
  private readonly ask: (what: Uint8Array) => void;
  private readonly undo: (() => void)[];

  constructor(bus: Bus, tenantId: string, now: () => number) {
    this.now = now;
    const ask = (what: Uint8Array) => bus.publish(statusWantedSubject(tenantId), what);
    this.ask = ask;
    let asked = 0;
    const timers = [
      setInterval(() => this.tell(), LIVE_STATUS_MS),
      setInterval(() => ask(++asked % ALL_EVERY === 0 ? WANTED.all : WANTED.again), WANTED_MS / 3),
    ];
    this.undo = [
      bus.subscribe(statusSubject(tenantId), (message) => this.hear(message)),
      bus.subscribe(ratesSubject(tenantId), (message) => this.passRates(message)),
      subscribeDeviceNews(bus, tenantId, (notice) => this.pass(notice)),
      ...timers.map((timer) => () => clearInterval(timer)),
    ];
    ask(WANTED.all);
  }

  get isUnwatched(): boolean {
    return this.owed.size === 0;
  }

  /** Known statuses come with the next turn. */
  add(watch: StatusWatch): void {
    this.owed.set(watch, new Set(this.known.keys()));
    this.begun.set(watch, this.now() + RATES_MS);
    this.ask(WANTED.rates);
  }

  remove(watch: StatusWatch): void {
    this.owed.delete(watch);
    this.begun.delete(watch);
  }

  stop(): void {
    for (const step of this.undo) step();
  }

  private hear(message: Uint8Array): void {
    for (const status of readStatusMessage(message) ?? []) {
      this.known.set(status.deviceId, status);
      this.changed.add(status.deviceId);
    }
  }

  private passRates(message: Uint8Array): void {
    const told = readRatesMessage(message);
    for (const [watch, untilMs] of this.begun) {
      if (untilMs < this.now()) {
        this.begun.delete(watch);
        continue;
      }
      const { scope } = watch;
      const rows = told?.rows.filter(({ deviceId }) => scope === undefined || scope.has(deviceId)) ?? [];
      if (told && rows.length > 0) watch.onRates(writeRatesMessage({ atMs: told.atMs, rows }));
    }
  }

  private pass(notice: DeviceNotice): void {
    for (const watch of this.owed.keys()) {
      if (watch.scope === undefined || watch.scope.has(notice.device_id)) watch.onNews(notice);
    }
  }

  private tell(): void {
    let toAll: Uint8Array | undefined;
    for (const [watch, owed] of this.owed) {
      if (watch.scope === undefined && owed.size === 0) {
        if (this.changed.size === 0) continue;
        toAll ??= this.messageOf(this.changed);
        if (!watch.onStatuses(toAll)) for (const id of this.changed) owed.add(id);
        continue;
      }
      for (const id of this.changed) owed.add(id);
      const due = watch.scope === undefined ? owed : both(owed, watch.scope);
      if (due.size === 0 || watch.onStatuses(this.messageOf(due))) owed.clear();
    }
    this.changed.clear();
  }

  private messageOf(ids: ReadonlySet<string>): Uint8Array {
    const rows = [...ids].flatMap((id) => this.known.get(id) ?? []);
    return writeStatusMessage(rows, this.now());
  }
}

/** Intersection. */
export function both(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  return new Set([...small].filter((id) => large.has(id)));
}
