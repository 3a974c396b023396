import type { JobQueue } from "@canopy/contract/operating/health";
import { formatNumber } from "../platform/formats.ts";
import { type TextKey, type Translate, useText } from "../platform/i18n.ts";
import { useTimeFormats } from "../platform/use-formats.ts";
import { Card } from "../ui/Card.tsx";
import { HealthTable } from "./HealthTable.tsx";
import styles from "./health.module.css";

const TITLES: Readonly<Record<string, TextKey>> = {
  "accounts.cleanUp": "operating.health.job.accountsCleanUp",
  "alarms.cleanUp": "operating.health.job.alarmsCleanUp",
  "alarms.limitPins": "operating.health.job.limitPins",
  "alarms.search": "operating.health.job.search",
  "devices.cleanUp": "operating.health.job.devicesCleanUp",
  "frames.deleteQuarantine": "operating.health.job.deleteQuarantine",
  "frames.deleteRange": "operating.health.job.deleteRange",
  "frames.nightly": "operating.health.job.nightly",
  "frames.takeOverQuarantine": "operating.health.job.takeOverQuarantine",
  "frames.usage": "operating.health.job.usage",
  "lake.export": "operating.health.job.lakeExport",
  "lake.run": "operating.health.job.lakeRun",
  "messages.cleanUp": "operating.health.job.messagesCleanUp",
  "signals.backfill": "operating.health.job.backfill",
  "signals.follow": "operating.health.job.follow",
  "transfers.checkImport": "operating.health.job.checkImport",
  "transfers.cleanUp": "operating.health.job.transfersCleanUp",
  "transfers.download": "operating.health.job.download",
  "transfers.import": "operating.health.job.import",
};

const titleOf = (kind: string, t: Translate) => {
  const key = TITLES[kind];
  return key ? t(key) : kind;
};

const isIdle = ({ waiting, running, failed }: JobQueue) => waiting + running + failed === 0;

/** Queues with something in them as rows; the others as one line. */
export function JobQueues({ queues }: { queues: readonly JobQueue[] }) {
  const t = useText();
  const { duration } = useTimeFormats();
  const busy = queues.filter((queue) => !isIdle(queue));
  const idle = queues.filter(isIdle).map(({ kind }) => titleOf(kind, t));
  const columns = [
    { key: "kind", title: t("operating.health.job"), cell: ({ kind }: JobQueue) => titleOf(kind, t) },
    numberColumn("waiting", t("operating.health.waiting")),
    numberColumn("running", t("operating.health.running")),
    numberColumn("failed", t("operating.health.failedDay")),
    {
      key: "wait",
      title: t("operating.health.waitingFor"),
      align: "end" as const,
      cell: ({ waiting_ms }: JobQueue) => duration(waiting_ms),
    },
  ];
  return (
    <Card title={t("operating.health.jobs")}>
      {busy.length > 0 && (
        <HealthTable label={t("operating.health.jobs")} columns={columns} rows={busy} rowKey={({ kind }) => kind} />
      )}
      <p className={styles.quiet}>
        {busy.length === 0
          ? t("operating.health.allIdle")
          : t("operating.health.idleJobs", { kinds: idle.join(t("operating.health.comma")) })}
      </p>
    </Card>
  );
}

function numberColumn(key: "waiting" | "running" | "failed", title: string) {
  return {
    key,
    title,
    align: "end" as const,
    cell: (queue: JobQueue) => (
      <span data-tone={key === "failed" && queue.failed > 0 ? "ordinary" : undefined}>{formatNumber(queue[key])}</span>
    ),
  };
}
