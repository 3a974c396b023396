import type { FrameBatch } from "@canopy/can/frame/batch";

/**
 * Imported logs. An import writes segments as it reads; they, their epochs and the counters become visible in one
 * transaction at its end, so an import that was cut off leaves nothing.
 */
export interface FrameImports {
  /** Which of these epochs of a binding are stored already: an import is stored once under its epoch. */
  storedEpochs(bindingNumber: number, epochs: readonly number[]): Promise<ReadonlyMap<number, StoredEpoch>>;
  open(target: ImportTarget): ImportWriter;
}

interface StoredEpoch {
  /** Some of its frames were deleted: it may be stored again, without the frames that are left. */
  readonly isPartial: boolean;
}

export interface ImportTarget {
  readonly bindingNumber: number;
  readonly tenantId: string;
}

export interface ImportWriter {
  /** Frames taken so far. */
  readonly frames: number;
  /** Takes copies, in any order of time; `flush` must follow when `isFull`. */
  push(frames: FrameBatch): void;
  readonly isFull: boolean;
  /** Writes the pushed frames into segments that are not visible yet. The next part may be pushed meanwhile. */
  flush(): Promise<void>;
  /**
   * Makes everything visible under these epochs. False: nothing was stored, because one of the epochs was stored whole
   * meanwhile or other frames were settled among these; the import starts again with the missing channels.
   */
  commit(epochs: readonly number[]): Promise<boolean>;
  /** Drops the written parts. */
  abort(): Promise<void>;
}

/** Terminals draw 32 bits; the epochs of imports lie above all of them. */
export const FIRST_IMPORT_EPOCH = 2 ** 48;
