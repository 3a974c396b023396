import { historyErrors } from "@canopy/contract/frames/errors";
import type { Job } from "@canopy/contract/platform/system";
import { codeText } from "../../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import "./deletion-texts.ts";
import styles from "./deletion.module.css";
import type { useDeletion } from "./use-deletion.ts";

interface DeletionOutcomeProps {
  title: string;
  deletion: ReturnType<typeof useDeletion>;
  onClose(): void;
}

/** How far the task is, then what came of it; a longer range offers the next task. */
export function DeletionOutcome({ title, deletion, onClose }: DeletionOutcomeProps) {
  const t = useText();
  const { job, isOver, result, stop, again } = deletion;
  const isStopped = isOver && job?.state === "cancelled";
  const isFailed = isOver && job?.state === "failed";
  const onward = result && result.remaining > 0 ? t("frames.deletion.next") : t("frames.deletion.retry");
  return (
    <Dialog
      open
      width={520}
      title={title}
      onClose={onClose}
      footer={
        <>
          {!isOver && (
            <Button busy={stop.isPending} onClick={() => stop.mutate()}>
              {t("frames.deletion.stop")}
            </Button>
          )}
          {(isFailed || isStopped || (result && result.remaining > 0)) && <Button onClick={again}>{onward}</Button>}
          <Button kind="main" onClick={onClose}>
            {t("ui.action.close")}
          </Button>
        </>
      }
    >
      <div className={styles.outcome} aria-live="polite">
        {!isOver && (
          <>
            <p>{t("frames.deletion.running")}</p>
            <ProgressBar label={title} share={job?.state === "running" ? job.progress : undefined} />
            {job && <DeletedRows job={job} />}
          </>
        )}
        {isFailed && <Banner level="urgent" alert title={codeText(job?.message_code ?? "") ?? codeText(FAILED)} />}
        {isStopped && <Banner level="ordinary" alert title={t("frames.deletion.stopped")} />}
        {result && (
          <Banner
            level="tip"
            alert
            title={t("frames.deletion.done", {
              count: formatNumber(result.deleted),
              size: formatBytes(result.bytes),
            })}
          >
            {result.points > 0 && t("frames.deletion.pointsDone", { count: formatNumber(result.points) })}{" "}
            {result.remaining > 0 && t("frames.deletion.remaining", { count: formatNumber(result.remaining) })}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}

/** Rows that are gone, how fast they go, and how many are left. */
function DeletedRows({ job: { done_rows: done, all_rows: all, rows_per_second: rate } }: { job: Job }) {
  const t = useText();
  if (done === null || all === null) return null;
  const values = { done: formatNumber(done), all: formatNumber(all), left: formatNumber(all - done) };
  return (
    <p className={styles.fact}>
      {t("frames.deletion.gone", values)}
      {rate !== null && ` · ${t("frames.deletion.rate", { rate: formatNumber(Math.round(rate)) })}`}
    </p>
  );
}

const FAILED = historyErrors.emptyFailed.code;
