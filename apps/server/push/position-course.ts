import { distanceM } from "@canopy/can/gps/position";
import type { PositionSource } from "@canopy/contract/push/source";
import type { StoredPosition } from "../frames/store/points/points.ts";

/** The last position that was forwarded; null: none yet. */
export type PositionState = { readonly time: number; readonly latitude: number; readonly longitude: number } | null;

export interface PositionPick {
  readonly key: string;
  readonly position: StoredPosition;
}

/** Chooses what is forwarded of positions in the order of time. */
export class PositionCourse {
  readonly #source: PositionSource;
  #last: PositionState;

  constructor(source: PositionSource, state: PositionState) {
    this.#source = source;
    this.#last = state;
  }

  get state(): PositionState {
    return this.#last;
  }

  take(position: StoredPosition): PositionPick | undefined {
    const last = this.#last;
    if (last !== null && this.#spanOf(position.time) <= this.#spanOf(last.time)) return undefined;
    if (
      last !== null &&
      distanceM(last, { latitude: position.latitude, longitude: position.longitude }) < this.#source.moved_m
    )
      return undefined;
    const { time, latitude, longitude } = position;
    this.#last = { time, latitude, longitude };
    return { key: `${this.#source.every_s}s ${this.#spanOf(time)}`, position };
  }

  #spanOf(timeMs: number): number {
    return Math.floor(timeMs / (this.#source.every_s * 1000));
  }
}
