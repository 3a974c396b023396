import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { join } from "../join.ts";
import { Icon } from "../marks/Icon.tsx";
import styles from "./controls.module.css";

export interface TextInputProps extends Omit<ComponentProps<"input">, "size" | "onChange" | "value"> {
  value: string;
  onChange(value: string): void;
  icon?: LucideIcon;
  /** Stands at the end, inside the edge. */
  trailing?: ReactNode;
  /** `entry` on public pages. */
  size?: "normal" | "entry";
  mono?: boolean;
}

export function TextInput({ value, onChange, icon, trailing, size, mono, className, ...rest }: TextInputProps) {
  return (
    <span className={join(styles.box, size === "entry" && styles.boxEntry, className)}>
      {icon && <Icon of={icon} size={size === "entry" ? 16 : 14} />}
      <input
        {...rest}
        className={join(styles.bare, mono && "mono")}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {trailing}
    </span>
  );
}
