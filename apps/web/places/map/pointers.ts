import type { Place } from "@canopy/can/gps/gcj02";
import type { MapPointer } from "./map-part.ts";
import type { MapPoint } from "./mercator.ts";

/** A press that moves less is a click. */
const CLICK_PX = 5;

/** Pointer events of the box of a map, with their places. */
export class Pointers {
  readonly #box: HTMLElement;
  readonly #unproject: (point: MapPoint) => Place;
  readonly #listeners = new Set<(event: MapPointer) => void>();
  readonly #ended = new AbortController();
  #down: MapPoint | undefined;

  constructor(box: HTMLElement, unproject: (point: MapPoint) => Place) {
    this.#box = box;
    this.#unproject = unproject;
    // Before the map itself: a listener may take the gesture by setPanning(false).
    const options = { signal: this.#ended.signal, capture: true };
    box.addEventListener("pointerdown", (event) => this.#pressed(event), options);
    box.addEventListener("pointermove", (event) => this.#tell("move", event), options);
    box.addEventListener("pointerup", (event) => this.#released(event), options);
    box.addEventListener("pointerleave", (event) => this.#tell("leave", event), { signal: this.#ended.signal });
  }

  listen(listener: (event: MapPointer) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  end(): void {
    this.#ended.abort();
    this.#listeners.clear();
  }

  #pressed(event: PointerEvent): void {
    this.#down = this.#pointOf(event);
    this.#tell("down", event);
  }

  #released(event: PointerEvent): void {
    const { x, y } = this.#pointOf(event);
    const down = this.#down;
    this.#down = undefined;
    this.#tell("up", event);
    if (event.button === 0 && down && Math.hypot(x - down.x, y - down.y) < CLICK_PX) this.#tell("click", event);
  }

  #pointOf(event: PointerEvent): MapPoint {
    const { left, top } = this.#box.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #tell(kind: MapPointer["kind"], event: PointerEvent): void {
    if (this.#listeners.size === 0 || isOfControl(event)) return;
    const point = this.#pointOf(event);
    const told = { kind, ...point, at: this.#unproject(point), event };
    for (const listener of this.#listeners) listener(told);
  }
}

const isOfControl = ({ target }: PointerEvent) =>
  target instanceof Element && target.closest("button, input, select, a, [data-map-control]") !== null;
