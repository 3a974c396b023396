import { useId, useState } from "react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import styles from "../form/controls.module.css";
import { TimeInput } from "./TimeInput.tsx";
import { isOrdered, saysMs, type TimeRange } from "./time-range.ts";

interface TimeRangeInputProps {
  range: TimeRange;
  /** Called with ordered ranges only; a wrong order stays in the fields and is explained. */
  onChange(range: TimeRange): void;
}

/** NAV-14: start before end, in the viewer's zone, to the second; a short range to the millisecond. */
export function TimeRangeInput({ range, onChange }: TimeRangeInputProps) {
  const t = useText();
  const errorId = useId();
  const [refused, setRefused] = useState<TimeRange | null>(null);
  const [problem, setProblem] = useState<TextKey | null>(null);
  const shown = refused ?? range;
  const take = (next: TimeRange) => {
    const ordered = isOrdered(next);
    setRefused(ordered ? null : next);
    setProblem(ordered ? null : "ui.range.order");
    if (ordered) onChange(next);
  };
  const common = {
    exact: saysMs(shown),
    onBad: () => setProblem("ui.range.format"),
    "aria-invalid": problem !== null,
    "aria-describedby": problem ? errorId : undefined,
  };

  return (
    <span className={styles.range}>
      <TimeInput
        {...common}
        aria-label={t("ui.range.from")}
        at={shown.fromMs}
        onChange={(fromMs) => take({ ...shown, fromMs })}
      />
      <span aria-hidden="true">–</span>
      <TimeInput
        {...common}
        aria-label={t("ui.range.to")}
        at={shown.toMs}
        onChange={(toMs) => take({ ...shown, toMs })}
      />
      {problem && (
        <span id={errorId} role="alert" className={styles.fieldError}>
          {t(problem)}
        </span>
      )}
    </span>
  );
}
