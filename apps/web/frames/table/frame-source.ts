import type { TableFrame } from "./table-frame.ts";

export type SourcePlace = "start" | "end" | { readonly timeUs: number };

export interface SourceFailure {
  readonly error: unknown;
  /** Which rows are missing: those before the first, behind the last, or all of a place that was gone to. */
  readonly side: "before" | "after" | "all";
}

/**
 * What a frame table reads its rows from. The rows at hand are one unbroken run of the list, oldest first, with indexes
 * from `first` to `end - 1`; a row keeps its index while the run grows at either side.
 */
export interface FrameSource {
  /** Grows with every change of what there is to show. */
  readonly revision: number;
  /** Grows when indexes mean other rows: `landing` then says where the view belongs. */
  readonly generation: number;
  readonly landing: { readonly index: number; readonly edge: "top" | "bottom" } | undefined;
  readonly first: number;
  readonly end: number;
  /** There is nothing before `first`, or behind the last row. */
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  readonly failure: SourceFailure | undefined;
  /** How many rows the whole list has; undefined: not known yet. */
  readonly total: number | undefined;
  /** There are payloads of more than 8 bytes. */
  readonly hasLong: boolean;
  /** New rows keep coming at the end, and the view may follow them. */
  readonly isLive?: boolean;
  row(index: number): TableFrame | undefined;
  /** The view shows these rows: the source reads on where it comes near an end. */
  show(first: number, end: number): void;
  goTo(place: SourcePlace): void;
  /** The first row at hand at or after a time; `end` where all are before it. */
  indexAt(timeUs: number): number;
  /** Where a row stands in the whole list, 0 to 1, and the place at such a share. */
  shareAt(index: number): number;
  placeAt(share: number): SourcePlace;
  retry(): void;
  /** The newest rows were drawn while the view follows them: so many of them. */
  drawn?(rows: number): void;
}
