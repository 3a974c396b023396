import { type ReactNode, useId } from "react";
import styles from "./form/controls.module.css";
import type { Option } from "./form/Select.tsx";
import { moveFocus } from "./list/roving.ts";

interface TabsProps<V extends string> {
  label: string;
  tabs: readonly Option<NoInfer<V>>[];
  value: V;
  onChange(value: NoInfer<V>): void;
  /** The panel of the chosen tab. */
  children?: ReactNode;
}

/** Arrow keys move along and choose. */
export function Tabs<V extends string>({ label, tabs, value, onChange, children }: TabsProps<V>) {
  const id = useId();
  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className={styles.tabs}
        onKeyDown={(event) => moveFocus(event, "tab", "across")}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={children ? `${id}panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.value)}
            onFocus={() => tab.value !== value && onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {children && (
        <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`}>
          {children}
        </div>
      )}
    </>
  );
}
