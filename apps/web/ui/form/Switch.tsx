import type { ComponentProps } from "react";
import styles from "./controls.module.css";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role" | "checked" | "onChange"> {
  checked: boolean;
  onChange(checked: boolean): void;
}

/** For what takes effect at once or with the form; named by a label or `aria-label`. */
export function Switch({ checked, onChange, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={checked}
      aria-checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
