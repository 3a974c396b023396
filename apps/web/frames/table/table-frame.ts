import { keyOf } from "./id-table.ts";

/** One row of a frame table, whatever it was read from. */
export interface TableFrame {
  /** The same frame has the same key as long as the table is on the page. */
  readonly key: string;
  readonly timeUs: number;
  readonly channel: number;
  readonly id: number;
  readonly flags: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  /** Since the frame before with the same identifier; null: there is none; undefined: it has not been read. */
  readonly deltaUs: number | null | undefined;
  /** Bytes that differ from that frame: bits of bytes 0-31 and 32-63. */
  readonly changedLow: number;
  readonly changedHigh: number;
  /** Which of several devices, where a table joins them. */
  readonly device?: number;
  /** The row stands for frames that are missing here. */
  readonly gap?: { readonly fromMs: number; readonly toMs: number };
}

/** A frame before it is compared with the one before it. */
export type ReadFrame = Omit<TableFrame, "deltaUs" | "changedLow" | "changedHigh">;

const DEVICE_STEP = 2 ** 41;

/** Frames with the same number are of the same identifier, channel, direction and device. */
export function identityOf({ channel, id, flags, device = 0 }: ReadFrame): number {
  return device * DEVICE_STEP + keyOf(channel, id, flags);
}
