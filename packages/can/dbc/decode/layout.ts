import { byteSpan } from "../../bytes/bits.ts";
import type { Message, Signal } from "../model.ts";

/** Where up to 32 bits of a value lie: `count` bytes from `at`, `step` apart, least significant first. */
export interface Part {
  readonly at: number;
  readonly step: 1 | -1;
  /** Bits of the first byte that do not belong to it. */
  readonly shift: number;
  readonly count: number;
  readonly length: number;
}

/** A signal as numbers: all that decoding needs, and all that may enter generated code. */
export interface SignalLayout {
  readonly low: Part;
  /** The bits from 32 on. */
  readonly high: Part | null;
  readonly length: number;
  readonly isSigned: boolean;
  readonly valueType: Signal["valueType"];
  readonly factor: number;
  readonly offset: number;
  /** The signal lies wholly inside a payload of this many bytes. */
  readonly minimumLength: number;
  /** The index of the selector in the message; null for a plain signal. */
  readonly selector: number | null;
  /** Pairs from, to. */
  readonly ranges: readonly number[];
}

export interface MessageLayout {
  readonly signals: readonly SignalLayout[];
  /** Selectors before the signals that depend on them. */
  readonly order: readonly number[];
  readonly isMultiplexed: boolean;
  /** Every signal lies wholly inside a payload of this many bytes. */
  readonly minimumLength: number;
}

/** Beyond 64 bits (J1939 texts) a value is read bit by bit as a bigint. */
export const MAX_FAST_BITS = 64;
/** Bits of a whole number that a double holds exactly. */
export const MAX_EXACT_BITS = 53;

export function layoutOf(message: Pick<Message, "signals">): MessageLayout {
  const indexByName = new Map(message.signals.map((signal, index) => [signal.name, index]));
  const selectorOf = message.signals.map(({ multiplexed }) =>
    multiplexed === null ? null : (indexByName.get(multiplexed.selector) ?? -1),
  );
  const depths = depthsOf(selectorOf);
  const signals = message.signals.map((signal, i) => layoutSignal(signal, selectorOf[i] ?? null, depths[i] ?? 0));
  const order = signals.map((_, i) => i).sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0) || a - b);
  return {
    signals,
    order,
    isMultiplexed: signals.some((signal) => signal.selector !== null),
    minimumLength: signals.reduce((longest, signal) => Math.max(longest, signal.minimumLength), 0),
  };
}

function layoutSignal(signal: Signal, selector: number | null, depth: number): SignalLayout {
  const span = byteSpan(signal);
  const isReachable = selector !== null && selector >= 0 && Number.isFinite(depth);
  const ranges = isReachable ? (signal.multiplexed?.ranges ?? []).flatMap(({ from, to }) => [from, to]) : [];
  return {
    low: partOf(signal, 0),
    high: signal.length > 32 ? partOf(signal, 32) : null,
    length: signal.length,
    isSigned: signal.isSigned,
    valueType: signal.valueType,
    factor: signal.factor,
    offset: signal.offset,
    minimumLength: span.first + span.count,
    selector: selector === null ? null : Math.max(selector, 0),
    ranges,
  };
}

function partOf(signal: Signal, fromBit: 0 | 32): Part {
  const span = byteSpan(signal);
  const position = span.shift + fromBit;
  const length = Math.min(32, signal.length - fromBit);
  const skipped = position >> 3;
  const shift = position & 7;
  const isIntel = signal.byteOrder === "intel";
  return {
    at: isIntel ? span.first + skipped : span.first + span.count - 1 - skipped,
    step: isIntel ? 1 : -1,
    shift,
    count: (shift + length + 7) >> 3,
    length,
  };
}

/** How many selectors stand above each signal; infinite in a circle or under a selector that is not there. */
function depthsOf(selectorOf: readonly (number | null)[]): number[] {
  const depths = selectorOf.map((selector) => (selector === null ? 0 : Number.NaN));
  for (let start = 0; start < selectorOf.length; start++) {
    const path: number[] = [];
    let at = start;
    while (at >= 0 && Number.isNaN(depths[at])) {
      // On the way: meeting it again means a circle, and infinity is then its depth.
      depths[at] = Number.POSITIVE_INFINITY;
      path.push(at);
      at = selectorOf[at] ?? -1;
    }
    let depth = at < 0 ? Number.POSITIVE_INFINITY : (depths[at] ?? Number.POSITIVE_INFINITY);
    for (const index of path.reverse()) depths[index] = ++depth;
  }
  return depths;
}
