import { useId } from "react";
import styles from "./controls.module.css";
import type { Option } from "./Select.tsx";

interface SegmentedProps<V extends string> {
  label: string;
  options: readonly Option<NoInfer<V>>[];
  value: V;
  onChange(value: NoInfer<V>): void;
}

/** A few exclusive choices side by side; arrow keys move, as in every radio group. */
export function Segmented<V extends string>({ label, options, value, onChange }: SegmentedProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
