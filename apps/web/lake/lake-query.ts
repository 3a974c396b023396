import { getLakeSchedule } from "@canopy/contract/lake/schedule";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";

const RUNNING_MS = 2000;
const AT_REST_MS = 30_000;

export const lakeQuery = queryOptions({
  queryKey: [getLakeSchedule.name],
  queryFn: async ({ signal }) => (await api(getLakeSchedule, {}, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.is_running ? RUNNING_MS : AT_REST_MS),
});
