import type { SpanUs } from "../samples/samples.ts";
import type { CurveScene } from "./curve-scene.ts";
import type { Gesture } from "./span-undo.ts";
import { shifted, zoomed } from "./time-zoom.ts";

export interface StageParts {
  readonly scene: CurveScene;
  /** The plot's edges in pixels from the left of the stage. */
  plot(): { left: number; width: number };
  /** Reports a chosen range; `settled` when the gesture ends. */
  onSpan(span: SpanUs, settled: boolean, gesture: Gesture): void;
  onCursor(which: "a" | "b", atUs: number): void;
  onBack(): void;
}

/** A press closer to a cursor than this drags the cursor. */
const GRIP_PX = 6;
/** A press that moves less than this is a click. */
const CLICK_PX = 3;
/** Two clicks within this time are a double click. */
const DOUBLE_MS = 220;
const WHEEL_STEP = 1.0015;
const WHEEL_SETTLED_MS = 180;

type Drag =
  | { kind: "pan"; fromX: number; span: SpanUs; moved: boolean }
  | { kind: "select"; fromUs: number; moved: boolean }
  | { kind: "cursor"; which: "a" | "b"; moved: boolean };

/** Wheel zooms at the pointer, drag pans, shift-drag selects, double click undoes, two fingers pinch. */
export function followPointer(stage: HTMLElement, parts: StageParts): () => void {
  const { scene } = parts;
  const fingers = new Map<number, number>();
  let drag: Drag | null = null;
  let pinch: { distance: number; centreUs: number; span: SpanUs } | null = null;
  let settle: ReturnType<typeof setTimeout> | undefined;
  let click: ReturnType<typeof setTimeout> | undefined;

  const xIn = (clientX: number) => clientX - stage.getBoundingClientRect().left - parts.plot().left;
  const timeAt = (x: number) => {
    const { fromUs, toUs } = scene.span.get();
    return fromUs + (x / parts.plot().width) * (toUs - fromUs);
  };
  const isPlot = (event: Event) => event.target instanceof HTMLCanvasElement;
  const cursorAt = (x: number): "a" | "b" | undefined => {
    const { aUs, bUs } = scene.cursors.get();
    const { fromUs, toUs } = scene.span.get();
    const near = (us: number | null) =>
      us !== null && Math.abs(((us - fromUs) / (toUs - fromUs)) * parts.plot().width - x) <= GRIP_PX;
    if (near(bUs)) return "b";
    return near(aUs) ? "a" : undefined;
  };

  const wheel = (event: WheelEvent) => {
    if (!isPlot(event)) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const { fromUs, toUs } = scene.span.get();
      const byUs = ((event.deltaX * lines) / parts.plot().width) * (toUs - fromUs);
      parts.onSpan(shifted(scene.span.get(), byUs), false, "wheel");
    } else {
      const factor = WHEEL_STEP ** (event.deltaY * lines);
      parts.onSpan(zoomed(scene.span.get(), timeAt(xIn(event.clientX)), factor), false, "wheel");
    }
    clearTimeout(settle);
    settle = setTimeout(() => parts.onSpan(scene.span.get(), true, "wheel"), WHEEL_SETTLED_MS);
  };

  const down = (event: PointerEvent) => {
    if (!isPlot(event) || event.button !== 0) return;
    const x = xIn(event.clientX);
    fingers.set(event.pointerId, x);
    // Captured by the canvas, so that the click is dispatched to it.
    (event.target as HTMLCanvasElement).setPointerCapture(event.pointerId);
    stage.focus({ preventScroll: true });
    if (fingers.size === 2) {
      const [one = 0, other = 0] = [...fingers.values()];
      pinch = {
        distance: Math.max(8, Math.abs(one - other)),
        centreUs: timeAt((one + other) / 2),
        span: scene.span.get(),
      };
      drag = null;
      return;
    }
    const which = cursorAt(x);
    if (which) drag = { kind: "cursor", which, moved: false };
    else if (event.shiftKey) drag = { kind: "select", fromUs: timeAt(x), moved: false };
    else drag = { kind: "pan", fromX: x, span: scene.span.get(), moved: false };
  };

  const move = (event: PointerEvent) => {
    const x = xIn(event.clientX);
    const { width } = parts.plot();
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, x);
    if (pinch && fingers.size === 2) {
      const [one = 0, other = 0] = [...fingers.values()];
      const factor = pinch.distance / Math.max(8, Math.abs(one - other));
      parts.onSpan(zoomed(pinch.span, pinch.centreUs, factor), false, "drag");
      return;
    }
    scene.hoverUs.set(isPlot(event) && x >= 0 && x <= width ? timeAt(x) : drag ? timeAt(x) : null);
    if (!drag) {
      stage.dataset.grip = String(cursorAt(x) !== undefined);
      return;
    }
    if (drag.kind === "cursor") {
      drag.moved = true;
      parts.onCursor(drag.which, timeAt(x));
    } else if (drag.kind === "select") {
      drag.moved = true;
      const atUs = timeAt(x);
      scene.selecting.set({ fromUs: Math.min(drag.fromUs, atUs), toUs: Math.max(drag.fromUs, atUs) });
    } else if (Math.abs(x - drag.fromX) > CLICK_PX || drag.moved) {
      drag.moved = true;
      const { fromUs, toUs } = drag.span;
      parts.onSpan(shifted(drag.span, ((drag.fromX - x) / width) * (toUs - fromUs)), false, "drag");
    }
  };

  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (pinch) {
      if (fingers.size === 0) pinch = null;
      parts.onSpan(scene.span.get(), true, "drag");
      return;
    }
    const ended = drag;
    drag = null;
    if (!ended) return;
    if (ended.kind === "select") {
      const pulled = scene.selecting.get();
      scene.selecting.set(null);
      if (pulled) parts.onSpan(pulled, true, "drag");
    } else if (ended.kind === "pan" && ended.moved) parts.onSpan(scene.span.get(), true, "drag");
    else if (ended.kind === "pan" && !ended.moved) {
      const atUs = timeAt(xIn(event.clientX));
      clearTimeout(click);
      click = setTimeout(() => parts.onCursor("a", atUs), DOUBLE_MS);
    }
  };

  const leave = () => !drag && scene.hoverUs.set(null);
  const twice = (event: MouseEvent) => {
    clearTimeout(click);
    if (isPlot(event)) parts.onBack();
  };
  stage.addEventListener("wheel", wheel, { passive: false });
  stage.addEventListener("pointerdown", down);
  stage.addEventListener("pointermove", move);
  stage.addEventListener("pointerup", up);
  stage.addEventListener("pointercancel", up);
  stage.addEventListener("pointerleave", leave);
  stage.addEventListener("dblclick", twice);
  return () => {
    clearTimeout(settle);
    clearTimeout(click);
    stage.removeEventListener("wheel", wheel);
    stage.removeEventListener("pointerdown", down);
    stage.removeEventListener("pointermove", move);
    stage.removeEventListener("pointerup", up);
    stage.removeEventListener("pointercancel", up);
    stage.removeEventListener("pointerleave", leave);
    stage.removeEventListener("dblclick", twice);
  };
}
