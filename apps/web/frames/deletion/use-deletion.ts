import { createQuickDelete, deletionResult } from "@canopy/contract/frames/deletion";
import { createDeletion } from "@canopy/contract/frames/deletion-tasks";
import { cancelJob, getJob, type Job } from "@canopy/contract/platform/system";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../platform/api.ts";

const LOOK_AGAIN_MS = 500;

const isRunning = (job: Job | undefined) => job === undefined || job.state === "queued" || job.state === "running";

interface RangeRequest {
  readonly start_time: number;
  readonly end_time: number;
  readonly password: string;
  readonly include_pinned: boolean;
  readonly channels?: number[];
}

interface DeletionOf {
  readonly thingsId: string;
  readonly tenantId: string;
  /** Called once the task has ended well. */
  onDone(result: { deleted: number; bytes: number; points: number; remaining: number }): void;
}

/** DAT-04, DAT-05: a task on the server, which goes on when the page is closed. */
export function useDeletion({ thingsId, tenantId, onDone }: DeletionOf) {
  const client = useQueryClient();
  const [task, setTask] = useState<string>();
  const { data: job } = useQuery({
    queryKey: [getJob.name, task],
    queryFn: async ({ signal }) => (await api(getJob, { params: { job_id: task ?? "" } }, { signal })).data,
    enabled: task !== undefined,
    refetchInterval: ({ state }) => (isRunning(state.data) ? LOOK_AGAIN_MS : false),
  });
  const isOver = task !== undefined && !isRunning(job);
  const result = isOver && job?.state === "done" ? deletionResult.parse(job.result) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, at the end of the task
  useEffect(() => {
    if (!isOver) return;
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(thingsId) });
    if (result) onDone(result);
  }, [client, isOver, thingsId]);

  const fresh = () => ({ idempotencyKey: crypto.randomUUID() });
  const range = useMutation({
    mutationFn: async (body: RangeRequest) =>
      setTask((await api(createDeletion, { params: { things_id: thingsId }, body }, fresh())).id),
  });
  const quick = useMutation({
    mutationFn: async (body: Pick<RangeRequest, "password" | "include_pinned">) => {
      const whole = { ...body, tenant_id: tenantId, things_id: thingsId, delete_children: 1 } as const;
      setTask((await api(createQuickDelete, { body: whole }, fresh())).id);
    },
  });
  const stop = useMutation({ mutationFn: () => api(cancelJob, { params: { job_id: task ?? "" } }) });
  return { task, job, result, isOver, range, quick, stop, again: () => setTask(undefined) };
}
