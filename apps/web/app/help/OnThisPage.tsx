import { useText } from "../../platform/i18n.ts";
import { HelpLink } from "./HelpLink.tsx";
import styles from "./help.module.css";

export interface PageHeading {
  readonly anchor: string;
  readonly title: string;
}

/** The headings of the section that is shown. */
export function OnThisPage({ section, headings }: { section: string; headings: readonly PageHeading[] }) {
  const t = useText();
  if (headings.length === 0) return <div className={styles.onPage} />;
  return (
    <nav aria-label={t("app.help.onThisPage")} className={styles.onPage}>
      <p className={styles.group}>{t("app.help.onThisPage")}</p>
      <ul>
        {headings.map(({ anchor, title }) => (
          <li key={anchor}>
            <HelpLink section={section} anchor={anchor}>
              {title}
            </HelpLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
