import styles from "./capacity.module.css";
import type { WarningLevel } from "./warning-level.ts";

interface RingProps {
  /** 0 to 1; null: no quota. */
  share: number | null;
  level: WarningLevel;
  size: number;
  stroke: number;
}

/** A ring that fills clockwise from the top. */
export function Ring({ share, level, size, stroke }: RingProps) {
  const radius = (size - stroke) / 2;
  const round = 2 * Math.PI * radius;
  const filled = Math.min(1, Math.max(0, share ?? 0)) * round;
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: "none", strokeWidth: stroke };
  return (
    <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} className={styles[level]} aria-hidden="true">
      <circle {...circle} className={styles.ringBack} />
      <circle
        {...circle}
        className={styles.ringFill}
        strokeDasharray={`${filled} ${round - filled}`}
        transform={`rotate(-90 ${size / 2} ${size / 2})`}
      />
    </svg>
  );
}
