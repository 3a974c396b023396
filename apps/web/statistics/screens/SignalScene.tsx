import type { OverviewRow } from "@canopy/contract/devices/overview";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { valueText } from "../../signals/curves/LegendValue.tsx";
import type { LiveSignals } from "../../signals/samples/live-signals.ts";
import styles from "./screen.module.css";
import { curvePoints } from "./screen-data.ts";
import { CURVE_SECONDS, type ScreenCurve } from "./use-monitor-signals.ts";

/** A value that is older is grey. */
const STALE_US = 5_000_000;

interface SignalSceneProps {
  curves: readonly ScreenCurve[];
  live: LiveSignals;
  rows: readonly OverviewRow[];
}

/** Chosen signals of vehicles: the last minute as a curve, with the last value and its unit. Drawn anew with its parent, once a second. */
export function SignalScene({ curves, live, rows }: SignalSceneProps) {
  return (
    <div className={styles.curves}>
      {curves.map((curve) => (
        <SignalBlock
          key={`${curve.chosen.thingsId} ${curve.key}`}
          curve={curve}
          live={live}
          device={rows.find(({ id }) => id === curve.chosen.thingsId)?.name ?? UNKNOWN}
        />
      ))}
    </div>
  );
}

interface SignalBlockProps {
  curve: ScreenCurve;
  live: LiveSignals;
  device: string;
}

/** What a curve shows now: the last minute by the device's own clock. */
export function readCurve({ chosen, key, info, isGone }: ScreenCurve, live: LiveSignals) {
  const toUs = live.shownUs(chosen.thingsId);
  const span = { fromUs: toUs - CURVE_SECONDS * 1_000_000, toUs };
  const samples = live.read(chosen.thingsId, key);
  const lastUs = samples.times[samples.length - 1];
  const last = samples.values[samples.length - 1];
  const isShown = lastUs !== undefined && lastUs >= span.fromUs;
  return {
    value: isShown && info && last !== undefined ? valueText(info, last) : UNKNOWN,
    unit: isShown && !info?.isState ? info?.unit : undefined,
    isStale: !isShown || toUs - lastUs > STALE_US,
    /** Undefined: there is nothing to draw. */
    points: isGone || !isShown ? undefined : curvePoints(samples, span),
  };
}

function SignalBlock({ curve, live, device }: SignalBlockProps) {
  const t = useText();
  const { value, unit, isStale, points } = readCurve(curve, live);
  const { signal } = curve.chosen.signal;
  const name = `${device} · ${signal}`;
  return (
    <div className={styles.block} data-signal={signal} data-stale={isStale}>
      <h2>
        <span>{name}</span>
        <strong>
          {value} {unit !== undefined && <small>{unit}</small>}
        </strong>
      </h2>
      {points === undefined ? (
        <p className={styles.quiet}>{t(curve.isGone ? "statistics.choice.gone" : "statistics.choice.noValue")}</p>
      ) : (
        <svg
          className={styles.curve}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${name} ${value}`}
        >
          <polyline points={points} />
        </svg>
      )}
    </div>
  );
}
