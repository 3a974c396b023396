import "./find-texts.ts";
import { useText } from "../../platform/i18n.ts";
import styles from "./find.module.css";
import { asideWords, bitsWords, messageWords } from "./find-words.ts";
import { foundKey } from "./found-signal.ts";
import type { Found } from "./use-find.ts";

/** Counters and checksums change all the time and are no finding; who looks for one finds it here. */
export function FindAside({ aside }: { aside: Found["aside"] }) {
  const t = useText();
  if (aside.length === 0) return null;
  return (
    <details className={styles.aside}>
      <summary>{t("signals.find.aside", { count: aside.length })}</summary>
      <ul>
        {aside.map((one) => (
          <li key={foundKey(one)}>
            <strong className="mono">{messageWords(one)}</strong> <span>{bitsWords(one, t)}</span>{" "}
            <span>{asideWords(one.reason, t)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
