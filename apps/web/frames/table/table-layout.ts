/** The layout of rows for a width; must match the heights in the style sheet. */
export interface TableLayout {
  readonly narrow: boolean;
  readonly bytesPerLine: number;
  /** Number of signal columns in an opened row. */
  readonly signalColumns: number;
  /** Number of signals with a column of their own. */
  readonly cells: number;
  /** The payload is shown. */
  readonly hasBytes: boolean;
}

/** What the layout follows from, beside the width. */
interface LayoutAsked {
  /** Some payloads have more than 8 bytes. */
  readonly hasLong: boolean;
  readonly cells: number;
  readonly hasBytes: boolean;
}

const ROW = 28;
const LINE = 22;
/** On a phone a row is a card: two lines of text above the bytes, one line of values below. */
const CARD_WORDS = 48;
const CARD_VALUES = 22;
const CARD_EDGE = 12;
const CELLS_PER_CARD_LINE = 2;

const NARROW_BELOW = 700;
const WIDE_FROM = 1380;
const SIXTEEN_NARROW_FROM = 344;

export const isCards = (width: number): boolean => width < NARROW_BELOW;

/** CAN FD uses lines of 16 bytes where they fit: four lines for 64 bytes. */
export function layoutFor(width: number, { hasLong, cells, hasBytes }: LayoutAsked): TableLayout {
  const narrow = isCards(width);
  const room = narrow ? width >= SIXTEEN_NARROW_FROM : width >= WIDE_FROM;
  return {
    narrow,
    bytesPerLine: hasLong && room ? 16 : 8,
    signalColumns: narrow ? 1 : width < 1100 ? 2 : 3,
    cells,
    // Cards of decoded values have no room for the payload.
    hasBytes: hasBytes && !(narrow && cells > 0),
  };
}

export function rowHeight({ narrow, bytesPerLine, cells, hasBytes }: TableLayout, size: number): number {
  if (narrow && cells > 0) return CARD_WORDS + Math.ceil(cells / CELLS_PER_CARD_LINE) * LINE + CARD_EDGE;
  const lines = hasBytes ? Math.max(1, Math.ceil(size / bytesPerLine)) : 1;
  return narrow ? CARD_WORDS + lines * LINE + CARD_VALUES + CARD_EDGE : ROW + (lines - 1) * LINE;
}

const PANEL_HEAD = 34;
/** On a phone the actions have a line of their own. */
const PANEL_HEAD_NARROW = 76;
const PANEL_EDGE = 14;
const SIGNAL = 52;

/** The panel of an opened row: its head, then its signals. */
export function panelHeight({ narrow, signalColumns }: TableLayout, signals: number): number {
  return (narrow ? PANEL_HEAD_NARROW : PANEL_HEAD) + PANEL_EDGE + Math.ceil(signals / signalColumns) * SIGNAL;
}

export function isSameLayout(a: TableLayout, b: TableLayout): boolean {
  return (
    a.narrow === b.narrow &&
    a.bytesPerLine === b.bytesPerLine &&
    a.signalColumns === b.signalColumns &&
    a.cells === b.cells &&
    a.hasBytes === b.hasBytes
  );
}
