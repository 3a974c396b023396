import { Link, useRouterState } from "@tanstack/react-router";
import { FileQuestionMark } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { HOME } from "../session/return-address.ts";
import styles from "./pages.module.css";

export function NotFoundPage() {
  const t = useText();
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div className={styles.centre}>
      <div>
        <h1 className="unseen">{t("app.page.notFound")}</h1>
        <EmptyState
          icon={FileQuestionMark}
          title={t("app.notFound.title")}
          text={t("app.notFound.note", { path })}
          actions={
            <Link to={HOME} data-hit>
              {t("app.notFound.back")}
            </Link>
          }
        />
      </div>
    </div>
  );
}
