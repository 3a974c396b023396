import type { SpanUs } from "../samples/samples.ts";

/** The gesture that changed a range. */
export type Gesture = "wheel" | "drag" | "keys" | "jump";

/** Undo depth. */
const KEPT = 50;
/** Wheel steps or key presses closer than this are one gesture. */
const BURST_MS = 1200;

/** Undo stack of ranges: one gesture is one step. */
export class SpanUndo {
  readonly #before: SpanUs[] = [];
  #last: { gesture: Gesture; atMs: number } | undefined;

  /** Records the range before a gesture. */
  record(before: SpanUs, gesture: Gesture, atMs: number): void {
    const last = this.#last;
    const goesOn =
      (gesture === "wheel" || gesture === "keys") && last?.gesture === gesture && atMs - last.atMs < BURST_MS;
    this.#last = { gesture, atMs };
    if (goesOn) return;
    this.#before.push(before);
    if (this.#before.length > KEPT) this.#before.shift();
  }

  /** The range before the last gesture; undefined at the beginning. */
  back(): SpanUs | undefined {
    this.#last = undefined;
    return this.#before.pop();
  }
}
