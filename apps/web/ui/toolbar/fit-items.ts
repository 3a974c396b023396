export interface MeasuredItem {
  readonly key: string;
  readonly widthPx: number;
  /** 1 stays longest. An item without a priority never leaves the line. */
  readonly priority?: number | undefined;
}

interface Line {
  readonly roomPx: number;
  readonly gapPx: number;
  /** The button ⋯, which stands in the line once an item has left it, or always. */
  readonly morePx: number;
  readonly hasMore: boolean;
}

/** The keys of the items that do not fit: the highest priority number leaves first, of equal ones the last. */
export function itemsThatLeave(items: readonly MeasuredItem[], line: Line): ReadonlySet<string> {
  const gone = new Set<string>();
  const more = line.gapPx + line.morePx;
  if (lengthOf(items, line.gapPx) + (line.hasMore ? more : 0) <= line.roomPx) return gone;
  const leaving = items
    .map((item, at) => ({ ...item, at }))
    .filter(({ priority }) => priority !== undefined)
    .sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0) || b.at - a.at);
  for (const { key } of leaving) {
    gone.add(key);
    const left = items.filter((item) => !gone.has(item.key));
    if (lengthOf(left, line.gapPx) + more <= line.roomPx) break;
  }
  return gone;
}

/** An item that draws nothing takes no gap. */
function lengthOf(items: readonly MeasuredItem[], gapPx: number): number {
  const drawn = items.filter(({ widthPx }) => widthPx > 0);
  return drawn.reduce((sum, { widthPx }) => sum + widthPx, 0) + gapPx * Math.max(0, drawn.length - 1);
}
