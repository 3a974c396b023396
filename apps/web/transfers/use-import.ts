import {
  cancelImport,
  getImport,
  type ImportRequest,
  type ImportTask,
  startImport,
} from "@canopy/contract/transfers/imports";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../platform/api.ts";
import { uploadLog } from "./import-upload.ts";

const LOOK_AGAIN_MS = 700;
const isBusy = (task: ImportTask | undefined) => task?.state === "checking" || task?.state === "importing";

/** One import from the choice of a file to its end; `known`: one that was begun before. */
export function useImport(thingsId: string, known?: string) {
  const client = useQueryClient();
  const [taskId, setTaskId] = useState(known);
  const uploading = useRef<AbortController>(undefined);
  const key = ["transfers", "import", taskId ?? ""];
  const keep = (task: ImportTask) => {
    setTaskId(task.task_id);
    client.setQueryData(["transfers", "import", task.task_id], task);
  };
  const { data: task, isPending } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await api(getImport, { params: { task_id: taskId ?? "" } }, { signal })).data,
    enabled: taskId !== undefined,
    refetchInterval: ({ state }) => (isBusy(state.data) ? LOOK_AGAIN_MS : false),
  });
  const upload = useMutation({
    mutationFn: async (file: File) => {
      uploading.current = new AbortController();
      const { signal } = uploading.current;
      keep(await uploadLog(thingsId, file, { signal, onProgress: keep }));
    },
  });
  const start = useMutation({
    mutationFn: async (request: ImportRequest) =>
      keep((await api(startImport, { params: { task_id: taskId ?? "" }, body: request })).data),
  });
  const cancel = async () => {
    uploading.current?.abort();
    if (taskId !== undefined) keep((await api(cancelImport, { params: { task_id: taskId } })).data);
  };
  const again = () => {
    setTaskId(undefined);
    upload.reset();
    start.reset();
  };
  // Leaving the page cancels the upload; the job on the server continues.
  useEffect(() => () => uploading.current?.abort(), []);
  return {
    task: taskId === undefined ? undefined : task,
    isOpening: isPending && taskId !== undefined,
    upload,
    start,
    cancel,
    again,
  };
}
