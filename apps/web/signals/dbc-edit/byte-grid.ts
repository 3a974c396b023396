import { type BitField, byteSpan } from "@canopy/can/bytes/bits";
import type { Message, Signal } from "@canopy/can/dbc/model";

/** The bits of a signal in one byte; they are always adjacent. */
export interface Segment {
  readonly byte: number;
  /** Both ends are included. */
  readonly high: number;
  readonly low: number;
  readonly holdsLsb: boolean;
  readonly holdsMsb: boolean;
}

/** Ordered from the first byte to the last. */
export function segmentsOf(field: BitField): Segment[] {
  const { first, count, shift } = byteSpan(field);
  const isIntel = field.byteOrder === "intel";
  const segments = Array.from({ length: count }, (_, k): Segment => {
    const low = Math.max(0, shift - 8 * k);
    const high = Math.min(8, shift + field.length - 8 * k) - 1;
    const byte = isIntel ? first + k : first + count - 1 - k;
    return { byte, high, low, holdsLsb: k === 0, holdsMsb: k === count - 1 };
  });
  return isIntel ? segments : segments.reverse();
}

/** A branch of a multiplexed message: the signals present for one value of a selector. */
export interface Branch {
  readonly key: string;
  readonly selector: string;
  readonly value: number;
}

/** Limit of offered branches; files have up to thousands. */
const MAX_BRANCHES = 256;

export function branchesOf(message: Message): Branch[] {
  const found = new Map<string, Branch>();
  for (const { multiplexed } of message.signals) {
    for (const { from } of multiplexed?.ranges ?? []) {
      const selector = multiplexed?.selector ?? "";
      const key = `${selector}=${from}`;
      if (found.size < MAX_BRANCHES) found.set(key, { key, selector, value: from });
    }
  }
  return [...found.values()].sort((a, b) => a.selector.localeCompare(b.selector) || a.value - b.value);
}

/** The signals of this branch: unconditional ones, those that depend on it, and their selectors. */
export function signalsOfBranch(message: Message, branch: Branch | undefined): Signal[] {
  const chain = new Set<string>();
  let above = branch?.selector;
  while (above !== undefined && !chain.has(above)) {
    chain.add(above);
    above = message.signals.find(({ name }) => name === above)?.multiplexed?.selector;
  }
  return message.signals.filter(({ name, multiplexed }) => {
    if (multiplexed === null || chain.has(name)) return true;
    if (multiplexed.selector !== branch?.selector) return false;
    return multiplexed.ranges.some(({ from, to }) => from <= branch.value && branch.value <= to);
  });
}

export interface GridUse {
  readonly used: number;
  readonly overlaps: readonly string[];
}

/** The number of used bits, and the signals that overlap. */
export function gridUse(message: Message, signals: readonly Signal[]): GridUse {
  const owner = new Map<number, string>();
  const overlaps = new Set<string>();
  for (const signal of signals) {
    for (const { byte, high, low } of segmentsOf(signal)) {
      if (byte >= message.length) continue;
      for (let bit = low; bit <= high; bit++) {
        const before = owner.get(byte * 8 + bit);
        if (before !== undefined) overlaps.add(signal.name).add(before);
        owner.set(byte * 8 + bit, signal.name);
      }
    }
  }
  return { used: owner.size, overlaps: [...overlaps] };
}

/** The colour number of a signal in grid, table and form. */
export const colourOf = (message: Message, signal: Signal) => (message.signals.indexOf(signal) % 10) + 1;
