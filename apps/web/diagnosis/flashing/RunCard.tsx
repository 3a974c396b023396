import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { useNow } from "../../platform/clock.ts";
import { formatBytes } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import "./flash-texts.ts";
import { type ShownStep, STEP_CODES, stepsOf } from "./flash-steps.ts";
import styles from "./flashing.module.css";

/** A terminal that says nothing for so long is on its own. */
const SILENT_MS = 10_000;

export function RunCard({ run, denied, onCancel }: { run: FlashRunRow; denied: string | undefined; onCancel(): void }) {
  const t = useText();
  const now = useNow(1000);
  const formats = useTimeFormats();
  const { progress, state, stage, size, received } = run;
  const isFetching = stage === null || stage === "downloading";
  const share = isFetching ? received / size : (progress?.acknowledged ?? 0) / size;
  const heard = run.heard_time ?? run.started_time ?? now;
  const isSilent = state === "running" && now - heard > SILENT_MS;
  const cancel = (
    <Button denied={denied ?? (run.past_erase ? t("diagnosis.flash.offPastErase") : undefined)} onClick={onCancel}>
      {t("diagnosis.flash.cancel")}
    </Button>
  );
  return (
    <Card title={t(`diagnosis.flash.runStage.${stage ?? "queued"}`)} aside={state === "running" && cancel}>
      <ProgressBar label={t("diagnosis.flash.progress")} share={share} />
      <p className={styles.figures}>
        <b>{`${(share * 100).toFixed(1)} %`}</b>
        {progress && progress.blocks > 0 && (
          <>
            <span>{t("diagnosis.flash.blocks", { block: progress.block, blocks: progress.blocks })}</span>
            <span>{t("diagnosis.flash.segmentOf", { segment: progress.segment, segments: progress.segments })}</span>
          </>
        )}
        <span>{formatBytes(size)}</span>
      </p>
      {isSilent && <p className={styles.quiet}>{t("diagnosis.flash.silent", { time: formats.time(heard) })}</p>}
      <ol className={styles.steps} aria-label={t("diagnosis.flash.stepsLabel")}>
        {stepsOf(run).map((step) => (
          <Step key={step.key} step={step} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step }: { step: ShownStep }) {
  const t = useText();
  return (
    <li data-state={step.state} aria-current={step.state === "now" ? "step" : undefined}>
      <code>{STEP_CODES[step.kind]}</code>
      <span>{t(`diagnosis.flash.step.${step.kind}`)}</span>
    </li>
  );
}
