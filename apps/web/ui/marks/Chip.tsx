import type { ReactNode } from "react";
import { join } from "../join.ts";
import type { Level } from "./levels.ts";
import styles from "./marks.module.css";
import { StatusDot } from "./StatusDot.tsx";

interface ChipProps {
  tone?: "neutral" | "green" | Level;
  /** A state that can be on or off carries its dot. */
  dot?: boolean;
  children: ReactNode;
}

/** For states and labels, two in a row at most. A count is plain text. */
export function Chip({ tone = "neutral", dot, children }: ChipProps) {
  return (
    <span className={join(styles.chip, tone !== "neutral" && styles[tone])}>
      {dot !== undefined && <StatusDot on={dot} />}
      {children}
    </span>
  );
}
