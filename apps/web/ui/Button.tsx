import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { useTooltip } from "./float/use-tooltip.tsx";
import styles from "./form/controls.module.css";
import { join } from "./join.ts";
import { Icon } from "./marks/Icon.tsx";

type Kind = "main" | "plain" | "quiet" | "danger" | "link";

export interface ButtonProps extends Omit<ComponentProps<"button">, "disabled" | "children"> {
  /** One `main` per view: the next step. */
  kind?: Kind;
  icon?: LucideIcon;
  /** `entry` on public pages. */
  size?: "normal" | "entry";
  wide?: boolean;
  /** It does what it was asked for: until then a click does nothing, and it says so. */
  busy?: boolean | undefined;
  /** Why this person may not: shown on hover and focus and read aloud; the click does nothing. */
  denied?: string | undefined;
  children?: ReactNode;
}

const CLASS: Record<Kind, string | undefined> = {
  main: styles.main,
  plain: undefined,
  quiet: styles.quiet,
  danger: styles.danger,
  link: styles.link,
};

export function Button({ kind = "plain", icon, size, wide, busy, denied, children, onClick, ...rest }: ButtonProps) {
  const { target, bubble } = useTooltip(denied, { describes: true });
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || denied) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <>
      <button
        type="button"
        {...rest}
        {...(denied ? target : {})}
        {...(denied || busy ? { "aria-disabled": true } : {})}
        aria-busy={busy || undefined}
        className={join(
          styles.button,
          CLASS[kind],
          size === "entry" && styles.entry,
          wide && styles.wide,
          rest.className,
        )}
        onClick={press}
      >
        {busy ? (
          <LoaderCircle size={14} strokeWidth={1.75} className={styles.spinner} aria-hidden="true" />
        ) : (
          icon && <Icon of={icon} size={14} />
        )}
        {children}
      </button>
      {bubble}
    </>
  );
}
