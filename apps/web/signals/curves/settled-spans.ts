import type { SpanUs } from "../samples/samples.ts";

/** The address stores milliseconds: a difference by rounding is the same range. */
const ROUNDED_US = 2000;

/**
 * Tells a range that the address got from a gesture of this page from one that it got elsewhere (a link, the time bar,
 * the way back). The address follows late on a slow machine; its older range must not undo a gesture that went on.
 */
export class SettledSpans {
  #last: SpanUs;
  /** Written to the address and not read from it yet, oldest first. */
  #underway: SpanUs[] = [];

  constructor(first: SpanUs) {
    this.#last = first;
  }

  /** The range of the last gesture that ended. */
  get last(): SpanUs {
    return this.#last;
  }

  settle(span: SpanUs): void {
    this.#last = span;
    this.#underway.push(span);
  }

  /** Reads the range of the address; true when it came from elsewhere. */
  isForeign(given: SpanUs): boolean {
    const own = this.#underway.findIndex((span) => isSame(span, given));
    if (own >= 0) {
      // The address may leave out those before.
      this.#underway.splice(0, own + 1);
      return false;
    }
    if (isSame(this.#last, given)) return false;
    this.#last = given;
    this.#underway = [];
    return true;
  }
}

function isSame(one: SpanUs, other: SpanUs): boolean {
  return Math.abs(one.fromUs - other.fromUs) <= ROUNDED_US && Math.abs(one.toUs - other.toUs) <= ROUNDED_US;
}
