import { candtuLoginCall } from "@canopy/contract/frames/candtu";
import { candtuErrors } from "@canopy/contract/frames/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { publicRoute, type Route } from "../../platform/http/route.ts";
import { type CandtuLoginServices, loginCandtu } from "./candtu-login.ts";

/** docs/device-protocol.md §3.1 */
export function candtuRoutes(services: CandtuLoginServices): Route[] {
  return [
    publicRoute(candtuLoginCall, async ({ body }) => {
      const reply = await loginCandtu(body, services);
      // Unknown and wrong alike.
      if (reply === undefined) throw new ApiError(candtuErrors.loginRefused);
      return reply;
    }),
  ];
}
