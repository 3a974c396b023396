import type { BitFlips } from "./bit-flips.ts";
import { bitSequence, type FoundField, type FrameColumns, fieldOf, someRows, valuesOf } from "./columns.ts";

export interface FoundCounter {
  readonly field: FoundField;
  /** What it grows by with each frame. */
  readonly step: number;
  /** Frames that did so, 0 … 1. */
  readonly share: number;
}

/** A single bit that toggles may as well be one of a checksum. */
const FEWEST_BITS = 2;
const MAX_COUNTER_BITS = 16;
/** Below this a counter cannot be told from chance. */
const FEWEST_FRAMES = 20;
const CHECKED_FRAMES = 4000;
const RIGHT_SHARE = 0.9;
const CARRY_SHARE = 0.8;

/** Message counters: the lowest bit changes with every frame, each further one when those below it run over. */
export function findCounters(columns: FrameColumns, flips: BitFlips): FoundCounter[] {
  if (flips.frames < FEWEST_FRAMES) return [];
  const rows = someRows(0, Math.min(flips.frames, CHECKED_FRAMES), CHECKED_FRAMES);
  const found: FoundCounter[] = [];
  const isTaken = new Set<number>();
  for (const byteOrder of ["intel", "motorola"] as const) {
    const upward = bitSequence(columns.planes.length, byteOrder).reverse();
    for (const [place, bit] of upward.entries()) {
      if ((flips.rate[bit] as number) < RIGHT_SHARE || isTaken.has(bit)) continue;
      const bits = counterBits(columns, flips, upward.slice(place, place + MAX_COUNTER_BITS), rows);
      if (bits.length < FEWEST_BITS) continue;
      const field = fieldOf(bits.toReversed(), byteOrder);
      const { step, share } = usualStep(valuesOf(columns, field, rows), 2 ** field.length);
      if (step === 0 || share < RIGHT_SHARE) continue;
      for (const one of bits) isTaken.add(one);
      found.push({ field, step, share });
    }
  }
  return found;
}

/** From the lowest bit on, least significant first. */
function counterBits(
  columns: FrameColumns,
  { rate }: BitFlips,
  upward: readonly number[],
  rows: Uint32Array,
): number[] {
  const bits = [upward[0] as number];
  for (const bit of upward.slice(1)) {
    const expected = (rate[bits.at(-1) as number] as number) / 2;
    if (Math.abs((rate[bit] as number) - expected) > 0.15 * expected + 0.02) break;
    if (!isCarried(columns, bits, bit, rows)) break;
    bits.push(bit);
  }
  return bits;
}

/** Whether the bit changes when the number below it runs over, and only then. */
function isCarried({ planes }: FrameColumns, below: readonly number[], bit: number, rows: Uint32Array): boolean {
  const bitAt = (one: number, row: number) => {
    const plane = planes[one >> 3] ?? 0;
    return ((typeof plane === "number" ? plane : (plane[row] as number)) >> (one & 7)) & 1;
  };
  const valueAt = (row: number) => below.reduce((sum, one, k) => sum + bitAt(one, row) * 2 ** k, 0);
  let [ups, downs, upFlips, downFlips, flips] = [0, 0, 0, 0, 0];
  for (let i = 1; i < rows.length; i++) {
    const [row, before] = [rows[i] as number, rows[i - 1] as number];
    const isFlip = bitAt(bit, row) !== bitAt(bit, before);
    const change = valueAt(row) - valueAt(before);
    flips += isFlip ? 1 : 0;
    if (change > 0) {
      ups += 1;
      upFlips += isFlip ? 1 : 0;
    } else if (change < 0) {
      downs += 1;
      downFlips += isFlip ? 1 : 0;
    }
  }
  // A counter that counts down runs over upwards.
  const [over, both] = downFlips >= upFlips ? [downs, downFlips] : [ups, upFlips];
  return flips > 0 && both >= CARRY_SHARE * flips && both >= CARRY_SHARE * over;
}

function usualStep(values: Float64Array, modulus: number): { step: number; share: number } {
  const steps = new Map<number, number>();
  for (let i = 1; i < values.length; i++) {
    const step = ((values[i] as number) - (values[i - 1] as number) + modulus) % modulus;
    steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  const [step, count] = [...steps].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0]);
  return { step, share: count / Math.max(1, values.length - 1) };
}
