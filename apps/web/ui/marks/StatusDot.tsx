import { join } from "../join.ts";
import styles from "./marks.module.css";

interface StatusDotProps {
  on: boolean | "waiting";
  /** Where no word stands beside it. */
  label?: string;
}

/** Filled is on, a ring is off, half is waiting: the shape says it without the colour. */
export function StatusDot({ on, label }: StatusDotProps) {
  const shape = on === "waiting" ? styles.dotWait : on && styles.dotOn;
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return <span className={join(styles.dot, shape)} {...named} />;
}
