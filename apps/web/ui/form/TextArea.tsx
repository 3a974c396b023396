import type { ComponentProps } from "react";
import { join } from "../join.ts";
import styles from "./controls.module.css";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "value" | "onChange"> {
  value: string;
  onChange(value: string): void;
  mono?: boolean;
}

export function TextArea({ value, onChange, mono, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      {...rest}
      className={join(styles.area, mono && "mono", className)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
