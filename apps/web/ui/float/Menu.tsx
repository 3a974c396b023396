import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { join } from "../join.ts";
import { moveFocus } from "../list/roving.ts";
import { Icon } from "../marks/Icon.tsx";
import styles from "./floating.module.css";
import { Popover, type TriggerProps } from "./Popover.tsx";
import type { Placement } from "./place.ts";

export interface MenuItem {
  key: string;
  label: string;
  icon?: LucideIcon;
  /** At the end of the line: a shortcut, a number. */
  aside?: ReactNode;
  danger?: boolean;
  /** The one in force, of a group of which one is. */
  chosen?: boolean;
  /** Why this person may not. */
  denied?: string | undefined;
  /** A line above. */
  apart?: boolean;
  /** The name of the group that begins with this item. */
  heading?: string;
  onSelect(): void;
}

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  trigger(props: TriggerProps & { "aria-haspopup": "menu" }): ReactNode;
  align?: Placement["align"];
}

export function Menu({ label, items, trigger, align = "end" }: MenuProps) {
  return (
    <Popover
      label={label}
      align={align}
      padded={false}
      trigger={(props) => trigger({ ...props, "aria-haspopup": "menu" })}
      onOpen={(panel) => panel.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()}
    >
      {(close) => <MenuItems label={label} items={items} onClose={close} />}
    </Popover>
  );
}

interface MenuItemsProps extends Pick<MenuProps, "label" | "items"> {
  onClose(): void;
  /** Among other controls the Tab key leads to each; in a menu of its own the arrows do. */
  tabbed?: boolean;
}

export function MenuItems({ label, items, onClose, tabbed = false }: MenuItemsProps) {
  return (
    <div
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        moveFocus(event, "menuitem", "down");
        moveFocus(event, "menuitemradio", "down");
      }}
    >
      {items.map((item) => (
        <MenuLine key={item.key} item={item} onClose={onClose} tabbed={tabbed} />
      ))}
    </div>
  );
}

function MenuLine({ item, onClose, tabbed }: { item: MenuItem; onClose(): void; tabbed: boolean }) {
  const select = () => {
    if (item.denied) return;
    onClose();
    item.onSelect();
  };
  const role =
    item.chosen === undefined ? { role: "menuitem" } : { role: "menuitemradio", "aria-checked": item.chosen };
  return (
    <>
      {item.apart && <hr className={styles.rule} />}
      {item.heading && <div className={styles.heading}>{item.heading}</div>}
      <button
        type="button"
        {...role}
        tabIndex={tabbed ? 0 : -1}
        aria-disabled={item.denied ? true : undefined}
        className={join(styles.item, item.danger && styles.danger)}
        onClick={select}
      >
        {item.icon && <Icon of={item.icon} size={14} />}
        <span>
          {item.label}
          {item.denied && <span className={styles.reason}>{item.denied}</span>}
        </span>
        {item.aside && <span className={styles.aside}>{item.aside}</span>}
      </button>
    </>
  );
}
