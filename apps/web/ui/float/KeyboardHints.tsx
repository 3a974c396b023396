import { useText } from "../../platform/i18n.ts";
import styles from "../marks/marks.module.css";
import { Dialog } from "./Dialog.tsx";

export interface KeyboardHint {
  /** Pressed together, or one after the other where a list is given: `[["g"], ["h"]]`. */
  keys: readonly (readonly string[])[];
  text: string;
}

export interface KeyboardHintGroup {
  title: string;
  hints: readonly KeyboardHint[];
}

interface KeyboardHintsProps {
  open: boolean;
  onClose(): void;
  groups: readonly KeyboardHintGroup[];
}

/** What `?` shows. */
export function KeyboardHints({ open, onClose, groups }: KeyboardHintsProps) {
  const t = useText();
  return (
    <Dialog open={open} onClose={onClose} title={t("ui.keyboard.title")} width={620}>
      <div className={styles.hints}>
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            {group.hints.map((hint) => (
              <div key={hint.text} className={styles.hint}>
                <span>{hint.text}</span>
                <Keys keys={hint.keys} />
              </div>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}

export function Keys({ keys }: { keys: KeyboardHint["keys"] }) {
  const t = useText();
  return (
    <span className={styles.keys}>
      {keys.map((chord, i) => (
        <span key={chord.join("+")} className={styles.keys}>
          {i > 0 && t("ui.keyboard.then")}
          {chord.map((key) => (
            <kbd key={key} className={styles.key}>
              {key}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
