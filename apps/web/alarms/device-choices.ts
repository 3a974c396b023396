import type { ThingFilters } from "@canopy/contract/devices/thing-filters";
import { listThings } from "@canopy/contract/devices/things";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";

/** Devices not among these are found by a part of their name. */
const SHOWN = 15;

/** Devices by part of their name, in the order of their names. */
export function deviceChoicesQuery(search: string, filters: ThingFilters = {}) {
  const asked = {
    page_size: SHOWN,
    order_param: "name",
    order_type: 0,
    filters: JSON.stringify({ ...filters, ...(search && { keyword: search }) }),
  } as const;
  return queryOptions({
    queryKey: [listThings.name, asked],
    queryFn: ({ signal }) => api(listThings, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
}
