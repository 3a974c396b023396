import "./texts.ts";
import { useQuery } from "@tanstack/react-query";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { LakeReading } from "./LakeReading.tsx";
import { LakeRuns } from "./LakeRuns.tsx";
import { LakeScheduleForm } from "./LakeScheduleForm.tsx";
import styles from "./lake.module.css";
import { lakeQuery } from "./lake-query.ts";

/** OPS-06: when the tenant's lake is written, how the last run ended, and how it is read. */
export function LakePart({ tenantId }: { tenantId: string }) {
  const t = useText();
  const query = useQuery(lakeQuery);
  if (query.isPending) return <Skeleton rows={5} columns={2} />;
  if (!query.data)
    return (
      <FailedState
        title={t("lake.page.failed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  return (
    <>
      <p className={styles.lead}>{t("lake.page.lead")}</p>
      <div className={styles.cards}>
        <LakeScheduleForm schedule={query.data} />
        <LakeRuns schedule={query.data} />
        <LakeReading tenantId={tenantId} />
      </div>
    </>
  );
}
