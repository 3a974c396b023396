import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { join } from "../join.ts";
import { Icon } from "../marks/Icon.tsx";
import styles from "./controls.module.css";

export interface Option<V extends string> {
  value: V;
  label: string;
}

interface SelectProps<V extends string> extends Omit<ComponentProps<"select">, "value" | "onChange" | "size"> {
  options: readonly Option<NoInfer<V>>[];
  value: V;
  onChange(value: NoInfer<V>): void;
}

/** The system's own list: quick, known, right on a phone. */
export function Select<V extends string>({ options, value, onChange, className, ...rest }: SelectProps<V>) {
  return (
    <span className={join(styles.select, className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => {
          const chosen = options[event.target.selectedIndex];
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size={14} />
    </span>
  );
}
