/** The rows and their heights. */
export interface AnchoredRows {
  readonly first: number;
  readonly end: number;
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  heightOf(index: number): number;
}

/**
 * The position of the view in a list: one row and its distance from the upper edge. Rows added before or behind it do
 * not move the view.
 */
export class RowAnchor {
  index = 0;
  /** Pixels from the upper edge of the view to the top of the row; negative: partly hidden. */
  top = 0;

  put(index: number, top = 0): void {
    this.index = index;
    this.top = top;
  }

  /** Aligns the last row with the lower edge. */
  putEnd({ first, end, heightOf }: AnchoredRows, viewPx: number): void {
    if (first < end) this.put(end - 1, viewPx - heightOf(end - 1));
  }

  moveBy(pixels: number): void {
    this.top -= pixels;
  }

  /** Normalises: the anchor becomes the topmost visible row, within the ends of the list. */
  settle(rows: AnchoredRows, viewPx: number): void {
    if (rows.first === rows.end) {
      this.put(rows.first);
      return;
    }
    this.index = Math.min(Math.max(this.index, rows.first), rows.end - 1);
    this.roll(rows);
    if (rows.isAtEnd) this.fillFromEnd(rows, viewPx);
    if (this.index === rows.first && this.top > 0) {
      // Half a view stays empty for rows that are loading.
      this.top = rows.isAtStart ? 0 : Math.min(this.top, viewPx / 2);
    }
    const lowest = rows.heightOf(this.index);
    if (this.index === rows.end - 1 && this.top + lowest < viewPx / 2 && !rows.isAtEnd) {
      this.top = Math.max(this.top, viewPx / 2 - lowest);
      this.roll(rows);
    }
  }

  private roll(rows: AnchoredRows): void {
    while (this.top > 0 && this.index > rows.first) this.top -= rows.heightOf(--this.index);
    while (this.index < rows.end - 1 && this.top + rows.heightOf(this.index) <= 0) {
      this.top += rows.heightOf(this.index++);
    }
  }

  private fillFromEnd(rows: AnchoredRows, viewPx: number): void {
    let bottom = this.top;
    for (let i = this.index; i < rows.end && bottom < viewPx; i++) bottom += rows.heightOf(i);
    if (bottom >= viewPx) return;
    this.top += viewPx - bottom;
    this.roll(rows);
  }
}
