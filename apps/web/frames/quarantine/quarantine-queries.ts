import { deleteQuarantine, listQuarantine, takeOverQuarantine } from "@canopy/contract/frames/quarantine";
import { cancelJob, getJob, type Job } from "@canopy/contract/platform/system";
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../platform/api.ts";

const LOOK_AGAIN_MS = 500;

export function quarantineQuery(thingsId: string, pageSize: number, cursor?: string) {
  return queryOptions({
    queryKey: [listQuarantine.name, thingsId, pageSize, cursor],
    queryFn: ({ signal }) =>
      api(listQuarantine, { params: { things_id: thingsId }, query: { page_size: pageSize, cursor } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export interface QuarantineTask {
  readonly id: string;
  readonly kind: "takeOver" | "remove";
}

const isRunning = (job: Job | undefined) => job === undefined || job.state === "queued" || job.state === "running";

/** Taking over and deleting run on the server, and go on when the page is closed. */
export function useQuarantineTask(thingsId: string) {
  const client = useQueryClient();
  const [task, setTask] = useState<QuarantineTask>();
  const { data: job } = useQuery({
    queryKey: [getJob.name, task?.id],
    queryFn: async ({ signal }) => (await api(getJob, { params: { job_id: task?.id ?? "" } }, { signal })).data,
    enabled: task !== undefined,
    refetchInterval: ({ state }) => (isRunning(state.data) ? LOOK_AGAIN_MS : false),
  });
  const isOver = task !== undefined && !isRunning(job);
  useEffect(() => {
    // The history, its time bar and its figures are others now.
    if (isOver) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(thingsId) });
  }, [client, isOver, thingsId]);

  const params = { things_id: thingsId };
  const takeOver = useMutation({
    mutationFn: async (body: { shift_ms: number | null; batches: string[] | undefined }) => {
      const { id } = await api(takeOverQuarantine, { params, body }, { idempotencyKey: crypto.randomUUID() });
      setTask({ id, kind: "takeOver" });
    },
  });
  const remove = useMutation({
    mutationFn: async (body: { password: string; batches: string[] | undefined }) => {
      const { id } = await api(deleteQuarantine, { params, body }, { idempotencyKey: crypto.randomUUID() });
      setTask({ id, kind: "remove" });
    },
  });
  const stop = useMutation({ mutationFn: () => api(cancelJob, { params: { job_id: task?.id ?? "" } }) });
  return { task, job, isRunning: task !== undefined && !isOver, takeOver, remove, stop };
}
