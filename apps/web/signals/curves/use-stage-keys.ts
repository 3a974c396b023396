import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { SpanUs } from "../samples/samples.ts";
import type { CurveScene } from "./curve-scene.ts";
import type { Gesture } from "./span-undo.ts";
import { stageAction } from "./stage-keys.ts";
import type { Desk } from "./use-desk.ts";

/** Elements in which a letter is text input. */
const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"]), select, textarea, header, [role="menu"], dialog';

type Key = Pick<globalThis.KeyboardEvent, "key" | "target" | "preventDefault" | "ctrlKey" | "metaKey" | "altKey">;

interface StageActs {
  scene: CurveScene;
  desk: Desk;
  /** The signal by whose samples a cursor steps. */
  activeKey: string | undefined;
  onSpan(span: SpanUs, settled: boolean, gesture: Gesture): void;
  onBack(): void;
  onCursor(which: "a" | "b", atUs: number): void;
}

/** The keys of the panels: active while the stage has the focus or the pointer is on a curve. */
export function useStageKeys(stage: RefObject<HTMLElement | null>, acts: StageActs) {
  const { scene, desk, activeKey } = acts;
  const lastCursor = useRef<"a" | "b">("a");
  const setCursor = (which: "a" | "b", atUs: number) => {
    lastCursor.current = which;
    acts.onCursor(which, atUs);
  };
  const onKeyDown = (event: Key) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.closest(TYPED_INTO)) return;
    const which = lastCursor.current;
    const { aUs, bUs } = scene.cursors.get();
    const action = stageAction(event.key, {
      span: scene.span.get(),
      hoverUs: scene.hoverUs.get(),
      hasCursor: { a: aUs, b: bUs }[which] !== null && activeKey !== undefined,
      panels: desk.view.panels.length,
    });
    if (!action) return;
    event.preventDefault();
    if (action.kind === "cursor") setCursor(action.which, action.atUs);
    else if (action.kind === "span") acts.onSpan(action.span, true, "keys");
    else if (action.kind === "back") acts.onBack();
    else if (action.kind === "clear") desk.clearCursors();
    else if (action.kind === "panel") desk.activate(action.index);
    else if (action.kind === "newPanel") desk.newPanel();
    else if (activeKey) desk.step(which, action.by, activeKey);
  };
  // The pointer on a curve directs the keys to the panels, wherever the focus is.
  const onPointedKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (scene.hoverUs.get() !== null && !stage.current?.contains(document.activeElement)) onKeyDown(event);
  });
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => onPointedKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return { onKeyDown, setCursor };
}
