import { cancelJob, type Job, listJobs } from "@canopy/contract/platform/system";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { recallView, useOwnRecallActions, useOwnRecalls } from "../files/stored/recall-tasks.ts";
import { api } from "../platform/api.ts";
import { codeText } from "../platform/error-texts.ts";
import { type Translate, useLanguage, useText } from "../platform/i18n.ts";
import { useDownloadActions, useDownloads } from "../transfers/download-queries.ts";
import { downloadView } from "../transfers/download-view.ts";
import { importView, useImportActions, useImports } from "../transfers/import-queries.ts";
import "../transfers/texts.ts";
import { isActive, type JobView } from "../ui/float/jobs.ts";
import { TaskDrawer } from "../ui/float/TaskDrawer.tsx";
import { DETAILS_PATH } from "./details/use-details-address.ts";
import { TASK_TITLES } from "./task-end.ts";
import { TASK_STAGES } from "./task-stages.ts";

const LOOK_AGAIN_MS = 2000;
const SHOWN = 25;
const KEY = ["platform", "jobs"];

/** Their own lists know more of them than the queue does. */
const SHOWN_ELSEWHERE = ["transfers.download", "transfers.checkImport", "transfers.import"];

/** One's long work; asked for only while the drawer is open. */
export function Tasks({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(listJobs, { query: { current_page: 1, page_size: SHOWN } }, { signal }),
    enabled: open,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const downloads = useDownloads(undefined, open);
  const download = useDownloadActions();
  const cancel = useMutation({
    mutationFn: (job_id: string) => api(cancelJob, { params: { job_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const imports = useImports(open);
  const continueImport = (things_id: string, task_id: string) => {
    onClose();
    void navigate({ to: DETAILS_PATH, search: { id: things_id, tab: "data", sub: "history", import: task_id } });
  };
  const imported = useImportActions();
  const language = useLanguage();
  const recalls = useOwnRecalls(open);
  const recalled = useOwnRecallActions();
  const others = (data?.list ?? []).filter(({ kind }) => !SHOWN_ELSEWHERE.includes(kind));
  const tasks: Task[] = [
    ...(downloads.data ?? []).map((task) => ({
      view: downloadView(task, t, download.fetchFile.mutate),
      at: task.created_time,
      cancel: download.cancel.mutate,
      retry: download.retry.mutate,
      remove: download.remove.mutate,
    })),
    ...(imports.data ?? []).map((task) => ({
      view: importView(task, t, continueImport),
      at: task.created_time,
      cancel: imported.cancel.mutate,
      remove: imported.remove.mutate,
    })),
    ...(recalls.data ?? []).map((recall) => ({
      view: recallView(recall, t, language),
      at: recall.created_time,
      cancel: () => recalled.cancel.mutate(recall),
      retry: () => recalled.retry.mutate(recall),
    })),
    ...others.map((job) => ({ view: jobView(job, t), at: job.created_time, cancel: cancel.mutate })),
  ].sort((a, b) => b.at - a.at);
  const found = (id: string) => tasks.find(({ view }) => view.id === id);
  return (
    <TaskDrawer
      open={open}
      onClose={onClose}
      jobs={tasks.map(({ view }) => view)}
      onCancel={(id) => found(id)?.cancel(id)}
      onRetry={(id) => found(id)?.retry?.(id)}
      onRemove={(id) => found(id)?.remove?.(id)}
    />
  );
}

/** The rows of the drawer and the actions of their buttons. */
interface Task {
  readonly view: JobView;
  readonly at: number;
  cancel(id: string): void;
  retry?(id: string): void;
  remove?(id: string): void;
}

const STATE = {
  queued: "waiting",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** In rows where it counts them, else as a share of the whole. */
function amountOf({ progress, done_rows, all_rows, rows_per_second }: Job): Partial<JobView> {
  if (done_rows === null || all_rows === null) return { done: progress, total: 1, amount: "share" };
  const rate = rows_per_second === null ? {} : { perSecond: rows_per_second };
  return { done: done_rows, total: all_rows, amount: "count", ...rate };
}

function jobView(job: Job, t: Translate): JobView {
  const error = job.message_code ? codeText(job.message_code) : undefined;
  const title = TASK_TITLES[job.kind];
  const stage = TASK_STAGES[job.stage ?? ""];
  return {
    id: job.id,
    title: title ? t(title) : job.kind,
    state: STATE[job.state],
    ...amountOf(job),
    canCancel: isActive({ state: STATE[job.state] }),
    ...(stage ? { stage: t(stage) } : {}),
    ...(error ? { error } : {}),
  };
}
