import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import styles from "./controls.module.css";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "checked" | "onChange" | "children"> {
  /** `some`: of a group, not all. */
  checked: boolean | "some";
  onChange(checked: boolean): void;
  children?: ReactNode;
}

export function Checkbox({ checked, onChange, children, ...rest }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = checked === "some";
  }, [checked]);
  return (
    <label className={styles.tick}>
      <input
        {...rest}
        ref={ref}
        type="checkbox"
        checked={checked === true}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
