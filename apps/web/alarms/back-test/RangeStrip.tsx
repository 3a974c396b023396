import type { BackTest } from "@canopy/contract/alarms/back-test";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { chartLeft } from "../../ui/chart/Chart.tsx";
import { CHART_AXIS_PX, CHART_END_PX } from "../../ui/chart/chart-props.ts";
import { lengthOf, shareAt, type TimeSpan } from "../../ui/time/timeline.ts";
import styles from "./back-test.module.css";
import { ActiveBands, FiringFlags } from "./StateLane.tsx";
import { clickedAt, type Drag, draggedTo, gripAt, isWhole, movedBy, widened } from "./strip-window.ts";
import "../texts.ts";

/** How near to an edge of the window it is taken hold of. */
const REACH_PX = 12;
/** Less is a click. */
const LEAST_DRAG_PX = 4;
const STEP_SHARE = 0.1;

interface RangeStripProps {
  /** What is tested. */
  span: TimeSpan;
  /** What the curve below shows of it. */
  shown: TimeSpan;
  firings: BackTest["firings"];
  phases: BackTest["phases"];
  /** The curve over the whole range. */
  children: ReactNode;
  /** Undefined: all of it. */
  onShow(window: TimeSpan | undefined): void;
}

/** TRG-07: the whole range above the curve, with its firings; the window is what the curve shows. */
export function RangeStrip({ span, shown, firings, phases, children, onShow }: RangeStripProps) {
  const t = useText();
  const formats = useTimeFormats();
  const show = (window: TimeSpan) => onShow(isWhole(window, span) ? undefined : window);
  const { grab, move, drop } = useWindowDrag(span, shown, show);
  const clock = (atMs: number) => formats.time(atMs, "second").slice(5);
  const keyDown = (event: KeyboardEvent) => {
    const next = windowByKey(event.key, shown, span);
    if (!next) return;
    event.preventDefault();
    show(next);
  };
  return (
    <div className={styles.strip}>
      <ActiveBands phases={phases} span={span} />
      {children}
      <FiringFlags firings={firings} span={span} of="strip" />
      <div
        className={styles.stripArea}
        onPointerDown={grab}
        onPointerMove={move}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <div
          role="slider"
          tabIndex={0}
          className={styles.window}
          data-whole={isWhole(shown, span)}
          style={{
            left: chartLeft(shareAt(span, shown.fromMs)),
            right: `calc(100% - ${chartLeft(shareAt(span, shown.toMs))})`,
          }}
          aria-label={t("alarms.test.strip")}
          aria-valuemin={span.fromMs}
          aria-valuemax={span.toMs}
          aria-valuenow={Math.round((shown.fromMs + shown.toMs) / 2)}
          aria-valuetext={`${clock(shown.fromMs)} – ${clock(shown.toMs)}`}
          title={t("alarms.test.stripHint")}
          onKeyDown={keyDown}
        />
      </div>
    </div>
  );
}

function windowByKey(key: string, shown: TimeSpan, span: TimeSpan): TimeSpan | undefined {
  const stepMs = lengthOf(shown) * STEP_SHARE;
  if (key === "ArrowLeft") return movedBy(shown, -stepMs, span);
  if (key === "ArrowRight") return movedBy(shown, stepMs, span);
  if (key === "ArrowUp") return widened(shown, 0.5, span);
  if (key === "ArrowDown") return widened(shown, 2, span);
  return key === "Home" ? span : undefined;
}

type StripEvent = PointerEvent<HTMLElement>;

/** The window follows the pointer; a click brings it to that moment. */
function useWindowDrag(span: TimeSpan, shown: TimeSpan, show: (window: TimeSpan) => void) {
  const drag = useRef<Drag & { x: number; isMoved: boolean }>(undefined);
  return {
    grab(event: StripEvent) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { atMs, msPerPx } = momentOf(event, span);
      const grip = gripAt(shown, span, atMs, REACH_PX * msPerPx);
      drag.current = { grip, window: shown, startMs: atMs, x: event.clientX, isMoved: false };
    },
    move(event: StripEvent) {
      const held = drag.current;
      if (!held) return;
      held.isMoved ||= Math.abs(event.clientX - held.x) >= LEAST_DRAG_PX;
      if (held.isMoved) show(draggedTo(held, momentOf(event, span).atMs, span));
    },
    drop(event: StripEvent) {
      const held = drag.current;
      drag.current = undefined;
      if (held && !held.isMoved && event.type === "pointerup") show(clickedAt(shown, held.startMs, span));
    },
  };
}

function momentOf({ currentTarget, clientX }: StripEvent, span: TimeSpan): { atMs: number; msPerPx: number } {
  const { left, width } = currentTarget.getBoundingClientRect();
  const msPerPx = lengthOf(span) / (width - CHART_AXIS_PX - CHART_END_PX);
  const px = Math.min(width - CHART_END_PX, Math.max(CHART_AXIS_PX, clientX - left)) - CHART_AXIS_PX;
  return { atMs: span.fromMs + px * msPerPx, msPerPx };
}
