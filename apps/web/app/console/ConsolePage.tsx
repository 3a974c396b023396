import { useNavigate, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { usePageKeys } from "../../ui/keys/page-keys.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { ConsoleList } from "./ConsoleList.tsx";
import styles from "./console.module.css";
import { CONSOLE_ENTRIES, ENTRIES_HASH } from "./console-entries.ts";

/** A page of the system console beside its list of entries; on a phone one of the two. */
export function ConsolePage({ title, children }: { title: TextKey; children: ReactNode }) {
  const t = useText();
  const narrow = useNarrow();
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const step = (by: number) => {
    const at = CONSOLE_ENTRIES.findIndex((entry) => entry.path === path);
    const to = CONSOLE_ENTRIES[at + by]?.path;
    if (to) void navigate({ to });
  };
  usePageKeys(t("app.user.console"), [
    { keys: [["J"]], text: t("app.console.next"), binding: "j", onPress: () => step(1) },
    { keys: [["K"]], text: t("app.console.previous"), binding: "k", onPress: () => step(-1) },
  ]);
  if (narrow && hash === ENTRIES_HASH)
    return (
      <>
        <PageHeader title={t("app.user.console")} />
        <ConsoleList path={path} />
      </>
    );
  return (
    <div className={styles.console}>
      {!narrow && <ConsoleList path={path} />}
      <div className={styles.page}>
        <PageHeader
          title={t(title)}
          {...(narrow && { onBack: () => void navigate({ to: path, hash: ENTRIES_HASH }) })}
        />
        <div className={styles.body}>{children}</div>
      </div>
    </div>
  );
}
