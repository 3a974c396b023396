import { formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { join } from "../join.ts";
import { levelOfLoad } from "./levels.ts";
import styles from "./marks.module.css";

interface LoadBarProps {
  /** 0 to 100; null when nothing is known. */
  percent: number | null;
  /** No longer live: turns grey at once. */
  stale?: boolean;
}

const FILL = { fine: undefined, ordinary: styles.fillOrdinary, urgent: styles.fillUrgent };
const LOUD = { fine: undefined, ordinary: styles.loudOrdinary, urgent: styles.loudUrgent };

/** Bar and number; from 60 % the number is bold too. */
export function LoadBar({ percent, stale = false }: LoadBarProps) {
  const t = useText();
  const level = percent === null ? "fine" : levelOfLoad(percent);
  const written = formatQuantity(percent, "%", { digits: 0 });
  const quiet = stale || percent === null || percent === 0;
  return (
    <span className={styles.load} role="img" aria-label={t("ui.load.label", { percent: written })}>
      <span className={styles.track}>
        <span
          className={join(styles.fill, FILL[level])}
          style={{
            width: `${Math.min(100, Math.max(0, percent ?? 0))}%`,
            ...(stale ? { background: "var(--off)" } : {}),
          }}
        />
      </span>
      <span className={join(styles.loadNumber, quiet ? styles.stale : LOUD[level])}>{written}</span>
    </span>
  );
}
