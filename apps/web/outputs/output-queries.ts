import { getOutputRun, listOutputRuns, listOutputs, type RunState } from "@canopy/contract/outputs/outputs";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";

/** Runs begin and end while one looks. */
const LOOK_AGAIN_MS = 3000;

export const OUTPUTS_KEY = ["outputs"] as const;

interface OutputQuery {
  readonly current_page: number;
  readonly page_size: number;
  readonly keyword: string;
}

export const outputsQuery = (asked: OutputQuery) =>
  queryOptions({
    queryKey: [...OUTPUTS_KEY, "list", asked],
    queryFn: ({ signal }) => api(listOutputs, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

/** Of every output; a tenant has some dozens. */
export const ALL_OUTPUTS = { current_page: 1, page_size: 500, keyword: "" };

interface RunQuery {
  readonly current_page: number;
  readonly page_size: number;
  readonly output_id?: string;
  readonly state?: RunState;
}

export const runsQuery = (asked: RunQuery) =>
  queryOptions({
    queryKey: [...OUTPUTS_KEY, "runs", asked],
    queryFn: ({ signal }) => api(listOutputRuns, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  });

export const runQuery = (id: string) =>
  queryOptions({
    queryKey: [...OUTPUTS_KEY, "run", id],
    queryFn: async ({ signal }) => (await api(getOutputRun, { params: { run_id: id } }, { signal })).data,
    refetchInterval: LOOK_AGAIN_MS,
    retry: false,
  });
