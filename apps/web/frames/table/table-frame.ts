import { keyOf } from "../sources/id-table.ts";

/** A decoded value of a row. */
export interface RowCell {
  readonly text: string;
  /** Of an earlier frame: it still held when this row's frame came. */
  readonly held: boolean;
}

/** One row of a frame table, from any source. */
export interface TableFrame {
  /** Stable for a frame as long as the table is on the page. */
  readonly key: string;
  readonly timeUs: number;
  readonly channel: number;
  readonly id: number;
  readonly flags: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  /** Time since the previous frame of the same identifier; null: there is none; undefined: not read yet. */
  readonly deltaUs: number | null | undefined;
  /** Bytes that differ from that frame: bits of bytes 0-31 and 32-63. */
  readonly changedLow: number;
  readonly changedHigh: number;
  /** The device, in a table that joins several. */
  readonly device?: number;
  /** The J1939 message of several frames that this one ends, under the identifier it would have in one. */
  readonly joined?: { readonly id: number; readonly bytes: Uint8Array };
  /** The value of each chosen signal, in a table of decoded values; null: unknown. */
  readonly cells?: readonly (RowCell | null)[];
  /** Set when the row stands for missing frames. */
  readonly gap?: { readonly fromMs: number; readonly toMs: number };
}

/** A frame before the comparison with its predecessor. */
export type ReadFrame = Omit<TableFrame, "deltaUs" | "changedLow" | "changedHigh">;

const DEVICE_STEP = 2 ** 41;

/** Equal for frames of the same identifier, channel, direction and device. */
export function identityOf({ channel, id, flags, device = 0 }: ReadFrame): number {
  return device * DEVICE_STEP + keyOf(channel, id, flags);
}

/** The time of some rows, in whole milliseconds. */
export function spanOf(frames: readonly TableFrame[]): { fromMs: number; toMs: number } {
  const times = frames.map(({ timeUs }) => timeUs / 1000);
  return { fromMs: Math.floor(Math.min(...times)), toMs: Math.floor(Math.max(...times)) + 1 };
}
