import { listRoutines } from "@canopy/contract/tests/routines";
import { compareRuns, getCheckHistory, getRun, listRuns } from "@canopy/contract/tests/runs";
import { listScripts, type Verdict } from "@canopy/contract/tests/scripts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { isGone } from "../devices/device-query.ts";
import { api } from "../platform/api.ts";

export const ROUTINES_KEY = ["test-routines"] as const;
export const RUNS_KEY = ["test-runs"] as const;
export const SCRIPTS_KEY = ["analysis-scripts"] as const;

/** While a run goes on. */
const LOOK_MS = 1000;
/** Others begin runs too. */
const LOOK_AGAIN_MS = 10_000;

export const routinesQuery = queryOptions({
  queryKey: ROUTINES_KEY,
  queryFn: async ({ signal }) => (await api(listRoutines, {}, { signal })).list,
});

export const scriptsQuery = queryOptions({
  queryKey: SCRIPTS_KEY,
  queryFn: ({ signal }) => api(listScripts, {}, { signal }),
});

interface RunsAsked {
  readonly current_page: number;
  readonly page_size: number;
  readonly routine_id?: string;
  readonly things_id?: string;
  readonly verdict?: Verdict;
}

export const runsQuery = (asked: RunsAsked) =>
  queryOptions({
    queryKey: [...RUNS_KEY, "list", asked],
    queryFn: ({ signal }) => api(listRuns, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.list.some(({ verdict }) => verdict === null) ? LOOK_MS : LOOK_AGAIN_MS,
  });

export const runQuery = (thingsId: string, runId: string) =>
  queryOptions({
    queryKey: [...RUNS_KEY, "one", thingsId, runId],
    queryFn: async ({ signal }) =>
      (await api(getRun, { params: { things_id: thingsId, run_id: runId } }, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.verdict === null ? LOOK_MS : false),
    retry: (count, problem) => !isGone(problem) && count < 2,
  });

export const comparisonQuery = (thingsId: string, runId: string, other: string) =>
  queryOptions({
    queryKey: [...RUNS_KEY, "compare", thingsId, runId, other],
    queryFn: ({ signal }) =>
      api(compareRuns, { params: { things_id: thingsId, run_id: runId }, query: { with: other } }, { signal }),
  });

/** Asked when a run has ended: nothing changes before it any more. */
export const checkHistoryQuery = (thingsId: string, runId: string) =>
  queryOptions({
    queryKey: [...RUNS_KEY, "history", thingsId, runId],
    queryFn: async ({ signal }) =>
      (await api(getCheckHistory, { params: { things_id: thingsId, run_id: runId } }, { signal })).list,
    staleTime: Number.POSITIVE_INFINITY,
  });
