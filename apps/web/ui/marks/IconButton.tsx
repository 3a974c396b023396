import type { LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";
import { useTooltip } from "../float/use-tooltip.tsx";
import styles from "../form/controls.module.css";
import { join } from "../join.ts";
import { Icon } from "./Icon.tsx";

interface IconButtonProps extends Omit<ComponentProps<"button">, "disabled" | "children"> {
  icon: LucideIcon;
  /** The name for all: read aloud, shown on hover. */
  label: string;
  edge?: boolean;
  denied?: string | undefined;
}

export function IconButton({ icon, label, edge = false, denied, onClick, ...rest }: IconButtonProps) {
  const { target, bubble } = useTooltip(denied ? `${label}: ${denied}` : label, { describes: Boolean(denied) });
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (denied) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button
        type="button"
        aria-label={label}
        {...rest}
        {...target}
        {...(denied ? { "aria-disabled": true } : {})}
        className={join(styles.button, !edge && styles.quiet, styles.square, rest.className)}
        onClick={press}
      >
        <Icon of={icon} size={16} />
      </button>
      {bubble}
    </>
  );
}
