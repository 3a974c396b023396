import { useEffect, useRef } from "react";
import { useTimeFormats } from "../../platform/use-formats.ts";
import type { Gutters } from "../paint/paint-panel.ts";
import { dayText, momentText } from "../paint/time-ticks.ts";
import type { CurveScene } from "./curve-scene.ts";
import styles from "./panels.module.css";

/** The times of the cursors above the panels; positioned by the scene. */
export function CursorStrip({ scene, gutters, width }: { scene: CurveScene; gutters: Gutters; width: number }) {
  const formats = useTimeFormats();
  const box = useRef<HTMLDivElement>(null);
  const day = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const paintOver = () => {
      const span = scene.span.get();
      const { aUs, bUs } = scene.cursors.get();
      const inner = width - gutters.left - gutters.right;
      const times = { a: aUs, b: bUs, hover: scene.hoverUs.get() };
      for (const chip of box.current?.querySelectorAll<HTMLElement>("[data-cursor]") ?? []) {
        const which = chip.dataset.cursor as keyof typeof times;
        const at = times[which];
        const share = at === null ? -1 : (at - span.fromUs) / (span.toUs - span.fromUs);
        chip.hidden = at === null || share < 0 || share > 1;
        if (chip.hidden || at === null) continue;
        chip.style.transform = `translateX(${gutters.left + share * inner}px) translateX(-50%)`;
        const text = momentText(at, span, formats);
        const label = chip.lastElementChild;
        if (label && label.textContent !== text) label.textContent = text;
      }
    };
    const paint = () => {
      const text = dayText(scene.span.get(), formats, Date.now());
      if (day.current && day.current.textContent !== text) day.current.textContent = text;
    };
    return scene.add({ paint, paintOver });
  }, [scene, gutters, width, formats]);
  return (
    <div ref={box} className={styles.strip}>
      <span ref={day} className={styles.day} data-testid="curve-day" />
      <span data-cursor="hover" className={styles.hoverChip} hidden>
        <span />
      </span>
      <span data-cursor="a" className={styles.chip} hidden>
        <b>A</b> <span />
      </span>
      <span data-cursor="b" className={styles.chip} hidden>
        <b>B</b> <span />
      </span>
    </div>
  );
}
