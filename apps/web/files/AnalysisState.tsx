import { ANALYSIS_STATUS } from "@canopy/contract/files/file-analysis";
import type { ThingsFile } from "@canopy/contract/files/things-files";
import { X } from "lucide-react";
import { codeText } from "../platform/error-texts.ts";
import { formatNumber, UNKNOWN } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Chip } from "../ui/marks/Chip.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import { ProgressBar } from "../ui/marks/ProgressBar.tsx";
import styles from "./files.module.css";

interface AnalysisStateProps {
  file: Pick<ThingsFile, "analysis" | "name">;
  onResult(recordId: string): void;
  onCancel(recordId: string): void;
}

/** FIL-04: what became of the file; success leads to its result. */
export function AnalysisState({ file: { analysis, name }, onResult, onCancel }: AnalysisStateProps) {
  const t = useText();
  if (analysis === null) return <span className={styles.quiet}>{UNKNOWN}</span>;
  const { recordId, status, progress, frames, frames_per_second: rate, message_code } = analysis;
  if (status === ANALYSIS_STATUS.analysing)
    return (
      <span className={styles.running}>
        {t("files.status.analysing")} {Math.round(progress * 100)} %
        {rate !== null && (
          <small className={styles.quiet}>{t("files.list.rate", { rate: formatNumber(Math.round(rate)) })}</small>
        )}
        <ProgressBar label={t("files.list.progressOf", { name })} share={progress} />
        <IconButton icon={X} label={t("files.list.cancelOf", { name })} onClick={() => onCancel(recordId)} />
      </span>
    );
  if (status === ANALYSIS_STATUS.success)
    return (
      <Button kind="link" onClick={() => onResult(recordId)}>
        {t("files.list.success", { count: formatNumber(frames) })}
      </Button>
    );
  if (status === ANALYSIS_STATUS.cancelled) return <Chip>{t("files.status.cancelled")}</Chip>;
  return (
    <span className={styles.failed}>
      <Chip tone="urgent">{t("files.status.error")}</Chip> {codeText(message_code ?? "") ?? message_code}
    </span>
  );
}
