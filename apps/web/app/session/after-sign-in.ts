import { PLATFORM } from "@canopy/contract/accounts/self";
import { type Me, meQuery } from "../../accounts/me.ts";
import { reloadConfiguration } from "../../settings/configuration.ts";
import { customisationQuery } from "../../settings/customisation.ts";
import { ensureDashboard } from "../../settings/dashboards.ts";
import { track, trackFor } from "../../settings/tracking.ts";
import { syncLanguage } from "../language-choice.ts";
import { queryClient } from "../query-client.ts";

/** Name of the default dashboard, until the user renames it. */
const DASHBOARD_NAME = "Canopy";

/** ACC-08: configuration, privileges, user and tenant; then the login event, the dashboard and the language. */
export async function afterSignIn(): Promise<Me> {
  const [me] = await Promise.all([
    queryClient.fetchQuery(meQuery),
    reloadConfiguration(),
    queryClient.prefetchQuery(customisationQuery),
  ]);
  startTracking(me);
  track({ platform: PLATFORM, module: "accounts", action: "login" });
  await syncLanguage().catch(logged("the language was not synced"));
  // ACC-11: not awaited.
  const { user, privileges } = me;
  const owner = { tenantId: user.tenant_id, isManager: privileges.tenant_manager, name: DASHBOARD_NAME };
  void ensureDashboard(owner).catch(logged("the default dashboard was not found or made"));
  return me;
}

/** NAV-13: not for a tenant that opted out. */
export function startTracking({ user }: Me): void {
  const trackingOff = queryClient.getQueryData(customisationQuery.queryKey)?.trackingOff === true;
  trackFor(trackingOff ? null : { tenant_id: user.tenant_id, user_id: user.id });
}

function logged(what: string): (problem: unknown) => void {
  return (problem) => console.warn(what, problem);
}
