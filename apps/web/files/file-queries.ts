import { fileCapacity } from "@canopy/contract/capacity/capacity";
import { cancelAnalysis, getAnalysis, listAnalyses, startAnalysis } from "@canopy/contract/files/file-analysis";
import { closeFtp, getFtpAccount, newFtpPassword, setFtpQuota } from "@canopy/contract/files/ftp-account";
import { copyToCloud, previewFile } from "@canopy/contract/files/preview";
import {
  deleteFiles,
  fileDownloadUrl,
  listFiles,
  listFolders,
  type ThingsFile,
} from "@canopy/contract/files/things-files";
import type { CallArguments } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { formatBytes } from "../platform/formats.ts";
import { translate } from "../platform/i18n.ts";
import { addNote } from "../ui/float/notes.ts";
import "./texts.ts";

const KEY = ["files"] as const;
const RUNNING_MS = 1000;
const RESTING_MS = 10_000;
/** As the server deletes at once. */
const MOST_AT_ONCE = 10_000;

/** What a list of files is narrowed by. */
export type FileFilters = Omit<NonNullable<CallArguments<typeof listFiles>["query"]>, "current_page" | "page_size">;

export const isAnalysing = ({ analysis }: Pick<ThingsFile, "analysis">) => analysis?.status === 0;

/** Quickly again while something is under way. */
export function useFiles(tenantId: string, asked: NonNullable<CallArguments<typeof listFiles>["query"]>) {
  return useQuery({
    queryKey: [...KEY, "list", asked],
    queryFn: ({ signal }) => api(listFiles, { params: { tenantId }, query: asked }, { signal }),
    placeholderData: keepPreviousData,
    enabled: tenantId !== "",
    refetchInterval: ({ state }) =>
      state.data?.list.some((file) => isAnalysing(file) || file.state === "receiving") ? RUNNING_MS : RESTING_MS,
  });
}

export function useFolders(tenantId: string, asked: NonNullable<CallArguments<typeof listFolders>["query"]>) {
  return useQuery({
    queryKey: [...KEY, "folders", asked],
    queryFn: async ({ signal }) => (await api(listFolders, { params: { tenantId }, query: asked }, { signal })).list,
    enabled: tenantId !== "",
    refetchInterval: RESTING_MS,
  });
}

/** The first frames; asked for once, for the file does not change. */
export function usePreview(tenantId: string, id: string) {
  return useQuery({
    queryKey: [...KEY, "preview", id],
    queryFn: async ({ signal }) => (await api(previewFile, { params: { tenantId, id } }, { signal })).data,
    enabled: tenantId !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAnalyses(tenantId: string, asked: NonNullable<CallArguments<typeof listAnalyses>["query"]>) {
  return useQuery({
    queryKey: [...KEY, "analyses", asked],
    queryFn: ({ signal }) => api(listAnalyses, { params: { tenantId }, query: asked }, { signal }),
    placeholderData: keepPreviousData,
    enabled: tenantId !== "",
    refetchInterval: ({ state }) => (state.data?.list.some(({ status }) => status === 0) ? RUNNING_MS : RESTING_MS),
  });
}

export function useAnalysis(tenantId: string, recordId: string) {
  return useQuery({
    queryKey: [...KEY, "analysis", recordId],
    queryFn: async ({ signal }) => (await api(getAnalysis, { params: { tenantId, recordId } }, { signal })).data,
    enabled: tenantId !== "",
    refetchInterval: ({ state }) => (state.data?.status === 0 ? RUNNING_MS : false),
  });
}

export function useFileActions(tenantId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  const onError = (error: unknown) => addNote({ tone: "urgent", text: troubleOf(error).text });
  const analyse = useMutation({
    mutationFn: async (fileIds: readonly string[]) => {
      for (const fileId of fileIds) await api(startAnalysis, { params: { tenantId, fileId } });
    },
    onSettled,
    onError,
  });
  const cancel = useMutation({
    mutationFn: (recordId: string) => api(cancelAnalysis, { params: { tenantId, recordId } }),
    onSettled,
    onError,
  });
  const remove = useMutation({
    mutationFn: (ids: readonly string[]) => api(deleteFiles, { params: { tenantId }, query: { ids: ids.join(",") } }),
    onSettled,
  });
  /** All that match, however many pages they fill; the server takes some thousands at once. */
  const removeMatching = useMutation({
    mutationFn: async (filters: FileFilters) => {
      let [deleted, freed] = [0, 0];
      for (let gone = MOST_AT_ONCE; gone >= MOST_AT_ONCE; ) {
        const answer = await api(deleteFiles, { params: { tenantId }, query: filters });
        gone = answer.deleted;
        deleted += gone;
        freed += answer.freed;
      }
      return { deleted, freed };
    },
    onSettled,
  });
  const toCloud = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await api(copyToCloud, { params: { tenantId, id } });
      return ids.length;
    },
    onSettled,
    onError,
  });
  const download = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const { total_flow: total, used_flow: used } = await api(fileCapacity, { params: { tenantId } });
      for (const [n, id] of ids.entries()) {
        const { data } = await api(fileDownloadUrl, { params: { tenantId, id } });
        if (n === 0 && total > 0)
          addNote({ tone: "done", text: translate("files.list.traffic", { left: formatBytes(total - used) }) });
        downloadFrom(data);
      }
    },
    onError,
  });
  return { analyse, cancel, remove, removeMatching, toCloud, download, refresh: onSettled };
}

/** The browser's own download: resumable, and as large as one likes. */
function downloadFrom(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}

export function useFtpAccount(thingsId: string) {
  const client = useQueryClient();
  const queryKey = [...KEY, "ftp", thingsId];
  const params = { things_id: thingsId };
  const onSettled = () => client.invalidateQueries({ queryKey });
  const account = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api(getFtpAccount, { params }, { signal })).data,
    refetchInterval: RESTING_MS,
  });
  const renew = useMutation({
    mutationFn: async (quota: number | undefined) =>
      (await api(newFtpPassword, { params, body: { ...(quota !== undefined && { quota }) } })).data,
    onSettled,
  });
  const resize = useMutation({
    mutationFn: async (quota: number) => (await api(setFtpQuota, { params, body: { quota } })).data,
    onSettled,
  });
  const close = useMutation({ mutationFn: () => api(closeFtp, { params }), onSettled });
  return { account, renew, resize, close };
}
