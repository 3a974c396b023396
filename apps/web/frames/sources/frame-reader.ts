import type { ReadFrame } from "../table/table-frame.ts";
import type { RangeCounts } from "./list-shares.ts";

export interface PageAsked {
  readonly order: "newer" | "older";
  /** The cursor of the frame to continue after. */
  readonly cursor?: string | undefined;
  /** `newer`: from this time on; `older`: before it. */
  readonly atUs?: number | undefined;
  readonly size: number;
}

export interface ReadPage {
  /** Oldest first in both directions. */
  readonly list: readonly ReadFrame[];
  /** Cursors to continue; null: the end. */
  readonly older: string | null;
  readonly newer: string | null;
}

/** Stored frames of a range and filter, in pages by key. */
export interface FrameReader {
  readonly fromUs: number;
  readonly toUs: number;
  page(asked: PageAsked, signal: AbortSignal): Promise<ReadPage>;
  counts(signal: AbortSignal): Promise<RangeCounts>;
}
