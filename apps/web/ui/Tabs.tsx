import { Ellipsis } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { useText } from "../platform/i18n.ts";
import { Menu } from "./float/Menu.tsx";
import styles from "./form/controls.module.css";
import type { Option } from "./form/Select.tsx";
import { moveFocus } from "./list/roving.ts";
import { IconButton } from "./marks/IconButton.tsx";
import { useOverflow } from "./toolbar/use-overflow.ts";

interface TabsProps<V extends string> {
  label: string;
  tabs: readonly Option<NoInfer<V>>[];
  value: V;
  onChange(value: NoInfer<V>): void;
  /** The panel of the chosen tab. */
  children?: ReactNode;
}

const MEASURES = { gapPx: 24, morePx: 28 };

/** Arrow keys move along and choose. In one line: the last ones go into ⋯ where the width ends, never the chosen one. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  const t = useText();
  const id = useId();
  const line = useRef<HTMLDivElement>(null);
  const gone = useOverflow(
    line,
    tabs.map((tab) => ({ key: tab.value, priority: tab.value === value ? undefined : 1 })),
    MEASURES,
  );
  const hidden = tabs.filter((tab) => gone.has(tab.value));
  // By the key and not by the focus, which also comes back to a tab from a dialog that asked whether to leave.
  const moveAndChoose = (event: KeyboardEvent<HTMLDivElement>) => {
    moveFocus(event, "tab", "across");
    const focused = tabs.find((tab) => document.activeElement?.id === `${id}${tab.value}`);
    if (focused && focused.value !== value) onChange(focused.value);
  };
  return (
    <>
      <div className={styles.tabLine} data-part="tabs">
        <div ref={line} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={moveAndChoose}>
          {tabs
            .filter((tab) => !gone.has(tab.value))
            .map((tab) => (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={`${id}${tab.value}`}
                data-item={tab.value}
                aria-selected={tab.value === value}
                aria-controls={children ? `${id}panel` : undefined}
                tabIndex={tab.value === value ? 0 : -1}
                className={styles.tab}
                onClick={() => onChange(tab.value)}
              >
                {tab.label}
              </button>
            ))}
        </div>
        {hidden.length > 0 && (
          <div className={styles.tabMore}>
            <Menu
              label={t("ui.tabs.more")}
              items={hidden.map((tab) => ({ key: tab.value, label: tab.label, onSelect: () => onChange(tab.value) }))}
              trigger={(props) => <IconButton icon={Ellipsis} label={t("ui.tabs.more")} {...props} />}
            />
          </div>
        )}
      </div>
      {children && (
        <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`}>
          {children}
        </div>
      )}
    </>
  );
}
