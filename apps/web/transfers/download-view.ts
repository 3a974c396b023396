import type { DownloadTask } from "@canopy/contract/transfers/downloads";
import { codeText } from "../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../platform/formats.ts";
import type { Translate } from "../platform/i18n.ts";
import { isActive, type JobView } from "../ui/float/jobs.ts";

const STATES: Partial<Record<DownloadTask["stage"], JobView["state"]>> = {
  initialize: "waiting",
  waiting_to_download: "done",
  finish: "done",
  expired: "done",
  user_cancelled: "cancelled",
  failed: "failed",
};

/** A download as the drawer and the list show it. */
export function downloadView(task: DownloadTask, t: Translate, onFetch: (id: string) => void): JobView {
  const { stage } = task;
  const state = STATES[stage] ?? "running";
  const isGenerating = stage === "generating";
  const hasFile = stage === "waiting_to_download" || stage === "finish";
  const size = formatBytes(task.bytes);
  const error = task.message_code ? codeText(task.message_code) : undefined;
  const extra = [
    t(`transfers.stage.${stage}`),
    hasFile && task.files > 1 && t("transfers.download.files", { count: task.files }),
    hasFile && task.skipped > 0 && t("transfers.download.skipped", { count: formatNumber(task.skipped) }),
    hasFile && task.adjusted > 0 && t("transfers.download.adjusted", { count: formatNumber(task.adjusted) }),
    hasFile && task.reduced > 0 && t("transfers.download.reduced", { count: formatNumber(task.reduced) }),
  ].filter((part) => typeof part === "string");
  const amounts = isGenerating
    ? { done: task.rows_done, total: Math.max(1, task.frames) }
    : { done: task.progress, total: 1, amount: "share" as const };
  return {
    id: task.task_id,
    title: `${task.name} · ${t(`transfers.format.${task.format}`)}`,
    state,
    stage: extra.join(" · "),
    ...(state === "running" && amounts),
    ...(task.rate !== null && { perSecond: task.rate }),
    // DAT-03: in each stage. A file that was fetched is deleted instead.
    canCancel: isActive({ state }) || stage === "waiting_to_download",
    canRetry: true,
    canRemove: true,
    ...(hasFile && { loss: t("transfers.download.loss", { size }) }),
    ...(error && { error }),
    ...(hasFile && {
      result: {
        label: t(stage === "finish" ? "transfers.download.again" : "transfers.download.file", { size }),
        onOpen: () => onFetch(task.task_id),
      },
    }),
  };
}
