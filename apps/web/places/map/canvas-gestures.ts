import { type MapPoint, type MapView, panned, zoomedAbout } from "./mercator.ts";

const ZOOM_PER_WHEEL_PX = 1 / 300;
const KEY_PAN_PX = 80;
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [KEY_PAN_PX, 0],
  ArrowRight: [-KEY_PAN_PX, 0],
  ArrowUp: [0, KEY_PAN_PX],
  ArrowDown: [0, -KEY_PAN_PX],
};

/** Pan, pinch, wheel, double click and keys. */
export class CanvasGestures {
  readonly #canvas: HTMLCanvasElement;
  readonly #view: () => MapView;
  readonly #show: (view: MapView) => void;
  readonly #held = new Map<number, MapPoint>();
  readonly #ended = new AbortController();
  isOn = true;

  constructor(canvas: HTMLCanvasElement, view: () => MapView, show: (view: MapView) => void) {
    this.#canvas = canvas;
    this.#view = view;
    this.#show = show;
    const { signal } = this.#ended;
    canvas.addEventListener("pointerdown", (event) => this.#pressed(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.#moved(event), { signal });
    for (const name of ["pointerup", "pointercancel"] as const)
      canvas.addEventListener(name, ({ pointerId }) => this.#held.delete(pointerId), { signal });
    canvas.addEventListener("wheel", (event) => this.#turned(event), { signal, passive: false });
    canvas.addEventListener("dblclick", (event) => this.#zoomBy(1, this.#pointOf(event)), { signal });
    canvas.addEventListener("keydown", (event) => this.#typed(event), { signal });
  }

  end(): void {
    this.#ended.abort();
  }

  #pointOf({ clientX, clientY }: MouseEvent): MapPoint {
    const { left, top } = this.#canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #pressed(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#held.set(event.pointerId, this.#pointOf(event));
  }

  #moved(event: PointerEvent): void {
    const before = this.#held.get(event.pointerId);
    if (!before) return;
    const point = this.#pointOf(event);
    const other = [...this.#held].find(([id]) => id !== event.pointerId)?.[1];
    this.#held.set(event.pointerId, point);
    if (!this.isOn) return;
    const share = other ? 0.5 : 1;
    const moved = panned(this.#view(), (point.x - before.x) * share, (point.y - before.y) * share);
    if (!other) {
      this.#show(moved);
      return;
    }
    const spread = (one: MapPoint) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
    const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
    this.#show(zoomedAbout(moved, middle, moved.zoom + Math.log2(spread(point) / spread(before))));
  }

  #turned(event: WheelEvent): void {
    event.preventDefault();
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 20 : event.deltaY;
    this.#zoomBy(-px * ZOOM_PER_WHEEL_PX, this.#pointOf(event));
  }

  #zoomBy(steps: number, about: MapPoint): void {
    const view = this.#view();
    if (this.isOn) this.#show(zoomedAbout(view, about, view.zoom + steps));
  }

  #typed(event: KeyboardEvent): void {
    const view = this.#view();
    const by = KEYS[event.key];
    const middle = { x: view.width / 2, y: view.height / 2 };
    if (by) this.#show(panned(view, by[0], by[1]));
    else if (event.key === "+" || event.key === "=") this.#zoomBy(1, middle);
    else if (event.key === "-") this.#zoomBy(-1, middle);
    else return;
    event.preventDefault();
  }
}
