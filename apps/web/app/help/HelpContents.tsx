import { useText } from "../../platform/i18n.ts";
import { HelpLink } from "./HelpLink.tsx";
import styles from "./help.module.css";
import { HELP_GROUPS } from "./help-groups.ts";

/** Every section by group. */
export function HelpContents({ current, onGo }: { current: string; onGo?: () => void }) {
  const t = useText();
  return (
    <nav aria-label={t("app.help.contents")} className={styles.contents}>
      {HELP_GROUPS.map(({ title, entries }) => (
        <div key={title}>
          <p className={styles.group}>{t(title)}</p>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id} className={entry.isPart ? styles.part : undefined}>
                <HelpLink section={entry.id} isCurrent={entry.id === current} onClick={onGo} className={styles.entry}>
                  {t(entry.title)}
                </HelpLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
