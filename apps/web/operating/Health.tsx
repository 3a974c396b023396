import "./texts.ts";
import { useQuery } from "@tanstack/react-query";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Banner } from "../ui/marks/Banner.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { FigureStrip } from "./FigureStrip.tsx";
import { FrameServers } from "./FrameServers.tsx";
import { HealthCharts } from "./HealthCharts.tsx";
import styles from "./health.module.css";
import type { HealthLink } from "./health-link.ts";
import { healthQuery } from "./health-query.ts";
import { JobQueues } from "./JobQueues.tsx";
import { Lakes } from "./Lakes.tsx";
import { ProviderStates } from "./ProviderStates.tsx";
import { Storing } from "./Storing.tsx";

/** USR-08: the installation at a glance, live. */
export function Health({ link }: { link: HealthLink }) {
  const t = useText();
  const formats = useTimeFormats();
  const query = useQuery(healthQuery);
  const { data: health, error } = query;
  if (query.isPending) return <Skeleton rows={6} columns={3} />;
  if (!health)
    return (
      <FailedState
        title={t("operating.health.failed")}
        trouble={troubleOf(error)}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <div className={styles.health} data-stale={error ? true : undefined}>
      {error && <Banner level="ordinary">{t("operating.health.stale", { why: troubleOf(error).text })}</Banner>}
      <FigureStrip health={health} link={link} />
      <HealthCharts minutes={health.minutes} />
      <FrameServers servers={health.frame_servers} />
      <div className={styles.pair}>
        <Storing health={health} />
        <ProviderStates providers={health.providers} link={link} />
      </div>
      <JobQueues queues={health.jobs} />
      <Lakes lakes={health.lakes} />
      <p className={styles.small}>{t("operating.health.rest", { time: formats.time(health.time) })}</p>
    </div>
  );
}
