import { distanceM, type Position } from "./position.ts";

export interface TimedPosition extends Position {
  timeUs: number;
}

/** Why a position is no part of the line. */
export type SetAside = "zero" | "poor" | "jump";

export interface JudgedPosition {
  readonly position: TimedPosition;
  /** The line is not joined to the position before. */
  readonly startsPart: boolean;
}

/** GPS-01: a trip ends with this time without a position. */
export const GAP_US = 3_600_000_000;
/** Receivers without a fix report 0, 0; about 100 m around it. */
export const ZERO_DEG = 0.001;
/** Beyond it the error is some 50 m. */
export const MAX_HDOP = 10;
export const MIN_SATELLITES = 3;
/** Shorter hops are jitter of a receiver, however fast. */
const MIN_JUMP_M = 1000;
/** No vehicle is faster: 500 km within an hour are a jump. */
const MAX_SPEED_M_PER_US = 500_000 / 3_600_000_000;

export const isZeroIsland = ({ latitude, longitude }: Pick<Position, "latitude" | "longitude">): boolean =>
  Math.abs(latitude) < ZERO_DEG && Math.abs(longitude) < ZERO_DEG;

interface Accuracy {
  readonly hdop?: number | undefined;
  readonly satellites?: number | undefined;
}

/** Positions that say nothing of their accuracy are taken. */
export const isPoor = ({ hdop = 0, satellites = MIN_SATELLITES }: Accuracy): boolean =>
  hdop > MAX_HDOP || satellites < MIN_SATELLITES;

export function stepOf(from: TimedPosition, to: TimedPosition): "joined" | "gap" | "jump" {
  const timeUs = to.timeUs - from.timeUs;
  if (timeUs > GAP_US) return "gap";
  const distance = distanceM(from, to);
  return distance > MIN_JUMP_M && distance > timeUs * MAX_SPEED_M_PER_US ? "jump" : "joined";
}

/**
 * Sorts the positions of a track, which come in the order of time, into its line and those set aside. A position that
 * jumped waits for the next one: confirmed, it starts a new part of the line; else it is set aside.
 */
export class TrackJudge {
  #last: TimedPosition | undefined;
  #held: TimedPosition | undefined;
  readonly #setAside: (position: TimedPosition, why: SetAside) => void;

  constructor(setAside: (position: TimedPosition, why: SetAside) => void = () => undefined) {
    this.#setAside = setAside;
  }

  /** The positions of the line that are now known: none, one or two. */
  add(position: TimedPosition): JudgedPosition[] {
    if (isZeroIsland(position)) return this.#refuse(position, "zero");
    if (isPoor(position)) return this.#refuse(position, "poor");
    const last = this.#last;
    const held = this.#held;
    const step = last && stepOf(last, position);
    if (step !== undefined && step !== "jump") {
      if (held) this.#refuse(held, "jump");
      return [this.#take(position, step === "gap")];
    }
    const heldStep = held && stepOf(held, position);
    if (held && heldStep !== "jump") return [this.#take(held, true), this.#take(position, heldStep === "gap")];
    if (held) this.#refuse(held, "jump");
    this.#held = position;
    return [];
  }

  /** A lone position is a track. */
  finish(): JudgedPosition[] {
    const held = this.#held;
    if (!held) return [];
    return this.#last ? this.#refuse(held, "jump") : [this.#take(held, true)];
  }

  #take(position: TimedPosition, startsPart: boolean): JudgedPosition {
    this.#last = position;
    this.#held = undefined;
    return { position, startsPart };
  }

  #refuse(position: TimedPosition, why: SetAside): JudgedPosition[] {
    this.#setAside(position, why);
    return [];
  }
}
