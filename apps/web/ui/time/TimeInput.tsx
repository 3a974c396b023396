import { CalendarClock } from "lucide-react";
import { useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import styles from "../form/controls.module.css";
import { TextInput, type TextInputProps } from "../form/TextInput.tsx";
import { join } from "../join.ts";
import { Icon } from "../marks/Icon.tsx";
import { localText, readLocal } from "./time-range.ts";

interface TimeInputProps extends Omit<TextInputProps, "value" | "onChange" | "onBlur" | "trailing" | "type"> {
  at: number | null;
  /** To the millisecond. */
  exact?: boolean;
  /** When the field is left, with Enter, or from the browser's calendar; never with what is no time. */
  onChange(at: number | null): void;
  onBad(text: string): void;
}

/** Typed or pasted in the one format of the product, in the viewer's zone; the browser's calendar helps. */
export function TimeInput({ at, exact = false, onChange, onBad, ...rest }: TimeInputProps) {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed === null) return;
    const read = readLocal(typed);
    if (read === "bad") return onBad(typed);
    setTyped(null);
    onChange(read);
  };
  return (
    <TextInput
      {...rest}
      className={join(styles.time, exact && styles.exactTime)}
      placeholder="YYYY-MM-DD HH:MM:SS"
      autoComplete="off"
      value={typed ?? localText(at, exact)}
      onChange={setTyped}
      onBlur={take}
      onKeyDown={(event) => event.key === "Enter" && take()}
      trailing={
        <>
          <input
            ref={picker}
            type="datetime-local"
            step={exact ? 0.001 : 1}
            tabIndex={-1}
            aria-hidden="true"
            className={styles.picker}
            value={localText(at, exact).replace(" ", "T")}
            onChange={(event) => {
              const read = readLocal(event.target.value);
              setTyped(null);
              if (read !== "bad") onChange(read);
            }}
          />
          <button
            type="button"
            className={styles.inside}
            aria-label={t("ui.range.pick")}
            onClick={() => picker.current?.showPicker()}
          >
            <Icon of={CalendarClock} size={14} />
          </button>
        </>
      }
    />
  );
}
