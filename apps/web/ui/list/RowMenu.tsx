import { Ellipsis } from "lucide-react";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import styles from "../float/floating.module.css";
import { type MenuItem, MenuItems } from "../float/Menu.tsx";
import { keepBeside } from "../float/place.ts";
import { Icon } from "../marks/Icon.tsx";

interface RowMenuProps {
  /** The row: where a list gives the button to another one, an open menu closes. */
  of: string;
  label: string;
  /** Asked for when it opens. */
  items(): readonly MenuItem[];
  className?: string | undefined;
}

/** A press on the button closes an open menu before the click opens it again: that click means "close". */
const SAME_PRESS_MS = 250;

const DOTS = <Icon of={Ellipsis} size={16} />;

/** The menu of a row in a list of thousands: until it is opened there is nothing of it but its button. */
export function RowMenu({ of, label, items, className }: RowMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const closedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row
  useLayoutEffect(() => () => setIsOpen(false), [of]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(performance.now() - closedAt.current > SAME_PRESS_MS)}
      >
        {DOTS}
      </button>
      {isOpen && (
        <OpenMenu
          label={label}
          items={items()}
          anchor={button}
          onClose={() => {
            closedAt.current = performance.now();
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
}

interface OpenMenuProps {
  label: string;
  items: readonly MenuItem[];
  anchor: RefObject<HTMLButtonElement | null>;
  onClose(): void;
}

/** Not inside its row: a list that puts its rows in order moves them in the document, and the browser would hide it. */
function OpenMenu({ label, items, anchor, onClose }: OpenMenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!panel.current || !anchor.current) return;
    panel.current.showPopover();
    const following = keepBeside(anchor.current, panel.current, { side: "below", align: "end" });
    panel.current.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    return () => following.abort();
  }, [anchor]);
  const leave = () => {
    panel.current?.hidePopover();
    anchor.current?.focus();
  };
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu inside is what has the keys
    <div
      ref={panel}
      popover="auto"
      className={styles.panel}
      onToggle={(event) => event.newState === "closed" && onClose()}
      // From the button the key goes on to what stands behind it.
      onKeyDown={(event) => event.key === "Tab" && leave()}
    >
      <MenuItems label={label} items={items} onClose={leave} />
    </div>,
    document.body,
  );
}
