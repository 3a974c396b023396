import { Search, X } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import styles from "../form/controls.module.css";
import { TextInput } from "../form/TextInput.tsx";
import { Icon } from "../marks/Icon.tsx";
import { useSettled } from "../use-settled.ts";

interface SearchInputProps {
  value: string;
  /** Called when typing rests, or with Enter. */
  onChange(value: string): void;
  label: string;
  className?: string | undefined;
}

export function SearchInput({ value, onChange, label, className }: SearchInputProps) {
  const t = useText();
  const { typed, type, settleNow, clear } = useSettled(value, onChange, () => true);

  return (
    <TextInput
      type="search"
      icon={Search}
      className={className}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={type}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        // In a form it would submit that form.
        event.preventDefault();
        settleNow();
      }}
      trailing={
        typed !== "" && (
          <button type="button" className={styles.inside} aria-label={t("ui.action.clear")} onClick={clear}>
            <Icon of={X} size={14} />
          </button>
        )
      }
    />
  );
}
