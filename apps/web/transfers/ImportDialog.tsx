import type { Thing } from "@canopy/contract/devices/thing";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { codeText, troubleOf } from "../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { useLeaving } from "../ui/form/use-leaving.tsx";
import { Banner } from "../ui/marks/Banner.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { ProgressBar } from "../ui/marks/ProgressBar.tsx";
import { ImportPreview } from "./ImportPreview.tsx";
import { importRange } from "./import-range.ts";
import styles from "./transfers.module.css";
import { useImport } from "./use-import.ts";
import "./texts.ts";

const RUNNING = ["uploading", "checking", "importing"] as const;

interface ImportDialogProps {
  device: Thing;
  /** One that waits for its continuation. */
  taskId?: string | undefined;
  /** Where the imported frames are. */
  onShow(range: { fromMs: number; toMs: number }): void;
  onClose(): void;
}

/** DAT-07: a log from this machine into the history of a device: upload, look, store. */
export function ImportDialog({ device, taskId, onShow, onClose }: ImportDialogProps) {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const { task, isOpening, upload, start, cancel, again } = useImport(device.id, taskId);
  const problem = upload.error ?? start.error;
  const [isChanged, setChanged] = useState(false);
  // What the server has is found again among the tasks; what this page still sends, and what was filled in, is not.
  const { leave, asking } = useLeaving(upload.isPending || (isChanged && task?.state === "checked"), onClose);
  const range = task && importRange(task);
  const running = RUNNING.find((state) => state === task?.state);
  return (
    <Dialog
      open
      title={t("transfers.import.title", { device: device.name })}
      width={640}
      onClose={leave}
      footer={asking}
    >
      <div className={styles.dialog}>
        <input
          ref={picker}
          type="file"
          className="unseen"
          tabIndex={-1}
          aria-label={t("transfers.import.choose")}
          accept=".asc,.blf,.mf4,.mdf,.log,.trc,.csv,.txt"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) upload.mutate(file);
            event.target.value = "";
          }}
        />
        {problem && <Banner level="urgent" alert title={troubleOf(problem).text} />}
        {!task && !upload.isPending && !isOpening && (
          <EmptyState
            icon={FileUp}
            title={t("transfers.import.empty")}
            text={t("transfers.import.emptyHint")}
            actions={
              <Button kind="main" icon={FileUp} onClick={() => picker.current?.click()}>
                {t("transfers.import.choose")}
              </Button>
            }
          />
        )}
        {task && (
          <p className={styles.estimate}>
            {task.name} · {formatBytes(task.size)}
          </p>
        )}
        {task && running && (
          <>
            <p className={styles.estimate} aria-live="polite">
              {t(`transfers.import.${running}`)}
            </p>
            <ProgressBar label={t(`transfers.import.${running}`)} share={task.progress} />
            <div className={styles.actions}>
              <Button onClick={() => void cancel()}>{t("transfers.import.cancel")}</Button>
            </div>
          </>
        )}
        {task?.state === "checked" && task.found && (
          <ImportPreview
            key={task.task_id}
            found={task.found}
            busy={start.isPending}
            onStart={start.mutate}
            onChanged={() => setChanged(true)}
            onCancel={() => void cancel()}
          />
        )}
        {task?.state === "done" && (
          <Banner level="tip" alert title={t("transfers.import.done", { count: formatNumber(task.stored) })}>
            {task.repeated > 0 && t("transfers.import.repeated", { count: formatNumber(task.repeated) })}
          </Banner>
        )}
        {task?.state === "failed" && (
          <Banner level="urgent" alert title={codeText(task.message_code ?? "") ?? t("transfers.import.failed")} />
        )}
        {task?.state === "cancelled" && (
          <Banner level="ordinary" alert title={t("transfers.import.cancelled")}>
            {task.stored > 0 && t("transfers.import.kept", { count: formatNumber(task.stored) })}
          </Banner>
        )}
        {task && !running && task.state !== "checked" && (
          <div className={styles.actions}>
            {task.state === "done" && range && (
              <Button kind="main" onClick={() => onShow(range)}>
                {t("transfers.import.show")}
              </Button>
            )}
            <Button onClick={again}>{t("transfers.import.another")}</Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}
