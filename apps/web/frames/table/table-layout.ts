/** The layout of rows for a width; must match the heights in the style sheet. */
export interface TableLayout {
  readonly narrow: boolean;
  readonly bytesPerLine: number;
  /** Number of signal columns in an opened row. */
  readonly signalColumns: number;
}

const ROW = 28;
const LINE = 22;
/** On a phone a row is a card: two lines of text above the bytes, one line of values below. */
const CARD_WORDS = 48;
const CARD_VALUES = 22;
const CARD_EDGE = 12;

const NARROW_BELOW = 700;
const WIDE_FROM = 1380;
const SIXTEEN_NARROW_FROM = 344;

export const isCards = (width: number): boolean => width < NARROW_BELOW;

/** CAN FD uses lines of 16 bytes where they fit: four lines for 64 bytes. */
export function layoutFor(width: number, hasLong: boolean): TableLayout {
  const narrow = isCards(width);
  const room = narrow ? width >= SIXTEEN_NARROW_FROM : width >= WIDE_FROM;
  return {
    narrow,
    bytesPerLine: hasLong && room ? 16 : 8,
    signalColumns: narrow ? 1 : width < 1100 ? 2 : 3,
  };
}

export function rowHeight({ narrow, bytesPerLine }: TableLayout, size: number): number {
  const lines = Math.max(1, Math.ceil(size / bytesPerLine));
  return narrow ? CARD_WORDS + lines * LINE + CARD_VALUES + CARD_EDGE : ROW + (lines - 1) * LINE;
}

const PANEL_HEAD = 34;
const PANEL_EDGE = 14;
const SIGNAL = 52;

/** The panel of an opened row: its head, then its signals. */
export function panelHeight({ signalColumns }: TableLayout, signals: number): number {
  return PANEL_HEAD + PANEL_EDGE + Math.ceil(signals / signalColumns) * SIGNAL;
}

export function isSameLayout(a: TableLayout, b: TableLayout): boolean {
  return a.narrow === b.narrow && a.bytesPerLine === b.bytesPerLine && a.signalColumns === b.signalColumns;
}
