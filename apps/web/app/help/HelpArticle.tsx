import { useText } from "../../platform/i18n.ts";
import { ErrorsPart } from "./ErrorsPart.tsx";
import { HelpResults } from "./HelpResults.tsx";
import styles from "./help.module.css";
import type { HelpBook, HelpSection } from "./help-book.ts";
import { partAnchor } from "./help-search.ts";
import { OnThisPage, type PageHeading } from "./OnThisPage.tsx";
import { PackagePart } from "./PackagePart.tsx";
import { SectionView } from "./SectionView.tsx";

interface HelpArticleProps {
  book: HelpBook;
  current: string;
  typed: string;
}

/** The section, or what the search found. */
export function HelpArticle({ book, current, typed }: HelpArticleProps) {
  const headings = useHeadings(book.get(current));
  const section = book.get(current);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <main className={styles.room} tabIndex={0}>
        <article className={styles.article}>
          {typed !== "" ? (
            <HelpResults book={book} typed={typed} />
          ) : (
            section && <Section book={book} section={section} />
          )}
        </article>
      </main>
      <OnThisPage section={current} headings={typed === "" ? headings : []} />
    </>
  );
}

function Section({ book, section }: { book: HelpBook; section: HelpSection }) {
  if (section.id === "errors")
    return (
      <SectionView section={section}>
        <ErrorsPart book={book} />
      </SectionView>
    );
  if (section.id === "package")
    return (
      <SectionView section={section}>
        <PackagePart section={section} />
      </SectionView>
    );
  return <SectionView section={section} />;
}

function useHeadings(section: HelpSection | undefined): PageHeading[] {
  const t = useText();
  if (!section) return [];
  const wordsTitle = section.id === "package" ? t("app.help.fields") : t("app.help.words");
  const parts = [
    { part: "steps", title: t("app.help.steps"), lines: section.steps },
    { part: "limits", title: t("app.help.limits"), lines: section.limits },
    { part: "words", title: wordsTitle, lines: section.id === "errors" ? [] : section.words },
  ] as const;
  return parts.filter(({ lines }) => lines.length > 0).map(({ part, title }) => ({ anchor: partAnchor(part), title }));
}
