import { LIVE_MAX_NAMED_DEVICES } from "@canopy/contract/frames/live";
import type { LiveStatus } from "@canopy/contract/frames/live-binary";
import type { PlacesMessage } from "@canopy/contract/frames/live-places";
import type { RatesMessage } from "@canopy/contract/frames/live-rates";

/** All devices that the user may see, or these. */
export type StatusScope = "all" | readonly string[];
export type StatusListener = (statuses: readonly LiveStatus[]) => void;
export type RatesListener = (rates: RatesMessage) => void;
export type PlacesListener = (places: PlacesMessage) => void;

/** The one watch of the server. */
export interface AskedStatus {
  readonly devices: "all" | string[];
  readonly places?: true;
}

interface Watch {
  readonly scope: "all" | ReadonlySet<string>;
  readonly onStatus: StatusListener;
  readonly onRates: RatesListener | undefined;
}

/** A list that scrolls changes its scope with every row; the server hears of it once. */
const ASK_AFTER_MS = 100;

/** Everybody who watches statuses in this tab, as the one watch that the server knows. */
export class StatusWatches {
  private readonly watches = new Set<Watch>();
  private readonly known = new Map<string, LiveStatus>();
  private readonly places = new Set<PlacesListener>();
  private readonly send: (asked: AskedStatus) => void;
  private asked = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (asked: AskedStatus) => void) {
    this.send = send;
  }

  get size(): number {
    return this.watches.size;
  }

  add(scope: StatusScope, onStatus: StatusListener, onRates?: RatesListener): () => void {
    const watch: Watch = {
      scope: scope === "all" ? "all" : new Set(scope.map((id) => id.toLowerCase())),
      onStatus,
      onRates,
    };
    this.watches.add(watch);
    this.askSoon();
    // After the caller has its way to stop.
    queueMicrotask(() => this.tell(watch, [...this.known.values()]));
    return () => {
      this.watches.delete(watch);
      this.askSoon();
    };
  }

  /** GPS-04: of the devices whose statuses are watched. */
  addPlaces(onPlaces: PlacesListener): () => void {
    this.places.add(onPlaces);
    this.askSoon();
    return () => {
      this.places.delete(onPlaces);
      this.askSoon();
    };
  }

  /** A new connection knows nothing of what was asked. */
  ask(): void {
    this.asked = "";
    this.askNow();
  }

  take(statuses: readonly LiveStatus[]): void {
    for (const status of statuses) this.known.set(status.deviceId, status);
    for (const watch of [...this.watches]) this.tell(watch, statuses);
  }

  takeRates({ atMs, rows }: RatesMessage): void {
    for (const { scope, onRates } of [...this.watches]) {
      const wanted = scope === "all" ? rows : rows.filter(({ deviceId }) => scope.has(deviceId));
      if (wanted.length > 0) onRates?.({ atMs, rows: wanted });
    }
  }

  takePlaces(message: PlacesMessage): void {
    for (const hear of [...this.places]) hear(message);
  }

  private tell(watch: Watch, statuses: readonly LiveStatus[]): void {
    const { scope } = watch;
    const wanted = scope === "all" ? statuses : statuses.filter(({ deviceId }) => scope.has(deviceId));
    if (wanted.length > 0 && this.watches.has(watch)) watch.onStatus(wanted);
  }

  private askSoon(): void {
    this.timer ??= setTimeout(() => this.askNow(), ASK_AFTER_MS);
  }

  private askNow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const devices = this.union();
    // What nobody watches grows old, and must not be told as news to the next.
    if (devices.length === 0) this.known.clear();
    const wanted: AskedStatus = { devices, ...(this.places.size > 0 && { places: true }) };
    const asked = JSON.stringify(wanted);
    if (asked === this.asked || (this.asked === "" && devices.length === 0)) return;
    this.asked = asked;
    this.send(wanted);
  }

  private union(): "all" | string[] {
    const devices = new Set<string>();
    for (const { scope } of this.watches) {
      if (scope === "all") return "all";
      for (const id of scope) devices.add(id);
    }
    return devices.size > LIVE_MAX_NAMED_DEVICES ? "all" : [...devices].sort();
  }
}
