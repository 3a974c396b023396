import { MAX_EXTENDED_ID, MAX_STANDARD_ID } from "@canopy/can/frame/frame";

/**
 * Identifiers on one line, so that sets of them are plain intervals: the 11-bit ones from 0, the 29-bit ones behind
 * them. Sets are sorted, disjoint and not adjacent; both ends are inside.
 */
export type Interval = readonly [from: number, to: number];
export type IdSet = readonly Interval[];

const EXTENDED_FROM = MAX_STANDARD_ID + 1;
const LINE_END = EXTENDED_FROM + MAX_EXTENDED_ID;

export const ALL_IDS: IdSet = [[0, LINE_END]];
export const STANDARD_IDS: IdSet = [[0, MAX_STANDARD_ID]];
export const EXTENDED_IDS: IdSet = [[EXTENDED_FROM, LINE_END]];

export function placeOf(id: number, isExtended: boolean): number {
  return isExtended ? id + EXTENDED_FROM : id;
}

export function setOf(intervals: readonly Interval[]): IdSet {
  const merged: [number, number][] = [];
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

export function union(...sets: readonly IdSet[]): IdSet {
  return setOf(sets.flat());
}

export function complement(set: IdSet): IdSet {
  const rest: Interval[] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= LINE_END) rest.push([next, LINE_END]);
  return rest;
}

export function intersection(a: IdSet, b: IdSet): IdSet {
  return complement(union(complement(a), complement(b)));
}

export function holds(set: IdSet, place: number): boolean {
  let low = 0;
  let high = set.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to] = set[middle] as Interval;
    if (place < from) high = middle - 1;
    else if (place > to) low = middle + 1;
    else return true;
  }
  return false;
}

/** As the server is asked; a range over both formats becomes two. */
interface IdRange {
  from: number;
  to: number;
  extended: boolean;
}

export function rangesOf(set: IdSet): IdRange[] {
  const part = (within: IdSet, extended: boolean, offset: number) =>
    intersection(set, within).map(([from, to]) => ({ from: from - offset, to: to - offset, extended }));
  return [...part(STANDARD_IDS, false, 0), ...part(EXTENDED_IDS, true, EXTENDED_FROM)];
}

/** An identifier without a word on its format is meant in every format that can have it. */
export function rangeSet(from: number, to: number, isExtended?: boolean): IdSet {
  const standard: IdSet = from > MAX_STANDARD_ID ? [] : [[from, Math.min(to, MAX_STANDARD_ID)]];
  const extended: IdSet = [[from + EXTENDED_FROM, Math.min(to, MAX_EXTENDED_ID) + EXTENDED_FROM]];
  if (isExtended === undefined) return union(standard, extended);
  return isExtended ? extended : standard;
}

/** More would be more than a server is asked for at once. */
const MAX_MASK_RANGES = 64;

/** Identifiers that agree with `value` in the bits of `mask`; undefined: scattered over too many ranges. */
export function maskSet(value: number, mask: number, isExtended: boolean): IdSet | undefined {
  const width = isExtended ? MAX_EXTENDED_ID : MAX_STANDARD_ID;
  const free = ~mask & width;
  // The free bits at the bottom make one range; those above double the number of ranges each.
  let bottom = 0;
  while ((free >>> bottom) & 1) bottom++;
  const above = [];
  for (let bit = bottom; bit < 29; bit++) if ((free >>> bit) & 1) above.push(2 ** bit);
  if (2 ** above.length > MAX_MASK_RANGES) return undefined;
  const fixed = (value & mask & width) >>> 0;
  let starts = [fixed];
  for (const bit of above) starts = starts.concat(starts.map((start) => start + bit));
  return setOf(
    starts.map((start) => [placeOf(start, isExtended), placeOf(start + 2 ** bottom - 1, isExtended)] as const),
  );
}
