import { Link, useRouterState } from "@tanstack/react-router";
import { use } from "react";
import { useText } from "../../platform/i18n.ts";
import { pageAt } from "../page-table.ts";
import { handOverResult } from "../session/arrival.ts";
import { HOME } from "../session/return-address.ts";
import { Coming } from "./ComingPage.tsx";
import styles from "./pages.module.css";

/** NAV-05: the screens themselves are coming; signing in by hand-over code already works. */
export function ScreenPage() {
  const t = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = pageAt(path);
  const handOver = use(handOverResult());
  return (
    <main className={styles.screen}>
      {handOver === "refused" || !page ? (
        <p role="alert">
          {t("app.screen.refused")} <Link to={HOME}>{t("app.screen.toPlatform")}</Link>
        </p>
      ) : (
        <Coming page={page} />
      )}
    </main>
  );
}
