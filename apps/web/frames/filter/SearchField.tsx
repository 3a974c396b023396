import { Filter, X } from "lucide-react";
import { useId } from "react";
import { useText } from "../../platform/i18n.ts";
import controls from "../../ui/form/controls.module.css";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import styles from "./filter.module.css";
import { readSearch } from "./filter-language.ts";
import "./filter-texts.ts";

interface SearchFieldProps {
  value: string;
  /** Only with what can be read; what cannot is explained below the field. */
  onChange(value: string): void;
}

/** `id 100-1FF, data ?? 0A, name`: one language for the live table and the history. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const t = useText();
  const hintId = useId();
  const { typed, type, settleNow, clear } = useSettled(value, onChange, (text) => readSearch(text).ok);
  const read = readSearch(typed);

  return (
    <div className={styles.filter}>
      <TextInput
        icon={Filter}
        aria-label={t("frames.filter.label")}
        aria-describedby={hintId}
        aria-invalid={!read.ok}
        placeholder={t("frames.filter.placeholder")}
        title={t("frames.filter.help")}
        autoComplete="off"
        spellCheck={false}
        maxLength={512}
        value={typed}
        onChange={type}
        onKeyDown={(event) => event.key === "Enter" && settleNow()}
        trailing={
          typed !== "" && (
            <button type="button" className={controls.inside} aria-label={t("ui.action.clear")} onClick={clear}>
              <Icon of={X} size={14} />
            </button>
          )
        }
      />
      <span id={hintId} className={read.ok ? "unseen" : styles.filterProblem} role={read.ok ? undefined : "alert"}>
        {read.ok ? t("frames.filter.help") : t(`frames.filter.${read.problem}Problem`, { text: read.text })}
      </span>
    </div>
  );
}
