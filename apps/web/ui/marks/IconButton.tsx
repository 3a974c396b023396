import type { LucideIcon } from "lucide-react";
import { type ComponentProps, createContext, type MouseEvent, use } from "react";
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

/** Whether icons have their names beside them, as in a list of tools. */
export const NamedIcons = createContext(false);

export function IconButton({ icon, label, edge = false, denied, onClick, ...rest }: IconButtonProps) {
  const isNamed = use(NamedIcons);
  const hint = denied ? `${label}: ${denied}` : label;
  const { target, bubble } = useTooltip(isNamed ? denied : hint, { describes: Boolean(denied) });
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
        className={join(styles.button, !edge && styles.quiet, !isNamed && styles.square, rest.className)}
        onClick={press}
      >
        <Icon of={icon} size={16} />
        {isNamed && label}
      </button>
      {bubble}
    </>
  );
}
