import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { WatchedPlaces } from "../../frames/ingest/batch-judge.ts";
import type { RuleChangeRow, RuleStateRow } from "../../frames/landing/rule-write.ts";
import type { FenceSet } from "../engine/fence-set.ts";
import { type PlaceRow, PlaceWatch, type StoredPlaces } from "../engine/place-watch.ts";

export interface WatchedPlaceParts {
  readonly bindingNumber: number;
  readonly set: FenceSet;
  /** Of each rule, by its id. */
  readonly versions: ReadonlyMap<string, number>;
  readonly version: number;
  readonly states: readonly PlaceRow[];
  readonly last: StoredPlaces;
}

/** A position is no frame. */
const NO_FRAME = { epoch: 0, sequence: 0, frame: 0 } as const;

/** The rules on fences of a device, with the version of their rows. */
export class WatchedPlaceDevice implements WatchedPlaces {
  readonly #parts: WatchedPlaceParts;
  readonly #watch: PlaceWatch;
  version: number;

  constructor(parts: WatchedPlaceParts) {
    this.#parts = parts;
    this.#watch = new PlaceWatch(parts.set, parts.states, parts.last);
    this.version = parts.version;
  }

  judge({ time, latitude, longitude, hdop, satellites }: GpsPosition, receivedAtMs: number): void {
    const accuracy = { ...(hdop !== undefined && { hdop }), ...(satellites !== undefined && { satellites }) };
    this.#watch.judge({ timeUs: time * 1000, latitude, longitude, ...accuracy }, receivedAtMs);
  }

  take() {
    const { bindingNumber, versions } = this.#parts;
    const states: RuleStateRow[] = this.#watch.takeDirty().map(({ stored, ...key }) => ({
      ...key,
      bindingNumber,
      ruleVersion: versions.get(key.ruleId) ?? 0,
      state: JSON.stringify(stored),
    }));
    const changes: RuleChangeRow[] = this.#watch.takeChanges().map(({ cause, ...change }) => ({
      ...change,
      ...NO_FRAME,
      ...cause,
      bindingNumber,
      ruleVersion: versions.get(change.ruleId) ?? 0,
    }));
    return { states, changes, last: JSON.stringify(this.#watch.last) };
  }

  stored(): void {
    this.version += 1;
  }
}
