import type { SpanUs } from "../samples/samples.ts";

/** By what a range was changed. */
export type Gesture = "wheel" | "drag" | "keys" | "jump";

/** Ranges to go back to, at most. */
const KEPT = 50;
/** Notches of a wheel, or presses of a key, nearer to each other than this are one gesture. */
const BURST_MS = 1200;

/** The ranges one came from: one gesture is one step back. */
export class SpanUndo {
  readonly #before: SpanUs[] = [];
  #last: { gesture: Gesture; atMs: number } | undefined;

  /** The range was `before`, and a gesture has changed it. */
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
