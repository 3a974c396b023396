export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Placement {
  side: "above" | "below";
  align: "start" | "center" | "end";
}

/** Between anchor and float, and between float and window edge. */
const GAP = 6;
const EDGE = 8;

/** Where a float stands: on the wished side of its anchor if it fits there, else on the other, never over the edge. */
export function placeBeside(anchor: Box, float: Size, view: Size, { side, align }: Placement) {
  const above = anchor.top - GAP - float.height;
  const below = anchor.top + anchor.height + GAP;
  const fitsAbove = above >= EDGE;
  const fitsBelow = below + float.height <= view.height - EDGE;
  const top = (side === "above" ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove) ? above : below;
  return {
    left: clamp(leftOf(anchor, float, align), view.width - float.width),
    top: clamp(top, view.height - float.height),
  };
}

function leftOf(anchor: Box, float: Size, align: Placement["align"]): number {
  if (align === "start") return anchor.left;
  const spare = anchor.width - float.width;
  return anchor.left + (align === "end" ? spare : spare / 2);
}

function clamp(at: number, room: number): number {
  return Math.max(EDGE, Math.min(at, room - EDGE));
}

/** Measures both and moves the float, which is in the top layer and so placed by the window. */
export function moveBeside(anchor: Element, float: HTMLElement, placement: Placement): void {
  const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const at = placeBeside(anchor.getBoundingClientRect(), float.getBoundingClientRect(), view, placement);
  float.style.left = `${Math.round(at.left)}px`;
  float.style.top = `${Math.round(at.top)}px`;
}

/** As long as it is not aborted, through scrolling and resizing. */
export function keepBeside(anchor: Element, float: HTMLElement, placement: Placement): AbortController {
  const controller = new AbortController();
  const move = () => moveBeside(anchor, float, placement);
  window.addEventListener("scroll", move, { capture: true, passive: true, signal: controller.signal });
  window.addEventListener("resize", move, { signal: controller.signal });
  move();
  return controller;
}
