import { recallText } from "@canopy/contract/devices/recall-codes";
import { LARGE_FILE_FIRMWARE, type ListedCardFile, RECALL_CAUSES, type Recall } from "@canopy/contract/files/recalls";
import { X } from "lucide-react";
import { formatBytes } from "../../platform/formats.ts";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import { isRunning } from "./recall-queries.ts";
import styles from "./stored.module.css";
import "./texts.ts";

interface RecallStateProps {
  file: ListedCardFile;
  denied: string | undefined;
  onCancel(recallId: string): void;
  onRetry(): void;
  /** To the firmware that can send it. */
  onUpgrade(): void;
}

/** FIL-02: where the file is, or how far its recall has come. */
export function RecallState(props: RecallStateProps) {
  const { file } = props;
  const t = useText();
  const { recall } = file;
  if (recall !== null && isRunning(file)) return <Running {...props} recall={recall} />;
  if (file.in_history) return <Chip tone="green">{t("files.stored.inHistory")}</Chip>;
  if (file.file_id !== null) return <Chip tone="green">{t("files.stored.inCloud")}</Chip>;
  if (recall?.state === "failed") return <Failed {...props} recall={recall} />;
  if (file.is_writing) return <span className={styles.quiet}>{t("files.stored.writing")}</span>;
  if (file.is_too_large)
    return (
      <Button kind="link" onClick={props.onUpgrade}>
        {t("files.stored.tooLarge", { version: LARGE_FILE_FIRMWARE })}
      </Button>
    );
  if (recall?.state === "cancelled") return <Chip>{t("files.stored.cancelled")}</Chip>;
  return <span className={styles.quiet}>{t("files.stored.onCard")}</span>;
}

function Running({ file, recall, denied, onCancel }: RecallStateProps & { recall: Recall }) {
  const t = useText();
  const { name } = file;
  const { state, position, received, size, rate, eta_s, resumed_at } = recall;
  const share = size > 0 ? received / size : 0;
  const sizes = { received: formatBytes(received), size: formatBytes(size) };
  return (
    <span className={styles.running}>
      {state === "waiting" && t("files.stored.waiting", { position })}
      {state !== "waiting" && (
        <span className={styles.stages}>
          <span data-now={state === "commanding"}>① {t("files.stored.commanding")}</span>
          <span data-now={state === "getting"}>② {t("files.stored.getting")}</span>
        </span>
      )}
      {state === "getting" && (
        <>
          <ProgressBar label={t("files.stored.progressOf", { name })} share={share} />
          <strong>{Math.floor(100 * share)} %</strong>
          <span className={styles.quiet}>
            {rate !== null && t("files.stored.rate", { ...sizes, rate: formatBytes(rate) })}
            {eta_s !== null && ` · ${t("files.stored.left", { time: clock(eta_s) })}`}
            {resumed_at !== null && ` · ${t("files.stored.resumed", { at: formatBytes(resumed_at) })}`}
          </span>
        </>
      )}
      <IconButton
        icon={X}
        label={t("files.stored.cancelOf", { name })}
        denied={denied}
        onClick={() => onCancel(recall.recall_id)}
      />
    </span>
  );
}

function Failed({ file, recall, denied, onRetry }: RecallStateProps & { recall: Recall }) {
  const t = useText();
  const language = useLanguage();
  const { code, cause, received } = recall;
  const why = RECALL_CAUSES.find((one) => one === cause);
  return (
    <span className={styles.running}>
      <Chip tone="urgent">{recallText(code, language) ?? code}</Chip>
      <span className={styles.quiet}>
        {code}
        {why && ` · ${t(`files.recallCause.${why}`)}`}
        {received > 0 && ` · ${t("files.stored.kept", { received: formatBytes(received) })}`}
      </span>
      <Button kind="link" denied={denied} aria-label={t("files.stored.retryOf", { name: file.name })} onClick={onRetry}>
        {t("files.stored.retry")}
      </Button>
    </span>
  );
}

/** 0:30, 12:05, 1:02:03. */
function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((one, i) => (i === 0 ? String(one) : String(one).padStart(2, "0"))).join(":");
}
