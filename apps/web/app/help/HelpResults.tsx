import { allErrors } from "@canopy/contract/all-errors";
import { LIMIT_TEXTS } from "@canopy/contract/capacity/limit-names";
import { LIMIT_NAMES } from "@canopy/contract/capacity/package";
import { useMemo } from "react";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { HelpLink } from "./HelpLink.tsx";
import styles from "./help.module.css";
import type { HelpBook } from "./help-book.ts";
import { entryAt } from "./help-groups.ts";
import { indexHelp, searchHelp } from "./help-search.ts";

/** What the search found, in the place of the section. */
export function HelpResults({ book, typed }: { book: HelpBook; typed: string }) {
  const t = useText();
  const language = useLanguage();
  const index = useMemo(
    () =>
      indexHelp({
        book,
        errors: allErrors.values(),
        language,
        titleOf: (section) => t(entryAt(section).title),
        wordOf: (section, word) => {
          const limit = section === "package" ? LIMIT_NAMES.find((name) => name === word) : undefined;
          return limit ? LIMIT_TEXTS[limit][language] : word;
        },
      }),
    [book, language, t],
  );
  const hits = searchHelp(index, typed);
  return (
    <>
      <header className={styles.head}>
        <h1>{t("app.help.found", { text: typed, count: hits.length })}</h1>
      </header>
      {hits.length === 0 && <EmptyState title={t("app.help.nothing")} text={t("app.help.nothingNote")} />}
      <ul className={styles.hits}>
        {hits.map(({ section, anchor, title, text }) => (
          <li key={`${section} ${anchor} ${text}`}>
            <HelpLink section={section} anchor={anchor}>
              {title}
            </HelpLink>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
