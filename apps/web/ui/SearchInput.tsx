import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useText } from "../platform/i18n.ts";
import styles from "./controls.module.css";
import { Icon } from "./Icon.tsx";
import { TextInput } from "./TextInput.tsx";

const SETTLED_MS = 300;

interface SearchInputProps {
  value: string;
  /** Called when typing rests, or with Enter. */
  onChange(value: string): void;
  label: string;
  className?: string | undefined;
}

export function SearchInput({ value, onChange, label, className }: SearchInputProps) {
  const t = useText();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Changed from outside, by the address for instance: that wins.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  // A page that renders for other reasons, twice a second perhaps, must not push the moment away.
  const settle = useEffectEvent(() => onChange(typed));
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(settle, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);

  return (
    <TextInput
      type="search"
      icon={Search}
      className={className}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => event.key === "Enter" && onChange(typed)}
      trailing={
        typed !== "" && (
          <button
            type="button"
            className={styles.inside}
            aria-label={t("ui.action.clear")}
            onClick={() => {
              setTyped("");
              onChange("");
            }}
          >
            <Icon of={X} size={14} />
          </button>
        )
      }
    />
  );
}
