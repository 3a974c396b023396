import { LastInput } from "../points/last-input.ts";

/** The largest scroll height at which browsers keep single pixels. */
const MAX_SPACE = 8_000_000;
const REST_MS = 160;
const WHEEL_MS = 150;
/** A step of more views than this counts as dragging the thumb. */
const JUMP_VIEWS = 1.5;

export interface ScrollTarget {
  /** Scrolls by pixels: wheel, touch, keys. */
  onMove(pixels: number): void;
  /** Scrolls to a share of the whole list: the thumb. */
  onJump(share: number): void;
}

/**
 * The browser's scroll bar for a list higher than browsers can scroll: small steps move by pixels, the thumb goes to a
 * share of the list, and at rest the thumb is set to the view's position. The rows are in a layer that does not scroll.
 */
export class TableScroll {
  private readonly scroller: HTMLElement;
  private readonly space: HTMLElement;
  private readonly target: ScrollTarget;
  private readonly input: LastInput;
  private known = 0;
  private spacePx = -1;
  private viewPx = 0;
  private movedMs = Number.NEGATIVE_INFINITY;
  private wheelMs = Number.NEGATIVE_INFINITY;

  constructor(scroller: HTMLElement, space: HTMLElement, target: ScrollTarget) {
    this.scroller = scroller;
    this.space = space;
    this.target = target;
    this.input = new LastInput(scroller);
    scroller.addEventListener("scroll", this.scrolled, { passive: true });
    scroller.addEventListener("wheel", this.wheeled, { passive: true });
  }

  /** Sets the height of the list and of its visible part, in pixels. */
  setSize(listPx: number, viewPx: number): void {
    const spacePx = Math.round(Math.min(MAX_SPACE, Math.max(viewPx, listPx)));
    this.viewPx = viewPx;
    if (spacePx === this.spacePx) return;
    this.spacePx = spacePx;
    this.space.style.height = `${spacePx}px`;
  }

  /** Moves the thumb to the position of the view: at once near the browser's end, otherwise at rest. */
  follow(share: number, nowMs: number): void {
    const range = this.spacePx - this.viewPx;
    const wanted = Math.round(share * range);
    if (Math.abs(wanted - this.known) <= 1) return;
    const isAtRest = nowMs - this.movedMs > REST_MS;
    const isNearEnd = this.known < this.viewPx || this.known > range - this.viewPx;
    if (!isAtRest && !isNearEnd) return;
    // Inside the list the browser needs room to scroll in both directions.
    const room = Math.min(this.viewPx, range / 2);
    const top = share <= 0 || share >= 1 ? wanted : Math.min(Math.max(wanted, room), range - room);
    if (Math.abs(top - this.known) <= 1) return;
    this.scroller.scrollTop = top;
    this.known = this.scroller.scrollTop;
  }

  private readonly wheeled = () => {
    this.wheelMs = performance.now();
  };

  private readonly scrolled = () => {
    const top = this.scroller.scrollTop;
    const pixels = top - this.known;
    if (pixels === 0) return;
    const nowMs = performance.now();
    const range = Math.max(1, this.spacePx - this.viewPx);
    const isGoingOn = nowMs - this.movedMs < 2 * REST_MS;
    this.known = top;
    // A change of the table's height scrolls by itself; it is not a user's step.
    if (!this.input.isRecent && !isGoingOn) return;
    this.movedMs = nowMs;
    const isWheel = nowMs - this.wheelMs < WHEEL_MS;
    if (!isWheel && Math.abs(pixels) > JUMP_VIEWS * this.viewPx) this.target.onJump(top / range);
    else this.target.onMove(pixels);
  };
}
