import type { ReactNode } from "react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import styles from "./pages.module.css";

/** A page with its name above and its list below. */
export function TitledPage({ title, children }: { title: TextKey; children: ReactNode }) {
  const t = useText();
  return (
    <>
      <PageHeader title={t(title)} />
      <div className={styles.list}>{children}</div>
    </>
  );
}
