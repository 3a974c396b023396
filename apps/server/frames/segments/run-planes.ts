import type { FrameBatch } from "@canopy/can/frame/batch";
import type { RunKey } from "./run.ts";

/** Which rows are of which (channel, id, flags, size), by time. */
export interface Groups {
  readonly keys: readonly RunKey[];
  /** Rows group by group. */
  readonly rows: Uint32Array;
  /** Where the rows of each group begin; one more than there are groups. */
  readonly starts: Uint32Array;
}

/** Frames that are dealt with together: their payloads stay in the cache of a core while all runs take their own. */
const PART_FRAMES = 8192;

/** Payloads into the planes of each group, which have room for its rows; groups without planes are left out. */
export function fillPlanes(
  planes: readonly (readonly Uint8Array[] | undefined)[],
  { rows, starts }: Groups,
  { data, start, length }: FrameBatch,
): void {
  const next = starts.slice();
  const groups = planes.flatMap((own, group) => (own === undefined ? [] : [group]));
  for (let part = PART_FRAMES; part < length + PART_FRAMES; part += PART_FRAMES)
    for (const group of groups) {
      const from = next[group] as number;
      const end = starts[group + 1] as number;
      let to = from;
      while (to < end && (rows[to] as number) < part) to += 1;
      if (from === to) continue;
      const own = { planes: planes[group] as Uint8Array[], first: starts[group] as number, rows, from, to };
      if (own.planes.length === 8) fillEight(own, data, start);
      else fillAny(own, data, start);
      next[group] = to;
    }
}

interface Part {
  readonly planes: readonly Uint8Array[];
  /** The place of the group's first row. */
  readonly first: number;
  readonly rows: Uint32Array;
  readonly from: number;
  readonly to: number;
}

function fillAny({ planes, first, rows, from, to }: Part, data: Uint8Array, start: Uint32Array): void {
  for (const [k, plane] of planes.entries())
    for (let i = from; i < to; i += 1) plane[i - first] = data[(start[rows[i] as number] as number) + k] as number;
}

type Eight = readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/** Nearly every frame has eight bytes: one pass over them. */
function fillEight({ planes, first, rows, from, to }: Part, data: Uint8Array, start: Uint32Array): void {
  const [p0, p1, p2, p3, p4, p5, p6, p7] = planes as Eight;
  for (let i = from; i < to; i += 1) {
    const at = start[rows[i] as number] as number;
    const row = i - first;
    p0[row] = data[at] as number;
    p1[row] = data[at + 1] as number;
    p2[row] = data[at + 2] as number;
    p3[row] = data[at + 3] as number;
    p4[row] = data[at + 4] as number;
    p5[row] = data[at + 5] as number;
    p6[row] = data[at + 6] as number;
    p7[row] = data[at + 7] as number;
  }
}
