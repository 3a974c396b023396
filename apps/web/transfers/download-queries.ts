import { addressOf } from "@canopy/contract/platform/http-call";
import {
  cancelDownload,
  createDownloadLink,
  type DownloadTask,
  deleteDownload,
  followDownloadLink,
  listDownloads,
  retryDownload,
} from "@canopy/contract/transfers/downloads";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { addNote } from "../ui/float/notes.ts";

const KEY = ["transfers", "downloads"] as const;
const RUNNING_MS = 1000;
const RESTING_MS = 10_000;
const SHOWN = 25;

const RESTING: readonly string[] = ["waiting_to_download", "finish", "user_cancelled", "failed", "expired"];
export const isRunning = ({ stage }: DownloadTask) => !RESTING.includes(stage);

/** One's newest tasks, of one device or all; quickly again while one runs. */
export function useDownloads(thingsId: string | undefined, enabled = true) {
  return useQuery({
    queryKey: [...KEY, thingsId ?? ""],
    queryFn: async ({ signal }) => {
      const query = { page_size: SHOWN, ...(thingsId !== undefined && { things_id: thingsId }) };
      return (await api(listDownloads, { query }, { signal })).list;
    },
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? RUNNING_MS : RESTING_MS),
  });
}

export function useDownloadActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  const onError = (error: unknown) => addNote({ tone: "urgent", text: troubleOf(error).text });
  const cancel = useMutation({
    mutationFn: (task_id: string) => api(cancelDownload, { params: { task_id } }),
    onSettled,
    onError,
  });
  const retry = useMutation({
    mutationFn: (task_id: string) => api(retryDownload, { params: { task_id } }),
    onSettled,
    onError,
  });
  const remove = useMutation({
    mutationFn: (task_id: string) => api(deleteDownload, { params: { task_id } }),
    onSettled,
    onError,
  });
  const fetchFile = useMutation({
    mutationFn: async (task_id: string) => {
      const { data } = await api(createDownloadLink, { params: { task_id } });
      const link = document.createElement("a");
      // The browser's own download: resumable, and as large as one likes.
      link.href = addressOf("/api", followDownloadLink, { params: { ticket: data.ticket } });
      link.download = "";
      link.click();
    },
    onSettled,
    onError,
  });
  return { cancel, retry, remove, fetchFile, refresh: onSettled };
}
