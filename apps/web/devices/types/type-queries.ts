import { getInfoModel, type InfoModel, type NewInfoModel, updateInfoModel } from "@canopy/contract/devices/info-models";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { meQuery } from "../../accounts/me.ts";
import { api } from "../../platform/api.ts";

/** Everything that shows device types is asked again after a change. */
export const TYPES_KEY = ["devices", "types"] as const;

/** The tenant in whose name types are read and written; empty until the session is known. */
export function useTenantId(): string {
  return useQuery(meQuery).data?.tenant.id ?? "";
}

export function typeQuery(tenantId: string, id: string) {
  return queryOptions({
    queryKey: [...TYPES_KEY, tenantId, id],
    queryFn: ({ signal }) =>
      api(getInfoModel, { params: { tenant_id: tenantId, info_model_id: id } }, { signal }).then(({ data }) => data),
    enabled: tenantId !== "" && id !== "",
  });
}

/** A type is stored as a whole: unchanged fields are sent too, with the version that was read. */
export function useStoreType() {
  const client = useQueryClient();
  const tenantId = useTenantId();
  return async (type: InfoModel, change: Partial<NewInfoModel>): Promise<void> => {
    const { id, name, keyword, is_public, data_groups, version } = type;
    const params = { tenant_id: tenantId, info_model_id: id };
    try {
      await api(updateInfoModel, { params, body: { name, keyword, is_public, data_groups, version, ...change } });
    } catch (problem) {
      // Another user may have changed it: the page behind the refusal shows the newest.
      void client.invalidateQueries({ queryKey: TYPES_KEY });
      throw problem;
    }
  };
}
