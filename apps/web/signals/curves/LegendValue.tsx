import { shownPlaces } from "@canopy/can/dbc/decode/decimal-places";
import { useEffect, useRef } from "react";
import { formatReading } from "../../platform/formats.ts";
import type { SignalInfo } from "../choose/signal-info.ts";
import type { CurveScene } from "./curve-scene.ts";
import styles from "./panels.module.css";

/** A value as text: the name of a state, otherwise a number with the decimals of the signal's resolution. */
export function valueText(info: SignalInfo, value: number): string {
  const name = info.stateNames.get(value);
  if (name !== undefined && info.isState) return name;
  const number = figureText(info, value);
  return name === undefined ? number : `${number} ${name}`;
}

/** A figure of a signal with the decimals of its values. */
export function figureText({ signal }: SignalInfo, value: number): string {
  return formatReading(value, shownPlaces(signal));
}

/** A mean of a signal: one decimal more than its values. */
export function meanText({ signal }: SignalInfo, value: number): string {
  return formatReading(value, shownPlaces(signal) + 1);
}

/** The sample under the pointer, written by the scene. */
export function LegendValue({ info, scene }: { info: SignalInfo; scene: CurveScene }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const paintOver = () => {
      const hoverUs = scene.hoverUs.get();
      const sample = hoverUs === null ? undefined : scene.sampleAt(info.key, hoverUs, info.isState);
      const text = hoverUs === null ? "" : sample ? valueText(info, sample.value) : "—";
      if (ref.current && ref.current.textContent !== text) ref.current.textContent = text;
    };
    return scene.add({ paint: () => undefined, paintOver });
  }, [scene, info]);
  return <span ref={ref} className={styles.legendValue} data-legend-value="" />;
}
