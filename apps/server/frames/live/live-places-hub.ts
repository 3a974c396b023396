import { LIVE_STATUS_MS } from "@canopy/contract/frames/live";
import { type LivePlace, readPlacesMessage, writePlacesMessage } from "@canopy/contract/frames/live-places";
import type { Bus } from "../../platform/bus/bus.ts";
import { placesSubject, statusWantedSubject, WANTED, WANTED_MS } from "./live-subjects.ts";

export interface PlacesWatch {
  readonly tenantId: string;
  /** Undefined: every device of the tenant. May change while it watches. */
  readonly scope: ReadonlySet<string> | undefined;
  /** False: the client has not taken the last one yet; the newest comes with the next. */
  onPlaces(message: Uint8Array): boolean;
}

/** GPS-04: positions from the bus to the sessions of this process, at most twice a second, the newest of each device. */
export class LivePlacesHub {
  readonly #bus: Bus;
  readonly #now: () => number;
  readonly #tenants = new Map<string, TenantPlaces>();

  constructor(bus: Bus, now: () => number) {
    this.#bus = bus;
    this.#now = now;
  }

  /** Answers how to stop. Where devices were before is a call's to answer. */
  watch(watch: PlacesWatch): () => void {
    const { tenantId } = watch;
    const tenant = this.#tenants.get(tenantId) ?? new TenantPlaces(this.#bus, tenantId, this.#now);
    this.#tenants.set(tenantId, tenant);
    tenant.owed.set(watch, new Map());
    return () => {
      tenant.owed.delete(watch);
      if (tenant.owed.size > 0 || this.#tenants.get(tenantId) !== tenant) return;
      tenant.stop();
      this.#tenants.delete(tenantId);
    };
  }
}

class TenantPlaces {
  /** Per watch, the positions not sent yet beside `#changed`. */
  readonly owed = new Map<PlacesWatch, Map<string, LivePlace>>();
  readonly #now: () => number;
  readonly #changed = new Map<string, LivePlace>();
  readonly #newestMs = new Map<string, number>();
  readonly #undo: (() => void)[];

  constructor(bus: Bus, tenantId: string, now: () => number) {
    this.#now = now;
    const ask = () => bus.publish(statusWantedSubject(tenantId), WANTED.places);
    const timers = [setInterval(() => this.#tell(), LIVE_STATUS_MS), setInterval(ask, WANTED_MS / 3)];
    this.#undo = [
      bus.subscribe(placesSubject(tenantId), (message) => this.#hear(message)),
      ...timers.map((timer) => () => clearInterval(timer)),
    ];
    ask();
  }

  stop(): void {
    for (const step of this.#undo) step();
  }

  /** What a terminal sends of an earlier time, such as from its card, is no news. */
  #hear(message: Uint8Array): void {
    for (const place of readPlacesMessage(message)?.rows ?? []) {
      if ((this.#newestMs.get(place.deviceId) ?? Number.NEGATIVE_INFINITY) > place.time) continue;
      this.#newestMs.set(place.deviceId, place.time);
      this.#changed.set(place.deviceId, place);
    }
  }

  #tell(): void {
    let toAll: Uint8Array | undefined;
    for (const [watch, owed] of this.owed) {
      const { scope } = watch;
      if (scope === undefined && owed.size === 0) {
        if (this.#changed.size === 0) continue;
        toAll ??= this.#messageOf([...this.#changed.values()]);
        if (!watch.onPlaces(toAll)) for (const [id, place] of this.#changed) owed.set(id, place);
        continue;
      }
      for (const [id, place] of this.#changed) if (scope?.has(id) ?? true) owed.set(id, place);
      const due = [...owed.values()].filter(({ deviceId }) => scope?.has(deviceId) ?? true);
      if (due.length === 0 || watch.onPlaces(this.#messageOf(due))) owed.clear();
    }
    this.#changed.clear();
  }

  #messageOf(rows: readonly LivePlace[]): Uint8Array {
    return writePlacesMessage({ atMs: this.#now(), rows });
  }
}
