import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { chartTop } from "../../ui/chart/Chart.tsx";
import styles from "./back-test.module.css";
import { type LimitLine, movedTo, snapped, type ValueRange } from "./limit-lines.ts";
import "../texts.ts";

interface LimitSliderProps {
  line: LimitLine;
  /** Of the chart. */
  range: ValueRange;
  height: number;
  /** In pixels, of the handle alone. */
  shift: number;
  /** Of the signal: an arrow key moves by it. */
  step: number;
  unit: string;
  write(value: number): string;
  onMove(to: number): void;
  /** The chart keeps its range meanwhile. */
  onHold(isHeld: boolean): void;
}

/** Arrow keys with Shift, and the page keys. */
const LARGE_STEP = 10;

/** TRG-07: a limit as a line across the curve, moved by pointer, finger or keys. */
export function LimitSlider({ line, range, height, shift, step, unit, write, onMove, onHold }: LimitSliderProps) {
  const t = useText();
  const { key, at } = line;
  const top = lineTop(line, range, height);
  const { grab, drag, drop } = useDrag({ line, range, height, step, onMove, onHold }, top);
  const keyDown = (event: KeyboardEvent) => {
    const steps = stepsOf(event);
    if (steps === 0) return;
    event.preventDefault();
    onMove(movedTo(line, at + steps * step));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      className={styles.line}
      data-line={key}
      style={{ top }}
      aria-orientation="vertical"
      aria-label={t(`alarms.test.line.${key}`)}
      aria-valuemin={Math.max(line.least, Math.min(range.from, at))}
      aria-valuemax={Math.min(line.most, Math.max(range.to, at))}
      aria-valuenow={at}
      aria-valuetext={write(at)}
      title={t("alarms.test.dragHint", { step: `${formatNumber(step)} ${unit}`.trim() })}
      onKeyDown={keyDown}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <span className={styles.handle} style={{ marginTop: shift }}>
        {key === "back" ? t("alarms.test.backAt", { value: write(at) }) : write(at)}
      </span>
    </div>
  );
}

export const lineTop = ({ at }: LimitLine, { from, to }: ValueRange, height: number): number =>
  chartTop((at - from) / (to - from), height);

function stepsOf({ key, shiftKey }: KeyboardEvent): number {
  if (key === "PageUp") return LARGE_STEP;
  if (key === "PageDown") return -LARGE_STEP;
  const steps = key === "ArrowUp" ? 1 : key === "ArrowDown" ? -1 : 0;
  return shiftKey ? steps * LARGE_STEP : steps;
}

/** A line follows the pointer that grabbed it, not a second finger; the edges of the chart are as far as it goes. */
function useDrag(
  { line, range, height, step, onMove, onHold }: Omit<LimitSliderProps, "write" | "shift" | "unit">,
  top: number,
) {
  const from = useRef<{ pointerId: number; pointerY: number; top: number }>(undefined);
  const plotPx = chartTop(0, height) - chartTop(1, height);
  const perPixel = (range.to - range.from) / plotPx;
  return {
    grab(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || from.current) return;
      event.preventDefault();
      event.currentTarget.focus();
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { pointerId: event.pointerId, pointerY: event.clientY, top };
      onHold(true);
    },
    drag(event: PointerEvent<HTMLElement>) {
      if (from.current?.pointerId !== event.pointerId) return;
      const px = chartTop(0, height) - (from.current.top + event.clientY - from.current.pointerY);
      const value = range.from + Math.min(plotPx, Math.max(0, px)) * perPixel;
      onMove(movedTo(line, snapped(value, step, perPixel)));
    },
    drop({ pointerId }: PointerEvent<HTMLElement>) {
      if (from.current?.pointerId !== pointerId) return;
      from.current = undefined;
      onHold(false);
    },
  };
}
