import { listLayouts, listTemplates } from "@canopy/contract/signals/layouts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";

export const LAYOUTS_KEY = ["signals", "layouts"] as const;

export function layoutsQuery(thingsId: string) {
  return queryOptions({
    queryKey: [...LAYOUTS_KEY, "device", thingsId],
    queryFn: async ({ signal }) => (await api(listLayouts, { params: { things_id: thingsId } }, { signal })).list,
  });
}

export const templatesQuery = queryOptions({
  queryKey: [...LAYOUTS_KEY, "templates"],
  queryFn: async ({ signal }) => (await api(listTemplates, {}, { signal })).list,
});
