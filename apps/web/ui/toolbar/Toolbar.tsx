import { Ellipsis } from "lucide-react";
import { type CSSProperties, type MouseEvent, type ReactNode, useRef } from "react";
import { useText } from "../../platform/i18n.ts";
import { Menu, type MenuItem, MenuItems } from "../float/Menu.tsx";
import { Popover, type TriggerProps } from "../float/Popover.tsx";
import { join } from "../join.ts";
import { IconButton, NamedIcons } from "../marks/IconButton.tsx";
import { useNarrow } from "../use-narrow.ts";
import { BottomEdge } from "./BottomEdge.tsx";
import styles from "./toolbar.module.css";
import { type OverflowItem, useOverflow } from "./use-overflow.ts";

export interface ToolbarItem extends OverflowItem {
  /**
   * `false` or nothing: the item is not there now. An item in ⋯ is known by the width it had in the line. A dialog stands
   * beside the toolbar, not in an item: ⋯ would hide it.
   */
  readonly content: ReactNode;
  /** What its width depends on, such as the text of a chip: with another it is measured anew, also when it is in ⋯. */
  readonly sign?: string | number;
  /** Stands at the right; such items are the last of the line. */
  readonly atEnd?: boolean;
  /** On a phone at the bottom edge of the window, where the thumb is: the main action and its neighbours. */
  readonly atBottom?: boolean;
}

interface ToolbarProps {
  label: string;
  items: readonly ToolbarItem[];
  /** Actions that are always in ⋯; what they are, for its button. */
  menu?: readonly MenuItem[];
  menuLabel?: string;
}

const MEASURES = { gapPx: 8, morePx: 28 };
const MEASURES_NARROW = { gapPx: 8, morePx: 40 };
const CONTROLS = "button, a[href], input, select, textarea, [tabindex='0']";

/** One line of controls, never two: what does not fit goes into ⋯, the highest priority number first. */
export function Toolbar({ label, items, menu = [], menuLabel }: ToolbarProps) {
  const t = useText();
  const line = useRef<HTMLDivElement>(null);
  const narrow = useNarrow();
  const present = items.filter(({ content }) => content !== false && content !== null && content !== undefined);
  const inLine = present.filter(({ atBottom }) => !(narrow && atBottom));
  const below = present.filter(({ atBottom }) => narrow && atBottom);
  const measured = inLine.map((item) => ({ ...item, key: measuredKey(item) }));
  const gone = useOverflow(line, measured, { ...(narrow ? MEASURES_NARROW : MEASURES), hasMore: menu.length > 0 });
  const shown = inLine.filter((item) => !gone.has(measuredKey(item)));
  const hidden = inLine.filter((item) => gone.has(measuredKey(item)));
  // The items that never leave stand behind ⋯, so that the main action is the last.
  const stays = shown.findLastIndex(({ priority, atEnd }) => priority !== undefined || !atEnd) + 1;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's */}
      <div ref={line} role="group" aria-label={label} className={styles.line} data-toolbar="">
        {shown.slice(0, stays).map((item) => (
          <Item key={item.key} item={item} />
        ))}
        {hidden.length + menu.length > 0 && (
          <div className={join(styles.item, !shown.slice(0, stays).some(({ atEnd }) => atEnd) && styles.atEnd)}>
            <More items={hidden} menu={menu} label={menuLabel ?? t("ui.toolbar.more")} />
          </div>
        )}
        {shown.slice(stays).map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </div>
      {below.length > 0 && <BottomEdge>{below.map(({ key, content }) => ({ key, content }))}</BottomEdge>}
    </>
  );
}

function measuredKey({ key, sign }: ToolbarItem): string {
  return sign === undefined ? key : `${key} ${sign}`;
}

function Item({ item }: { item: ToolbarItem }) {
  const { content, minPx, atEnd } = item;
  const style: CSSProperties & { "--min"?: string } = minPx ? { "--min": `${minPx}px` } : {};
  return (
    <div
      data-item={measuredKey(item)}
      className={join(styles.item, minPx !== undefined && styles.flexible, atEnd && styles.atEnd)}
      style={style}
    >
      {content}
    </div>
  );
}

interface MoreProps {
  items: readonly ToolbarItem[];
  menu: readonly MenuItem[];
  label: string;
}

function More({ items, menu, label }: MoreProps) {
  const trigger = (props: TriggerProps) => <IconButton edge icon={Ellipsis} label={label} {...props} />;
  if (items.length === 0) return <Menu label={label} items={menu} trigger={trigger} />;
  return (
    <Popover
      label={label}
      align="end"
      onOpen={(panel) => panel.querySelector<HTMLElement>(CONTROLS)?.focus()}
      trigger={trigger}
    >
      {(close) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: listens to the controls inside, which have the keys
        // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click
        <div className={styles.panel} onClick={(event) => isDone(event) && close()}>
          <NamedIcons value={true}>
            {items.map(({ key, content }) => (
              <div key={key} className={styles.panelItem}>
                {content}
              </div>
            ))}
          </NamedIcons>
          {menu.length > 0 && <MenuItems tabbed label={label} items={menu} onClose={close} />}
        </div>
      )}
    </Popover>
  );
}

/** A button that acts closes the panel; one that opens a list of its own does not. */
function isDone(event: MouseEvent<HTMLElement>): boolean {
  const button = event.target instanceof Element ? event.target.closest("button, a[href]") : null;
  return (
    button !== null && !button.matches("[popovertarget], [aria-haspopup], [aria-disabled='true'], [role^='menuitem']")
  );
}
