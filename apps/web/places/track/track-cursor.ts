import { useSyncExternalStore } from "react";

/** The moment that map, curves and player agree on; moved beside React while it plays. */
export class TrackCursor {
  #atMs: number | null;
  #hoverMs: number | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(atMs: number | null) {
    this.#atMs = atMs;
  }

  get atMs(): number | null {
    return this.#atMs;
  }

  /** Under the pointer, else where the cursor stands. */
  shownMs = (): number | null => this.#hoverMs ?? this.#atMs;

  moveTo(atMs: number | null): void {
    if (atMs === this.#atMs) return;
    this.#atMs = atMs;
    this.#tell();
  }

  hover(atMs: number | null): void {
    if (atMs === this.#hoverMs) return;
    this.#hoverMs = atMs;
    this.#tell();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const useShownMs = (cursor: TrackCursor): number | null =>
  useSyncExternalStore(cursor.subscribe, cursor.shownMs);
