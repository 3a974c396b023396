import {
  deviceUsage,
  diskUsage,
  fileCapacity,
  pushCapacity,
  setWhenFull,
  userPackage,
  type WhenFull,
} from "@canopy/contract/capacity/capacity";
import { listCapacityRequests } from "@canopy/contract/capacity/requests";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import {
  type Amount,
  dataLevel,
  downloadLevel,
  fileLevel,
  UNKNOWN_PACKAGE_BYTES,
  type WarningLevel,
  worstOf,
} from "./warning-level.ts";

/** CAP-03: while the header is shown. */
const POLL_MS = 30_000;
export const CAPACITY_KEY = ["capacity"];
const GB = 1024 ** 3;

export interface CapacityFigures {
  readonly data: Amount;
  readonly usage: Reply<typeof diskUsage>;
  readonly content: Reply<typeof userPackage>["content"] | undefined;
  /** Undefined where this server keeps no files. */
  readonly files: Reply<typeof fileCapacity> | undefined;
  readonly levels: Record<"data" | "file" | "download", WarningLevel>;
  readonly level: WarningLevel;
}

/** CAP-02: 0 is no quota. */
const quota = (used: number, total: number): Amount => ({ used, total: total === 0 ? null : total });

async function readFigures(tenantId: string, signal: AbortSignal): Promise<CapacityFigures> {
  const params = { tenantId };
  const [usage, content, files] = await Promise.all([
    api(diskUsage, { params }, { signal }),
    api(userPackage, { params }, { signal }).then(
      (reply) => reply.content,
      () => undefined,
    ),
    api(fileCapacity, { params }, { signal }).catch(() => undefined),
  ]);
  const space = content === undefined ? UNKNOWN_PACKAGE_BYTES / GB : content.database_storage_space;
  const data: Amount = { used: usage.used_bytes, total: space === null ? null : space * GB };
  const levels = {
    data: dataLevel(data),
    file: files ? fileLevel(quota(files.used_storage, files.total_storage)) : ("normal" as const),
    download: files ? downloadLevel(quota(files.used_flow, files.total_flow)) : ("normal" as const),
  };
  return { data, usage, content, files, levels, level: worstOf(Object.values(levels)) };
}

export function useCapacity(tenantId: string) {
  return useQuery({
    queryKey: [...CAPACITY_KEY, "figures", tenantId],
    queryFn: ({ signal }) => readFigures(tenantId, signal),
    enabled: tenantId !== "",
    refetchInterval: POLL_MS,
  });
}

export function useDeviceUsage(tenantId: string, page: number, size: number) {
  return useQuery({
    queryKey: [...CAPACITY_KEY, "devices", tenantId, page, size],
    queryFn: ({ signal }) =>
      api(deviceUsage, { params: { tenantId }, query: { current_page: page, page_size: size } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

export function usePush(tenantId: string) {
  return useQuery({
    queryKey: [...CAPACITY_KEY, "push", tenantId],
    queryFn: ({ signal }) => api(pushCapacity, { params: { tenantId } }, { signal }),
  });
}

export function useOwnRequests(tenantId: string, enabled: boolean) {
  return useQuery({
    queryKey: [...CAPACITY_KEY, "requests", tenantId],
    queryFn: ({ signal }) => api(listCapacityRequests, { params: { tenantId }, query: { page_size: 25 } }, { signal }),
    enabled,
  });
}

export function useWhenFull(tenantId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (when_full: WhenFull) => api(setWhenFull, { params: { tenantId }, body: { when_full } }),
    onSettled: () => client.invalidateQueries({ queryKey: CAPACITY_KEY }),
  });
}
