import { listProviders } from "@canopy/contract/messages/providers";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";

const RENEW_MS = 10_000;

export const providersQuery = queryOptions({
  queryKey: [listProviders.name],
  queryFn: ({ signal }) => api(listProviders, {}, { signal }),
  refetchInterval: RENEW_MS,
});
