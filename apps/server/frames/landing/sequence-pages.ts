import type { SequenceRange } from "./sequence-set.ts";

/** Sequences of one bitmap row. */
export const PAGE_SEQUENCES = 8192;

/** Bitmaps by page. */
export function pagesOf(ranges: readonly SequenceRange[]): Map<number, Uint8Array> {
  const pages = new Map<number, Uint8Array>();
  for (const { from, to } of ranges)
    for (let sequence = from; sequence <= to; sequence += 1) {
      const page = Math.floor(sequence / PAGE_SEQUENCES);
      const bits = pages.get(page) ?? new Uint8Array(PAGE_SEQUENCES / 8);
      pages.set(page, bits);
      const at = sequence - page * PAGE_SEQUENCES;
      bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7));
    }
  return pages;
}

export function rangesOfPage(page: number, bits: Uint8Array): SequenceRange[] {
  const ranges: { from: number; to: number }[] = [];
  for (let at = 0; at < 8 * bits.length; at += 1) {
    if (((bits[at >> 3] as number) & (1 << (at & 7))) === 0) continue;
    const sequence = page * PAGE_SEQUENCES + at;
    const last = ranges.at(-1);
    if (last?.to === sequence - 1) last.to = sequence;
    else ranges.push({ from: sequence, to: sequence });
  }
  return ranges;
}

export function joinBits(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((byte, i) => byte | (other[i] ?? 0));
}
