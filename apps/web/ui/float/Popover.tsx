import { type ReactNode, type Ref, type ToggleEvent, useCallback, useEffect, useId, useRef } from "react";
import { join } from "../join.ts";
import { useNarrow } from "../use-narrow.ts";
import styles from "./floating.module.css";
import { keepBeside, type Placement } from "./place.ts";

/** What the button that opens it must carry; the browser does the rest: toggling, Escape, click outside. */
export interface TriggerProps {
  id: string;
  popoverTarget: string;
}

interface PopoverProps {
  label: string;
  trigger(props: TriggerProps): ReactNode;
  align?: Placement["align"];
  padded?: boolean;
  /** The whole window on a phone. */
  sheet?: boolean;
  onOpen?(panel: HTMLElement): void;
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function Popover(props: PopoverProps) {
  const { label, trigger, align = "start", padded = true, sheet = false, onOpen, children } = props;
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const isSheet = useNarrow() && sheet;
  const following = useRef<AbortController>(undefined);
  const close = useCallback(() => panel.current?.hidePopover(), []);
  useEffect(() => () => following.current?.abort(), []);

  const toggled = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.target !== panel.current) return;
    following.current?.abort();
    const button = document.getElementById(`${id}button`);
    if (event.newState !== "open" || !button) return;
    if (isSheet) event.currentTarget.removeAttribute("style");
    else following.current = keepBeside(button, event.currentTarget, { side: "below", align });
    onOpen?.(event.currentTarget);
  };
  return (
    <>
      {trigger({ id: `${id}button`, popoverTarget: `${id}panel` })}
      <FloatingPanel panelRef={panel} id={`${id}panel`} label={label} padded={padded} sheet={sheet} onToggle={toggled}>
        {typeof children === "function" ? children(close) : children}
      </FloatingPanel>
    </>
  );
}

interface FloatingPanelProps {
  panelRef: Ref<HTMLDivElement>;
  id: string;
  label: string;
  padded: boolean;
  sheet: boolean;
  onToggle(event: ToggleEvent<HTMLDivElement>): void;
  children: ReactNode;
}

function FloatingPanel({ panelRef, id, label, padded, sheet, onToggle, children }: FloatingPanelProps) {
  return (
    <div
      ref={panelRef}
      id={id}
      popover="auto"
      {...(padded ? { role: "dialog", "aria-label": label } : {})}
      className={join(styles.panel, padded && styles.padded, sheet && styles.sheet)}
      onToggle={onToggle}
    >
      {children}
    </div>
  );
}
