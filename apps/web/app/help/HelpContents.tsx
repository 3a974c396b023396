import { Link } from "@tanstack/react-router";
import { useSession } from "../../accounts/session.ts";
import { useText } from "../../platform/i18n.ts";
import { TOUR_HASH } from "../beside/tour-state.ts";
import { HOME } from "../session/return-address.ts";
import { HelpLink } from "./HelpLink.tsx";
import styles from "./help.module.css";
import { HELP_GROUPS } from "./help-groups.ts";

/** Every section by group. */
export function HelpContents({ current, onGo }: { current: string; onGo?: () => void }) {
  const t = useText();
  const session = useSession();
  return (
    <nav aria-label={t("app.help.contents")} className={styles.contents}>
      {session && (
        <Link to={HOME} hash={TOUR_HASH} className={styles.entry}>
          {t("app.help.tour")}
        </Link>
      )}
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
