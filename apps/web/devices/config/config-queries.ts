import { getConfigRollout, getConfiguration, listConfigVersions } from "@canopy/contract/devices/configuration";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { DEVICES_KEY } from "../device-query.ts";

/** While something is on its way, and else: others may save, the device may report. */
const SOON_MS = 1000;
const LATER_MS = 10_000;

export const configKey = (thingsId: string) => [...DEVICES_KEY, "configuration", thingsId] as const;

export function configQuery(thingsId: string) {
  return queryOptions({
    queryKey: configKey(thingsId),
    queryFn: async ({ signal }) => (await api(getConfiguration, { params: { things_id: thingsId } }, { signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.desired?.state === "sending" || (data?.desired?.state === "waiting" && data.online) ? SOON_MS : LATER_MS,
  });
}

export function versionsQuery(thingsId: string, page: number, size: number) {
  return queryOptions({
    queryKey: [...configKey(thingsId), "versions", page, size],
    queryFn: ({ signal }) =>
      api(
        listConfigVersions,
        { params: { things_id: thingsId }, query: { current_page: page, page_size: size } },
        { signal },
      ),
  });
}

export function rolloutQuery(id: string) {
  return queryOptions({
    queryKey: [...DEVICES_KEY, "config-rollout", id],
    queryFn: async ({ signal }) => (await api(getConfigRollout, { params: { rollout_id: id } }, { signal })).data,
    refetchInterval: SOON_MS,
  });
}
