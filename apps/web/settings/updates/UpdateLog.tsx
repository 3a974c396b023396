import "./texts.ts";
import { useText } from "../../platform/i18n.ts";
import styles from "./updates.module.css";
import { UPDATES, type Update } from "./updates.ts";

/** NAV-10 */
export function UpdateLog({ version }: { version: string }) {
  const t = useText();
  return (
    <ol className={styles.log}>
      {UPDATES.map((update) => (
        <li key={update.version}>
          <h3>
            {update.version} <small>{update.date}</small>{" "}
            {update.version === version && <small>{t("settings.updates.running")}</small>}
          </h3>
          <UpdateLines update={update} />
        </li>
      ))}
    </ol>
  );
}

export function UpdateLines({ update }: { update: Update }) {
  const t = useText();
  return (
    <ul className={styles.lines}>
      {update.lines.map((line) => (
        <li key={line}>{t(line)}</li>
      ))}
    </ul>
  );
}
