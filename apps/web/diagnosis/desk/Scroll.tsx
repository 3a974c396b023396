import type { ReactNode } from "react";
import { useText } from "../../platform/i18n.ts";
import styles from "./desk.module.css";
import "./desk-texts.ts";

/** The room of a long or wide table. */
export function Scroll({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keyboard too
    <section className={styles.scroll} aria-label={t("diagnosis.desk.table")} tabIndex={0}>
      {children}
    </section>
  );
}
