/*
 * The columns of a footer: of its runs, of their planes, of its minutes. docs/segment-format.md has the layout byte by
 * byte.
 */

const COLUMNS = {
  firstUs: Float64Array,
  lastUs: Float64Array,
  timeBaseUs: Float64Array,
  timePeriodUs: Float64Array,
  id: Uint32Array,
  timeLength: Uint32Array,
  timeCrc: Uint32Array,
  kLength: Uint32Array,
  kCrc: Uint32Array,
  /** Of the block that holds all planes of a short run; 0: each plane has a block of its own. */
  groupLength: Uint32Array,
  groupCrc: Uint32Array,
  count: Uint16Array,
  channel: Uint8Array,
  flags: Uint8Array,
  size: Uint8Array,
  timeMode: Uint8Array,
  timeBits: Uint8Array,
  /** Bits of the largest k; 0: all are 0. */
  kBits: Uint8Array,
} as const;
const PLANE_COLUMNS = {
  planeLength: Uint32Array,
  planeCrc: Uint32Array,
  planeMode: Uint8Array,
  planeOr: Uint8Array,
  planeAnd: Uint8Array,
} as const;
const MINUTE_COLUMNS = {
  /** Minutes since 1970. */
  minute: Uint32Array,
  minuteFrames: Uint32Array,
  /** Microseconds after the beginning of the minute. */
  minuteFirst: Uint32Array,
  minuteLast: Uint32Array,
} as const;

type Views<T> = { -readonly [K in keyof T]: T[K] extends new (...args: never[]) => infer V ? V : never };
export type RunColumns = Views<typeof COLUMNS>;
export type PlaneColumns = Views<typeof PLANE_COLUMNS>;
export type MinuteColumns = Views<typeof MINUTE_COLUMNS>;
export type RunEntry = { readonly [K in keyof RunColumns]: number };
export type PlaneEntry = { readonly [K in keyof PlaneColumns]: number };
export type MinuteRow = { readonly [K in keyof MinuteColumns]: number };
export type View = Float64Array | Uint32Array | Uint16Array | Uint8Array;
type ViewType = new (buffer: ArrayBuffer, offset: number, length: number) => View;

/** In the order in which they lie: wide before narrow, so that every view is aligned. */
const WIDTHS = [8, 4, 2, 1];

export interface Placed {
  readonly name: string;
  readonly type: ViewType & { readonly BYTES_PER_ELEMENT: number };
  readonly part: "runs" | "planes" | "minutes";
}

export const FOOTER_COLUMNS: readonly Placed[] = WIDTHS.flatMap((width) =>
  (
    [
      [COLUMNS, "runs"],
      [PLANE_COLUMNS, "planes"],
      [MINUTE_COLUMNS, "minutes"],
    ] as const
  ).flatMap(([columns, part]) =>
    Object.entries(columns)
      .filter(([, type]) => type.BYTES_PER_ELEMENT === width)
      .map(([name, type]) => ({ name, type: type as unknown as Placed["type"], part })),
  ),
);
