import { privilegeSelf, tenantSelf, userSelf } from "@canopy/contract/accounts/self";
import type { Endpoint, Level } from "@canopy/contract/platform/endpoint";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../platform/http/api-error.ts";
import { type Caller, decideAccess } from "../platform/http/caller.ts";
import { suffices } from "../platform/http/check-devices.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { getTenantInfo } from "./tenant-store.ts";
import { getUser } from "./user-store.ts";

/** The most that a caller may do with any device (USR-03). */
export type HighestDeviceLevel = (caller: Caller) => Promise<Level | "none">;

/** ACC-25: a signed-in user's own data. */
export function selfRoutes(db: Db, endpoints: readonly Endpoint[], highestDeviceLevel: HighestDeviceLevel): Route[] {
  return [
    route(privilegeSelf, async ({ caller }) => ({
      tenant_manager: caller.role === "manager",
      system_manager: caller.role === "system",
      apis: permittedNames(endpoints, caller, await highestDeviceLevel(caller)),
    })),
    route(userSelf, async ({ caller }) => {
      const [user, tenantInfo] = await Promise.all([
        getUser(db, caller.tenantId, caller.userId),
        getTenantInfo(db, caller.tenantId),
      ]);
      if (!user || !tenantInfo) throw new ApiError(platformErrors.notFound);
      return {
        id: user.id,
        tenant_id: user.tenantId,
        session_id: caller.sessionId,
        name: user.name,
        nick_name: user.nickName,
        avatar: user.avatar,
        isManager: caller.role !== "sub",
        tenantInfo,
      };
    }),
    route(tenantSelf, async ({ caller }) => {
      const tenant = await getTenantInfo(db, caller.tenantId);
      if (!tenant) throw new ApiError(platformErrors.notFound);
      return tenant;
    }),
  ];
}

/**
 * USR-05: the names that the page keeps in userApiRoleListMap are the very ones the server checks. A call about a device
 * is named when there is any device that the user may make it about; each device's own level says for which.
 */
function permittedNames(endpoints: readonly Endpoint[], caller: Caller, onDevices: Level | "none"): string[] {
  const isPermitted = (endpoint: Endpoint) =>
    decideAccess(endpoint, caller) === "allowed" &&
    (endpoint.access.kind !== "device" || suffices(onDevices, endpoint.access.level));
  return endpoints.filter(isPermitted).map((endpoint) => endpoint.name);
}
