import { deleteQuarantineResult, takeOverResult } from "@canopy/contract/frames/quarantine";
import type { Job } from "@canopy/contract/platform/system";
import { codeText } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import { SHORTEST_RANGE_MS, type TimeSpan } from "../../ui/time/timeline.ts";
import styles from "./quarantine.module.css";
import type { QuarantineTask } from "./quarantine-queries.ts";

interface QuarantineOutcomeProps {
  kind: QuarantineTask["kind"];
  /** Undefined: nothing is known of it yet. */
  job: Job | undefined;
  isStopping: boolean;
  onStop(): void;
  onShow(range: TimeSpan): void;
}

/** How far the task is, then what came of it. */
export function QuarantineOutcome({ kind, job, isStopping, onStop, onShow }: QuarantineOutcomeProps) {
  const t = useText();
  if (job === undefined || job.state === "queued" || job.state === "running") {
    const words = t(`frames.quarantine.running.${kind}`);
    return (
      <div className={styles.running}>
        <p aria-live="polite">{words}</p>
        <ProgressBar label={words} share={job?.state === "running" ? job.progress : undefined} />
        <Button busy={isStopping} onClick={onStop}>
          {t("frames.quarantine.stop")}
        </Button>
      </div>
    );
  }
  if (job.state === "failed") {
    const reason = codeText(job.message_code ?? "") ?? codeText("platform.jobFailed");
    return <Banner level="urgent" alert title={reason} />;
  }
  if (job.state === "cancelled") return <Banner level="ordinary" alert title={t("frames.quarantine.stopped")} />;
  if (kind === "remove") {
    const { frames } = deleteQuarantineResult.parse(job.result);
    return <Banner level="tip" alert title={t("frames.quarantine.done.remove", { count: formatNumber(frames) })} />;
  }
  return <TakenOver result={job.result} onShow={onShow} />;
}

function rangeOf({ start_time, end_time }: { start_time: number; end_time: number }): TimeSpan {
  return { fromMs: start_time, toMs: Math.max(end_time, start_time + SHORTEST_RANGE_MS) };
}

function TakenOver({ result, onShow }: { result: unknown; onShow(range: TimeSpan): void }) {
  const t = useText();
  const { frames, times, left } = takeOverResult.parse(result);
  return (
    <>
      <Banner level="tip" alert title={t("frames.quarantine.done.takeOver", { count: formatNumber(frames) })}>
        {times && (
          <Button kind="link" onClick={() => onShow(rangeOf(times))}>
            {t("frames.quarantine.show")}
          </Button>
        )}
      </Banner>
      {left.batches > 0 && (
        <Banner level="ordinary" alert>
          {t("frames.quarantine.left", { batches: formatNumber(left.batches), frames: formatNumber(left.frames) })}
        </Banner>
      )}
    </>
  );
}
