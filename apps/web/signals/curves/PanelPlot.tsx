import { useEffect, useRef } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { prepared } from "../paint/canvas-size.ts";
import type { CurveLook } from "../paint/curve-look.ts";
import { isNothingOver, paintCursors } from "../paint/paint-cursors.ts";
import { type Gutters, LANE_PX, type PaintedPanel, paintPanel, shapeOf } from "../paint/paint-panel.ts";
import { timeTicks } from "../paint/time-ticks.ts";
import type { CurveScene } from "./curve-scene.ts";
import { type DrawnItem, linesOf, type Overlay } from "./drawn-item.ts";
import styles from "./panels.module.css";
import "./curve-texts.ts";

interface PanelPlotProps {
  name: string;
  scene: CurveScene;
  items: readonly DrawnItem[];
  overlay: Overlay | null;
  gutters: Gutters;
  width: number;
  /** Height of the part with lines; lanes come below. */
  height: number;
  look: CurveLook;
  /** The signals' definitions are loading: the height of a panel with lines is reserved. */
  isOpening: boolean;
}

/** Approximate distance of the labels on the time axis. */
export const TIME_TICK_PX = 100;

/** Height of a panel's lanes; an overlaid drive has lanes of its own. */
export function lanesPx(items: readonly DrawnItem[], overlay: Overlay | null): number {
  const lanes = items.filter(({ info }) => info.isState).length * (overlay ? 2 : 1);
  return lanes === 0 ? 0 : lanes * LANE_PX + 8;
}

/** One panel on two canvases: lines, and an overlay that follows the pointer. Drawn by the scene, not by React. */
export function PanelPlot(props: PanelPlotProps) {
  const { name, scene, items, overlay, gutters, width, height, look } = props;
  const t = useText();
  const formats = useTimeFormats();
  const box = useRef<HTMLDivElement>(null);
  const base = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLCanvasElement>(null);
  const hasLines = items.some(({ info }) => !info.isState) || (props.isOpening && items.length === 0);
  const total = (hasLines ? height : 0) + lanesPx(items, overlay);

  useEffect(() => {
    if (width === 0) return;
    let painted: PaintedPanel | undefined;
    let isBlank = false;
    const paint = () => {
      const ctx = base.current && prepared(base.current, width, total);
      if (!ctx) return;
      const lines = linesOf(items, scene, overlay, look);
      const shape = shapeOf(lines, { width, height, gutters });
      const span = scene.span.get();
      const ticks = timeTicks(span, shape.plot.width / TIME_TICK_PX, formats);
      const isComing = items.every(({ info }) => scene.source.stateOf(info.key, span) === "coming");
      const isDrawn = lines.some(({ samples }) => samples.length > 0);
      box.current?.toggleAttribute("data-coming", isComing && !isDrawn);
      box.current?.toggleAttribute("data-drawn", isDrawn);
      painted = paintPanel(ctx, shape, span, lines, ticks, look);
    };
    const paintOver = () => {
      // Without pointer and cursors the overlay stays blank: it is cleared once, not with every frame.
      const hasNothing = isNothingOver(scene);
      if (hasNothing && isBlank) return;
      const ctx = over.current && prepared(over.current, width, total);
      if (ctx && painted) paintCursors(ctx, total, painted, scene, items, look);
      isBlank = hasNothing;
    };
    return scene.add({ paint, paintOver });
  }, [scene, items, overlay, gutters, width, height, total, look, formats]);

  return (
    <div ref={box} className={styles.plot} style={{ height: total }}>
      <canvas
        ref={base}
        data-curve="lines"
        role="img"
        aria-label={t("signals.curve.picture", { panel: name, signals: items.map(({ info }) => info.name).join(", ") })}
        style={{ width, height: total }}
      />
      <canvas ref={over} style={{ width, height: total }} />
    </div>
  );
}
