import { useEffect } from "react";
import { useText } from "../platform/i18n.ts";
import { useStore } from "../platform/kept.ts";
import { Button } from "../ui/Button.tsx";
import { join } from "../ui/join.ts";
import styles from "./capacity.module.css";
import type { CapacityFigures } from "./capacity-queries.ts";
import { warningsOf } from "./capacity-words.ts";
import { dismiss, isDismissed, popoverClosed, resetDismissed } from "./popover-closed.ts";

interface CapacityWarningProps {
  figures: CapacityFigures;
  onOpen(): void;
}

/** CAP-03: says once at each level that space ends; back to normal, it may say so again. */
export function CapacityWarning({ figures, onOpen }: CapacityWarningProps) {
  const t = useText();
  const closed = useStore(popoverClosed);
  const { level } = figures;
  useEffect(() => {
    if (level === "normal") resetDismissed();
  }, [level]);
  if (isDismissed(closed, level)) return null;
  return (
    <section
      className={join(styles.tip, styles[level])}
      role="status"
      aria-label={t("capacity.tip.label")}
      data-part="capacity-tip"
    >
      {warningsOf(figures, t).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <div className={styles.tipActions}>
        <Button onClick={() => dismiss(level)}>{t("capacity.tip.known")}</Button>
        <Button kind="main" onClick={onOpen}>
          {t("capacity.tip.open")}
        </Button>
      </div>
    </section>
  );
}

/** CAP-03: the red line at the top of the content while a source is full; it scrolls. */
export function CapacityLine({ figures }: { figures: CapacityFigures }) {
  const t = useText();
  if (figures.level !== "full") return null;
  const [text] = warningsOf(figures, t);
  return (
    <div className={styles.line} role="alert" data-part="capacity-line">
      <span>{text}</span>
    </div>
  );
}
