import { useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useSession } from "../../accounts/session.ts";
import { findSession } from "../../accounts/sessions/session-tabs.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { HelpArticle } from "../help/HelpArticle.tsx";
import { HelpContents } from "../help/HelpContents.tsx";
import { HelpHeader } from "../help/HelpHeader.tsx";
import styles from "../help/help.module.css";
import { entryAt } from "../help/help-groups.ts";
import { useHelpBook } from "../help/use-help-book.ts";
import "../help/texts.ts";
import { usePageSearch } from "../use-page-search.ts";

const OWN_TYPES = ["package", "quickDelete"];

/** NAV-11: help, package and quick delete; needs no session, and shows more with one. */
export function DocPage() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { search, onSearch } = usePageSearch();
  const { type = "", page = "", q = "" } = search;
  const current = OWN_TYPES.includes(type) ? type : entryAt(page).id;
  const { data: book, error, refetch } = useHelpBook();
  const hash = useRouterState({ select: (state) => state.location.hash });
  useSessionOfOtherTabs();
  useJump(`${current} ${hash} ${q}`, hash, book !== undefined);
  return (
    <div className={styles.doc}>
      <HelpHeader typed={q} onType={(text) => onSearch({ q: text })} onContents={() => setOpen(true)} />
      <div className={styles.columns}>
        <aside className={styles.side}>
          <HelpContents current={current} />
        </aside>
        {book ? (
          <HelpArticle book={book} current={current} typed={q} />
        ) : (
          <main className={styles.room}>
            <h1 className="unseen">{t("app.page.doc")}</h1>
            {error ? (
              <FailedState title={t("app.failed.title")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
            ) : (
              <Skeleton rows={6} columns={1} />
            )}
          </main>
        )}
      </div>
      <Dialog drawer open={isOpen} onClose={() => setOpen(false)} title={t("app.help.contents")} width={320}>
        <HelpContents current={current} onGo={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

/** A public page does not wait for another tab's session; here it only adds to what is shown. */
function useSessionOfOtherTabs(): void {
  const session = useSession();
  useEffect(() => {
    if (!session) void findSession();
  }, [session]);
}

/** To the paragraph that the address names, else to the top. */
function useJump(place: string, hash: string, isReady: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place of the same page jumps too
  useEffect(() => {
    if (!isReady) return;
    const target = hash && document.getElementById(hash);
    if (target) target.scrollIntoView({ block: "start" });
    else document.querySelector("main")?.scrollTo({ top: 0 });
  }, [place, hash, isReady]);
}
