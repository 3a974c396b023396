import { cancelJob, type Job, listJobs } from "@canopy/contract/platform/system";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { codeText } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { useDownloadActions, useDownloads } from "../transfers/download-queries.ts";
import { downloadView } from "../transfers/download-view.ts";
import "../transfers/texts.ts";
import type { JobView } from "../ui/jobs.ts";
import { TaskDrawer } from "../ui/TaskDrawer.tsx";

const LOOK_AGAIN_MS = 2000;
const SHOWN = 25;
const KEY = ["platform", "jobs"];

/** Their own lists know more of them than the queue does. */
const SHOWN_ELSEWHERE = ["transfers.download"];

/** One's long work; asked for only while the drawer is open. */
export function Tasks({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
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
  const others = (data?.list ?? []).filter(({ kind }) => !SHOWN_ELSEWHERE.includes(kind));
  const jobs = [
    ...(downloads.data ?? []).map((task) => ({
      view: downloadView(task, t, download.fetchFile.mutate),
      at: task.created_time,
      isDownload: true,
    })),
    ...others.map((job) => ({ view: jobView(job), at: job.created_time, isDownload: false })),
  ].sort((a, b) => b.at - a.at);
  const isDownload = (id: string) => jobs.some(({ view, isDownload: is }) => is && view.id === id);
  return (
    <TaskDrawer
      open={open}
      onClose={onClose}
      jobs={jobs.map(({ view }) => view)}
      onCancel={(id) => (isDownload(id) ? download.cancel.mutate(id) : cancel.mutate(id))}
      onRetry={(id) => isDownload(id) && download.retry.mutate(id)}
      onRemove={(id) => isDownload(id) && download.remove.mutate(id)}
    />
  );
}

const STATE = {
  queued: "waiting",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
} as const;

function jobView(job: Job): JobView {
  const error = job.message_code ? codeText(job.message_code) : undefined;
  return {
    id: job.id,
    title: job.kind,
    state: STATE[job.state],
    done: job.progress,
    total: 1,
    canCancel: true,
    ...(job.stage ? { stage: job.stage } : {}),
    ...(error ? { error } : {}),
  };
}
