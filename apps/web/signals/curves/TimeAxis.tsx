import { useEffect, useRef } from "react";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { prepared } from "../paint/canvas-size.ts";
import type { CurveLook } from "../paint/curve-look.ts";
import { xOf } from "../paint/paint-line.ts";
import { type Gutters, TIME_AXIS_PX } from "../paint/paint-panel.ts";
import { timeTicks } from "../paint/time-ticks.ts";
import type { CurveScene } from "./curve-scene.ts";
import { TIME_TICK_PX } from "./PanelPlot.tsx";
import styles from "./panels.module.css";

interface TimeAxisProps {
  scene: CurveScene;
  gutters: Gutters;
  width: number;
  look: CurveLook;
}

/** The common time axis below all panels. */
export function TimeAxis({ scene, gutters, width, look }: TimeAxisProps) {
  const formats = useTimeFormats();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (width === 0) return;
    const paint = () => {
      const ctx = canvas.current && prepared(canvas.current, width, TIME_AXIS_PX);
      if (!ctx) return;
      const plot = { left: gutters.left, top: 0, width: width - gutters.left - gutters.right, height: TIME_AXIS_PX };
      const span = scene.span.get();
      ctx.font = `11px ${look.face}`;
      ctx.fillStyle = look.hint;
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      for (const { atUs, text } of timeTicks(span, plot.width / TIME_TICK_PX, formats)) {
        const half = ctx.measureText(text).width / 2;
        const x = Math.min(width - half - 2, Math.max(half + 2, xOf(plot, span, atUs)));
        ctx.fillText(text, x, TIME_AXIS_PX / 2);
      }
    };
    return scene.add({ paint, paintOver: () => undefined });
  }, [scene, gutters, width, look, formats]);
  return <canvas ref={canvas} data-curve="time" className={styles.timeAxis} style={{ width, height: TIME_AXIS_PX }} />;
}
