import { LastInput } from "../points/last-input.ts";

/** The most pixels that browsers scroll without losing some. */
const MAX_SPACE = 8_000_000;
const REST_MS = 160;
const WHEEL_MS = 150;
/** A step of more views than this is a pull of the thumb. */
const JUMP_VIEWS = 1.5;

export interface ScrollTarget {
  /** By pixels: wheel, touch, keys. */
  onMove(pixels: number): void;
  /** To a share of the whole list: the thumb. */
  onJump(share: number): void;
}

/**
 * The browser's own scroll bar over a list that is longer than any page: small steps move by pixels, the thumb goes to a
 * share of the list, and at rest the thumb is put where the view stands. The rows lie in a layer that does not scroll.
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

  /** How long the list is, in pixels, and how much of it is in sight. */
  setSize(listPx: number, viewPx: number): void {
    const spacePx = Math.round(Math.min(MAX_SPACE, Math.max(viewPx, listPx)));
    this.viewPx = viewPx;
    if (spacePx === this.spacePx) return;
    this.spacePx = spacePx;
    this.space.style.height = `${spacePx}px`;
  }

  /** Puts the thumb where the view stands: at once where the browser's end is near and the list's is not, else at rest. */
  follow(share: number, nowMs: number): void {
    const range = this.spacePx - this.viewPx;
    const wanted = Math.round(share * range);
    if (Math.abs(wanted - this.known) <= 1) return;
    const isAtRest = nowMs - this.movedMs > REST_MS;
    const isNearEnd = this.known < this.viewPx || this.known > range - this.viewPx;
    if (!isAtRest && !isNearEnd) return;
    // Inside the list the browser must have room to go on in both directions.
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
    // A table that changes its height moves by itself.
    if (!this.input.isRecent && !isGoingOn) return;
    this.movedMs = nowMs;
    const isWheel = nowMs - this.wheelMs < WHEEL_MS;
    if (!isWheel && Math.abs(pixels) > JUMP_VIEWS * this.viewPx) this.target.onJump(top / range);
    else this.target.onMove(pixels);
  };
}
