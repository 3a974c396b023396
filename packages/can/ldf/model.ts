import type { ValueText } from "../dbc/model.ts";
import type { Position } from "../dbc/parse/problem.ts";

/** A signal of `Signals`, wherever its bits lie. */
export interface LdfSignal {
  readonly at: Position;
  readonly name: string;
  readonly size: number;
  /** Of a byte array one for each byte. */
  readonly initial: readonly number[];
  readonly isArray: boolean;
  readonly subscribers: readonly string[];
}

/** `signal, offset;` in a frame. */
export interface Placed {
  readonly at: Position;
  readonly signal: string;
  readonly offset: number;
}

export interface LdfFrame {
  readonly at: Position;
  readonly name: string;
  readonly id: number;
  readonly publisher: string;
  /** In bytes. */
  readonly length: number;
  readonly signals: readonly Placed[];
}

/** Several frames in one slot: the first byte says which of them it is. */
export interface EventFrame {
  readonly at: Position;
  readonly name: string;
  readonly id: number;
  readonly frames: readonly string[];
}

export interface LdfEncoding {
  readonly factor: number;
  readonly offset: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly unit: string;
  readonly values: readonly ValueText[];
  /** Another scale for each range of values: none of them is the signal's. */
  readonly isPiecewise: boolean;
}

/** What a file says, before it is known which signal stands where. */
export class LdfDraft {
  isBigEndian = false;
  readonly signals = new Map<string, LdfSignal>();
  readonly frames = new Map<string, LdfFrame>();
  readonly events: EventFrame[] = [];
  readonly encodings = new Map<string, LdfEncoding>();
  readonly encodingBySignal = new Map<string, { at: Position; encoding: string }>();
}
