import { allErrors } from "@canopy/contract/all-errors";
import { fill } from "@canopy/contract/platform/language";
import { useRouterState } from "@tanstack/react-router";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { HelpLink } from "./HelpLink.tsx";
import { HelpText } from "./HelpText.tsx";
import styles from "./help.module.css";
import type { HelpBook } from "./help-book.ts";
import { errorAnchor, errorGroups } from "./help-errors.ts";
import { entryAt, HELP_ENTRIES } from "./help-groups.ts";
import { adviceOf } from "./help-search.ts";

const GROUPS = errorGroups(
  allErrors.values(),
  HELP_ENTRIES.map(({ id }) => id),
);

/** Every code of the contract with its sentence, under the section that explains it. */
export function ErrorsPart({ book }: { book: HelpBook }) {
  const t = useText();
  const language = useLanguage();
  const advice = adviceOf(book);
  const hash = useRouterState({ select: (state) => state.location.hash });
  return GROUPS.map(({ section, errors }) => (
    <section key={section}>
      <h2 id={`errors-${section}`}>
        <HelpLink section={section}>{t(entryAt(section).title)}</HelpLink>
      </h2>
      <dl className={styles.errors}>
        {errors.map(({ code, text }) => (
          <div key={code} id={errorAnchor(code)} aria-current={hash === errorAnchor(code) || undefined}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>
              {fill(text[language])}
              {advice.has(code) && (
                <p className={styles.advice}>
                  <HelpText line={advice.get(code) ?? ""} />
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}
