import type { TableFrame } from "../table/table-frame.ts";

export type SourcePlace = "start" | "end" | { readonly timeUs: number };

export interface SourceFailure {
  readonly error: unknown;
  /** The part that is loading: before the first row, behind the last, or around a jump target. */
  readonly side: "before" | "after" | "all";
}

/**
 * The rows of a frame table. The loaded rows are one contiguous run of the list, oldest first, with indexes from `first`
 * to `end - 1`; a row keeps its index while the run grows at either side.
 */
export interface FrameSource {
  /** Incremented with every change of the rows. */
  readonly revision: number;
  /** Incremented when indexes refer to other rows; `landing` then gives the row to show. */
  readonly generation: number;
  readonly landing: { readonly index: number; readonly edge: "top" | "bottom" } | undefined;
  readonly first: number;
  readonly end: number;
  /** The list has nothing before `first`, or nothing behind the last row. */
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  readonly failure: SourceFailure | undefined;
  /** Number of rows of the whole list; undefined: not known yet. */
  readonly total: number | undefined;
  /** Some payloads have more than 8 bytes. */
  readonly hasLong: boolean;
  /** New rows are appended at the end, and the view may follow them. */
  readonly isLive?: boolean;
  row(index: number): TableFrame | undefined;
  /** The visible rows: the source reads on when they come near an end. */
  show(first: number, end: number): void;
  goTo(place: SourcePlace): void;
  /** The first loaded row at or after a time; `end` when all are before it. */
  indexAt(timeUs: number): number;
  /** The position of a row in the whole list, 0 to 1, and the reverse. */
  shareAt(index: number): number;
  placeAt(share: number): SourcePlace;
  /** Where the view will stand, while rows of another place are still shown. */
  readonly comingShare?: number | undefined;
  retry(): void;
  /** Reports how many of the newest rows were drawn while the view follows them. */
  drawn?(rows: number): void;
}
