import { listFlashFlows } from "@canopy/contract/diagnosis/flashing/flows";
import { listFlashPackages } from "@canopy/contract/diagnosis/flashing/packages";
import { type FlashRunRow, getFlashRun, listFlashRuns, listFlashTrace } from "@canopy/contract/diagnosis/flashing/runs";
import { MAX_PAGE_SIZE } from "@canopy/contract/platform/lists";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { liveClient } from "../../frames/live/live-client.ts";
import { api } from "../../platform/api.ts";

export const FLASH_KEY = ["diagnosis", "flash"] as const;
const RUNNING_MS = 1000;
const QUIET_MS = 5000;

export const packagesQuery = queryOptions({
  queryKey: [...FLASH_KEY, "packages", "all"],
  queryFn: async ({ signal }) =>
    (await api(listFlashPackages, { query: { current_page: 1, page_size: MAX_PAGE_SIZE } }, { signal })).list,
});

export const flowsQuery = queryOptions({
  queryKey: [...FLASH_KEY, "flows"],
  queryFn: ({ signal }) => api(listFlashFlows, {}, { signal }),
});

const intervalOf = (run: FlashRunRow | undefined) =>
  run?.state === "running" || run?.state === "draft" ? RUNNING_MS : QUIET_MS;

export function runsQuery(thingsId: string) {
  return queryOptions({
    queryKey: [...FLASH_KEY, thingsId, "runs"],
    queryFn: ({ signal }) =>
      api(listFlashRuns, { params: { things_id: thingsId }, query: { page_size: 25 } }, { signal }),
    refetchInterval: QUIET_MS,
  });
}

/** The live stream tells when something of the device's diagnosis or flash went on. */
export function useFlashNews(thingsId: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      liveClient().watchDiagnosis(thingsId, () => {
        void client.invalidateQueries({ queryKey: [...FLASH_KEY, thingsId] });
        void client.invalidateQueries({ queryKey: ["diagnosis", "desk", thingsId, "session"] });
      }),
    [thingsId, client],
  );
}

/** The chosen run, or the newest; renewed by the live stream and, should it be away, by looking again. */
export function useFlashRun(thingsId: string, chosen: string | undefined) {
  const client = useQueryClient();
  const key = [...FLASH_KEY, thingsId];
  const params = { things_id: thingsId };
  const runs = useQuery(runsQuery(thingsId));
  const id = chosen ?? runs.data?.list.find(({ state }) => state !== "ended")?.run_id;
  const run = useQuery({
    queryKey: [...key, "run", id],
    queryFn: async ({ signal }) =>
      (await api(getFlashRun, { params: { ...params, run_id: id ?? "" } }, { signal })).data,
    enabled: id !== undefined,
    refetchInterval: (query) => intervalOf(query.state.data),
  });
  const trace = useQuery({
    queryKey: [...key, "trace", id, run.data?.trace ?? 0],
    queryFn: async ({ signal }) => {
      const from = Math.max(0, (run.data?.trace ?? 0) - TRACE_SHOWN);
      return api(listFlashTrace, { params: { ...params, run_id: id ?? "" }, query: { from } }, { signal });
    },
    enabled: (run.data?.trace ?? 0) > 0,
    placeholderData: (before) => before,
  });
  const renew = () => client.invalidateQueries({ queryKey: [...FLASH_KEY, thingsId] });
  useFlashNews(thingsId);
  return {
    runs,
    run: id === undefined ? undefined : run.data,
    trace: trace.data,
    error: runs.error ?? run.error,
    renew,
  };
}

const TRACE_SHOWN = 60;
