import { cancelJob, type Job, listJobs } from "@canopy/contract/platform/system";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { codeText } from "../platform/error-texts.ts";
import type { JobView } from "../ui/jobs.ts";
import { TaskDrawer } from "../ui/TaskDrawer.tsx";

const LOOK_AGAIN_MS = 2000;
const SHOWN = 25;
const KEY = ["platform", "jobs"];

/** One's long work; asked for only while the drawer is open. */
export function Tasks({ open, onClose }: { open: boolean; onClose(): void }) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(listJobs, { query: { current_page: 1, page_size: SHOWN } }, { signal }),
    enabled: open,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const cancel = useMutation({
    mutationFn: (job_id: string) => api(cancelJob, { params: { job_id } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <TaskDrawer
      open={open}
      onClose={onClose}
      jobs={(data?.list ?? []).map(jobView)}
      onCancel={cancel.mutate}
      onRetry={() => undefined}
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
