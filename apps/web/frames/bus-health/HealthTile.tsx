import { join } from "../../ui/join.ts";
import styles from "./bus-health.module.css";

interface HealthTileProps {
  title: string;
  value: string;
  unit?: string;
  note: string;
  level?: "urgent" | "ordinary" | null | undefined;
  stale?: boolean;
}

/** One figure of a bus. */
export function HealthTile({ title, value, unit, note, level, stale = false }: HealthTileProps) {
  return (
    <div className={styles.tile}>
      <dt>{title}</dt>
      <dd className={join(styles.value, level && styles[level], stale && styles.stale)}>
        {value}
        {unit && value !== "—" && <span className={styles.unit}>{unit}</span>}
      </dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}
