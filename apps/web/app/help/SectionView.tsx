import type { ReactNode } from "react";
import { useText } from "../../platform/i18n.ts";
import { HelpPicture } from "./HelpPicture.tsx";
import { HelpText } from "./HelpText.tsx";
import styles from "./help.module.css";
import type { HelpSection } from "./help-book.ts";
import { entryAt } from "./help-groups.ts";
import { partAnchor } from "./help-search.ts";

/** What a page is for, a picture of it, steps, limits and words. */
export function SectionView({ section, children }: { section: HelpSection; children?: ReactNode }) {
  const t = useText();
  const { id, picture, lead, steps, limits, words } = section;
  const { title } = entryAt(id);
  return (
    <>
      <header className={styles.head}>
        <h1>{t(title)}</h1>
      </header>
      {lead.map((line) => (
        <p key={line}>
          <HelpText line={line} />
        </p>
      ))}
      {picture && <HelpPicture name={picture} title={t(title)} />}
      {steps.length > 0 && (
        <>
          <h2 id={partAnchor("steps")}>{t("app.help.steps")}</h2>
          <ol className={styles.steps}>{lines(steps)}</ol>
        </>
      )}
      {limits.length > 0 && (
        <>
          <h2 id={partAnchor("limits")}>{t("app.help.limits")}</h2>
          <ul className={styles.limits}>{lines(limits)}</ul>
        </>
      )}
      {children}
      {words.length > 0 && !children && (
        <>
          <h2 id={partAnchor("words")}>{t("app.help.words")}</h2>
          <dl className={styles.words}>
            {words.map(({ word, meaning }) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>
                  <HelpText line={meaning} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}

function lines(all: readonly string[]) {
  return all.map((line) => (
    <li key={line}>
      <HelpText line={line} />
    </li>
  ));
}
