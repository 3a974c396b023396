import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { join } from "../join.ts";
import styles from "./marks.module.css";

interface FigureProps {
  value: number | null | undefined;
  unit?: string;
  digits?: number;
  /** No longer live: turns grey at once. */
  stale?: boolean;
}

/** A number with its unit, which is quieter and never moves it. */
export function Figure({ value, unit, digits, stale = false }: FigureProps) {
  const number = formatNumber(value, digits === undefined ? {} : { digits });
  return (
    <span className={join(styles.figure, stale && styles.stale)}>
      {number}
      {unit && number !== UNKNOWN && <span className={styles.unit}>{unit}</span>}
    </span>
  );
}
