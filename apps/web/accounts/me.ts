import { privilegeSelf, tenantSelf, userSelf } from "@canopy/contract/accounts/self";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { keepApiNames } from "./permissions.ts";

/** ACC-25: the signed-in user, with the manager flag and the tenant. */
export interface Me {
  readonly user: Reply<typeof userSelf>;
  readonly tenant: Reply<typeof tenantSelf>;
  readonly privileges: Reply<typeof privilegeSelf>;
}

/** How soon an open page notices that its session ended on the server. */
const LOOK_AGAIN_MS = 60_000;

export const meQuery = queryOptions({
  queryKey: ["accounts", "me"],
  queryFn: async ({ signal }): Promise<Me> => {
    const [user, tenant, privileges] = await Promise.all([
      api(userSelf, {}, { signal }),
      api(tenantSelf, {}, { signal }),
      api(privilegeSelf, {}, { signal }),
    ]);
    keepApiNames(privileges);
    return { user, tenant, privileges };
  },
  staleTime: LOOK_AGAIN_MS / 2,
  refetchInterval: LOOK_AGAIN_MS,
  refetchOnWindowFocus: "always",
});
