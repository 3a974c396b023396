import styles from "./list.module.css";

/** Fewer than the smallest page is no list; more than this nobody reads at once. */
export const LEAST_ROWS = 5;
export const MOST_ROWS = 100;

interface Measured {
  /** What may be seen at once. */
  readonly viewPx: number;
  /** Above the first row, with nothing scrolled away. */
  readonly abovePx: number;
  /** Below the last row: pages and margins. */
  readonly belowPx: number;
  readonly rowPx: number;
}

export function fittingRows({ viewPx, abovePx, belowPx, rowPx }: Measured): number {
  // Half a pixel, since zoomed pages have broken ones.
  const rows = rowPx > 0 ? Math.floor((viewPx - abovePx - belowPx + 0.5) / rowPx) : LEAST_ROWS;
  return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, rows));
}

/** Of a list that stands in the page: table rows, or the cards of a phone. Undefined while it has none. */
export function measureRows(frame: HTMLElement): Measured | undefined {
  const rows = [...frame.querySelectorAll(`.${styles.card} tbody > tr, .${styles.cards} > li`)].map((row) =>
    row.getBoundingClientRect(),
  );
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  const view = scrollerOf(frame);
  const pitches = rows.slice(1).map(({ top }, i) => top - (rows[i]?.top ?? 0));
  return {
    viewPx: view.clientHeight,
    abovePx: first.top - topOf(view) + view.scrollTop,
    belowPx: frame.getBoundingClientRect().bottom - last.bottom + marginsBelow(frame, view),
    // The lowest of them: one row with more lines must not change how many are asked for.
    rowPx: pitches.length > 0 ? Math.min(...pitches) : first.height,
  };
}

function scrollerOf(element: HTMLElement): Element {
  const root = document.scrollingElement ?? document.documentElement;
  for (let up = element.parentElement; up && up !== root; up = up.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(up).overflowY)) return up;
  }
  return root;
}

/** The page's own box moves when it is scrolled; that of a part of it does not. */
const topOf = (view: Element) =>
  view === document.scrollingElement
    ? view.getBoundingClientRect().top + view.scrollTop
    : view.getBoundingClientRect().top;

function marginsBelow(element: HTMLElement, view: Element): number {
  let px = 0;
  for (let up: Element | null = element.parentElement; up; up = up === view ? null : up.parentElement) {
    px += Number.parseFloat(getComputedStyle(up).paddingBottom) || 0;
  }
  return px;
}
