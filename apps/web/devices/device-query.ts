import { getThing } from "@canopy/contract/devices/things";
import { CallError } from "@canopy/contract/platform/http-call";
import { queryOptions } from "@tanstack/react-query";
import { api, isForbidden } from "../platform/api.ts";

/** How soon an open page notices changes of other users; the online state comes by the live channel. */
const LOOK_AGAIN_MS = 10_000;

export const DEVICES_KEY = ["devices"] as const;

export function deviceQuery(thingsId: string) {
  return queryOptions({
    queryKey: [...DEVICES_KEY, "thing", thingsId],
    queryFn: async ({ signal }) => (await api(getThing, { params: { things_id: thingsId } }, { signal })).data,
    refetchInterval: (query) => (isGone(query.state.error) ? false : LOOK_AGAIN_MS),
    retry: (count, problem) => !isGone(problem) && !isForbidden(problem) && count < 2,
  });
}

/** Deleted, moved away, or never this tenant's: the server tells no difference. */
export function isGone(problem: unknown): boolean {
  return problem instanceof CallError && (problem.status === 404 || problem.status === 400);
}
