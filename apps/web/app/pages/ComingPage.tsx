import { Link, useRouterState } from "@tanstack/react-router";
import { useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { type PageRow, pageAt } from "../page-table.ts";
import { HOME } from "../session/return-address.ts";
import styles from "./pages.module.css";

/** Says what this page will do, and that it is not built yet. */
export function ComingPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const page = pageAt(path);
  return page ? <Coming page={page} /> : null;
}

function Coming({ page }: { page: PageRow }) {
  const t = useText();
  return (
    <div className={styles.centre}>
      <article className={styles.coming}>
        <div className={styles.comingHead}>
          <h1 className={styles.comingTitle}>{t(page.title)}</h1>
          <Chip tone="tip">{t("app.coming.badge")}</Chip>
        </div>
        {page.coming && <p className={styles.does}>{t(page.coming)}</p>}
        <p className={styles.quiet}>{t("app.coming.note")}</p>
        <p className={styles.back}>
          {page.isPublic ? (
            <Link to="/Login" data-hit>
              {t("app.coming.login.back")}
            </Link>
          ) : (
            <Link to={HOME} data-hit>
              {t("app.coming.home.back")}
            </Link>
          )}
        </p>
      </article>
    </div>
  );
}
