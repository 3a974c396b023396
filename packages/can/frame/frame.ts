/** Flag bits of a frame: the same in memory, in the store and on the wire (CB1 carries bit 0 in its head byte). */
export const FLAG_EXTENDED = 0x01;
export const FLAG_FD = 0x02;
export const FLAG_BRS = 0x04;
export const FLAG_ESI = 0x08;
export const FLAG_REMOTE = 0x10;
export const FLAG_ERROR = 0x20;
export const FLAG_TX = 0x40;

export const MAX_STANDARD_ID = 0x7ff;
export const MAX_EXTENDED_ID = 0x1fffffff;

/** One frame as it was seen on a bus. */
export interface Frame {
  /** Microseconds since 1970: a whole number, exact in a double until the year 2255. */
  timeUs: number;
  /** From 0. */
  channel: number;
  /** 11 or 29 bits, without any flag. */
  id: number;
  flags: number;
  /** Data length in bytes (from the DLC); a remote frame has a length and no data. */
  size: number;
  data: Uint8Array;
}

const FD_SIZES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 20, 24, 32, 48, 64] as const;

/** ISO 11898-1: the data length a 4-bit DLC stands for; classic frames never carry more than 8 bytes. */
export function sizeOfDlc(dlc: number, isFd: boolean): number {
  const size = FD_SIZES[dlc & 15] ?? 0;
  return isFd ? size : Math.min(size, 8);
}

/** The smallest DLC whose length holds `size` bytes. */
export function dlcOfSize(size: number): number {
  if (size <= 8) return size;
  const dlc = FD_SIZES.findIndex((candidate) => candidate >= size);
  return dlc < 0 ? 15 : dlc;
}
