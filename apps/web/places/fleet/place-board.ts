import type { LivePlace, PlacesMessage } from "@canopy/contract/frames/live-places";

/** GPS-04: the newest position of each device, from the call and from the live channel, whichever is newer. */
export class PlaceBoard {
  readonly #places = new Map<string, LivePlace>();
  readonly #listeners = new Set<() => void>();
  #aheadMs = 0;
  #version = 0;

  /** `atMs` is the server's clock at the moment of the message, `nowMs` that of the browser. */
  take({ atMs, rows }: PlacesMessage, nowMs: number): void {
    this.#aheadMs = atMs - nowMs;
    for (const place of rows) {
      const known = this.#places.get(place.deviceId);
      if (!known || known.time < place.time) this.#places.set(place.deviceId, place);
    }
    this.#version += 1;
    for (const listener of [...this.#listeners]) listener();
  }

  get(deviceId: string): LivePlace | undefined {
    return this.#places.get(deviceId);
  }

  /** A browser whose clock is wrong shows no wrong ages. */
  serverMs(nowMs: number): number {
    return nowMs + this.#aheadMs;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly version = (): number => this.#version;
}
