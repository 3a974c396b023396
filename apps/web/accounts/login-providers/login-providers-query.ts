import { listLoginProviders } from "@canopy/contract/accounts/login-providers";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";

export type LoginProviderRow = Reply<typeof listLoginProviders>["list"][number];

export const loginProvidersQuery = queryOptions({
  queryKey: [listLoginProviders.name],
  queryFn: ({ signal }) => api(listLoginProviders, {}, { signal }),
});
