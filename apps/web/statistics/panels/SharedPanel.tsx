import { useQuery } from "@tanstack/react-query";
import { Link2Off } from "lucide-react";
import { isGone } from "../../devices/device-query.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Sign } from "../../ui/marks/Sign.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { PanelGrid } from "./PanelGrid.tsx";
import { sharedQuery } from "./panel-queries.ts";
import styles from "./panels.module.css";
import "./panel-texts.ts";

/** STA-05: a panel by a link, for someone without an account. */
export function SharedPanel({ code }: { code: string }) {
  const t = useText();
  const { data, error, refetch } = useQuery(sharedQuery(code));
  const hasEnded = code === "" || isGone(error);
  const isShown = data !== undefined && !hasEnded;
  return (
    <main className={styles.shared}>
      <header className={styles.sharedHead}>
        <Sign />
        <h1>{isShown ? data.name : t("statistics.shared.title")}</h1>
        {isShown && (
          <small>
            {t("statistics.shared.until")} <TimeText at={data.ends_time} of={null} precision="minute" />
          </small>
        )}
      </header>
      {hasEnded && (
        <EmptyState icon={Link2Off} title={t("statistics.shared.ended")} text={t("statistics.shared.endedText")} />
      )}
      {!hasEnded && !data && !error && <Skeleton rows={6} columns={3} />}
      {!hasEnded && !data && error && (
        <FailedState title={t("statistics.panel.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
      )}
      {isShown && error && (
        <p role="status" className={styles.note}>
          {t("statistics.shared.lost")}
        </p>
      )}
      {isShown && <PanelGrid widgets={data.widgets} data={data.data} />}
    </main>
  );
}
