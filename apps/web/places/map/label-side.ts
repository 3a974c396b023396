/** From the middle of a mark to its name. */
const GAP_PX = 20;
/** The column of buttons at the right, with its edge. */
const BUTTONS_PX = 54;

export interface LabelPlace {
  readonly side: "before" | "behind";
  /** Up to the edge of the map, or to its buttons. */
  readonly roomPx: number;
}

/**
 * A name stands behind its mark; before it where it would be cut at the edge of the map, or lie
 * under the buttons, and has more room there.
 */
export function labelSide({ x, width, labelPx }: { x: number; width: number; labelPx: number }): LabelPlace {
  const endPx = x <= width - BUTTONS_PX ? width - BUTTONS_PX : width;
  const behindPx = Math.max(0, endPx - x - GAP_PX);
  const beforePx = Math.max(0, Math.min(x, width) - GAP_PX);
  if (labelPx <= behindPx || behindPx >= beforePx || x > width) return { side: "behind", roomPx: behindPx };
  return { side: "before", roomPx: beforePx };
}
