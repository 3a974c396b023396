import { useId, useState } from "react";
import { useText } from "../platform/i18n.ts";
import styles from "./controls.module.css";
import { TextInput } from "./TextInput.tsx";
import { isOrdered, localInputText, localInputTime, type TimeRange } from "./time-range.ts";

interface TimeRangeInputProps {
  range: TimeRange;
  /** Called with ordered ranges only; a wrong order is kept in the fields and explained. */
  onChange(range: TimeRange): void;
}

/** The viewer's own zone, to the second, by the browser's own picker. */
export function TimeRangeInput({ range, onChange }: TimeRangeInputProps) {
  const t = useText();
  const errorId = useId();
  const [refused, setRefused] = useState<TimeRange | null>(null);
  const shown = refused ?? range;
  const take = (next: TimeRange) => {
    setRefused(isOrdered(next) ? null : next);
    if (isOrdered(next)) onChange(next);
  };
  const common = {
    type: "datetime-local",
    step: 1,
    "aria-invalid": refused !== null,
    "aria-describedby": refused ? errorId : undefined,
  } as const;

  return (
    <span className={styles.range}>
      <TextInput
        {...common}
        aria-label={t("ui.range.from")}
        value={localInputText(shown.fromMs)}
        onChange={(text) => take({ ...shown, fromMs: localInputTime(text) })}
      />
      <span aria-hidden="true">–</span>
      <TextInput
        {...common}
        aria-label={t("ui.range.to")}
        value={localInputText(shown.toMs)}
        onChange={(text) => take({ ...shown, toMs: localInputTime(text) })}
      />
      {refused && (
        <span id={errorId} role="alert" className={styles.fieldError}>
          {t("ui.range.order")}
        </span>
      )}
    </span>
  );
}
