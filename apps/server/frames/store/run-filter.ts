import type { SegmentFooter } from "../segments/footer.ts";
import { type Plane, payloadSize, type RunKey } from "../segments/run.ts";
import type { DataMask } from "./frame-filter.ts";

/** Bytes under the mask. */
export function maskedBytes({ mask, value }: DataMask): { at: number; bits: number; wanted: number }[] {
  return [...mask].flatMap((bits, at) => (bits === 0 ? [] : [{ at, bits, wanted: (value[at] ?? 0) & bits }]));
}

/** False: no payload of the run can match, by the bits that are set in any and in all of them. */
export function mayHaveData(footer: SegmentFooter, run: number, data: DataMask): boolean {
  const size = payloadSize(footer.keyOf(run));
  const first = footer.planeAt[run] as number;
  const { planeOr, planeAnd } = footer.planes;
  return maskedBytes(data).every(({ at, bits, wanted }) => {
    if (at >= size) return false;
    const or = (planeOr[first + at] as number) & bits;
    const and = (planeAnd[first + at] as number) & bits;
    return (wanted & ~or) === 0 && (and & ~wanted) === 0;
  });
}

/** 1 for each row whose payload matches; undefined: none can. */
export function rowsWithData(
  key: RunKey,
  count: number,
  planeOf: (k: number) => Plane,
  data: DataMask,
): Uint8Array | undefined {
  const matches = new Uint8Array(count).fill(1);
  for (const { at, bits, wanted } of maskedBytes(data)) {
    if (at >= payloadSize(key)) return undefined;
    const plane = planeOf(at);
    if (typeof plane === "number") {
      if ((plane & bits) !== wanted) return undefined;
      continue;
    }
    for (let row = 0; row < count; row += 1) if (((plane[row] as number) & bits) !== wanted) matches[row] = 0;
  }
  return matches;
}
