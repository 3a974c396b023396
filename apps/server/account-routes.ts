import { allErrors } from "@canopy/contract/all-errors";
import { endpoints } from "@canopy/contract/endpoints";
import { accessTokenRoutes } from "./accounts/access-token-routes.ts";
import { loginProviderRoutes } from "./accounts/arrival/login-provider-routes.ts";
import { oidcRoutes } from "./accounts/arrival/oidc-routes.ts";
import { weixinRoutes } from "./accounts/arrival/weixin-routes.ts";
import { codeRoutes } from "./accounts/code-routes.ts";
import { factorRoutes } from "./accounts/factor/factor-routes.ts";
import { handOverRoutes } from "./accounts/hand-over-routes.ts";
import { operationLogRoutes } from "./accounts/log/operation-log-routes.ts";
import { operatingRoutes } from "./accounts/operating-routes.ts";
import { ownerRoutes } from "./accounts/owner-routes.ts";
import { firstPasswordRoutes } from "./accounts/people/first-password.ts";
import { subUserRoutes } from "./accounts/people/sub-user-routes.ts";
import { personalRoutes } from "./accounts/personal/personal-routes.ts";
import type { ProveOwnPassword } from "./accounts/prove-password.ts";
import { registrationRoutes } from "./accounts/registration/registration-routes.ts";
import { reviewRoutes } from "./accounts/registration/review-routes.ts";
import { selfRoutes } from "./accounts/self-routes.ts";
import { sessionRoutes } from "./accounts/session-routes.ts";
import { limitsOf } from "./capacity/limits.ts";
import type { DeviceServices } from "./devices/device-services.ts";
import { countDevicesOf } from "./devices/fleet/count-devices.ts";
import { endTenantConnections } from "./devices/link/end-tenant-connections.ts";
import { highestDeviceLevel } from "./devices/rights/device-level-store.ts";
import { rightsRoutes } from "./devices/rights/rights-routes.ts";
import { grantAll } from "./devices/rights/rights-store.ts";
import type { Providers } from "./messages/find-providers.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Config } from "./platform/config.ts";
import type { Route } from "./platform/http/route.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import { tellOfClosing, tellReviewers } from "./request-services.ts";

interface AccountParts extends Pick<DeviceServices, "db" | "deviceChanged"> {
  readonly config: Pick<
    Config,
    "demo" | "merchantRegistration" | "registrationReview" | "privateTargets" | "publicUrl" | "weixin"
  >;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly secret: string;
  readonly providers: Providers;
  readonly proveOwnPassword: ProveOwnPassword;
  now(): number;
}

/** Everything about people: signing in, registration, sub-users and their rights, one's own account, the log. */
export function accountRoutes(parts: AccountParts): Route[] {
  const { config, db, secret, providers, proveOwnPassword, now } = parts;
  const services = { db, secret, providers, demo: config.demo };
  const tenantClosed = (tenantId: string) => endTenantConnections(parts, tenantId);
  return [
    ...sessionRoutes(services),
    ...codeRoutes(services),
    ...registrationRoutes({ ...config, ...services, applied: tellReviewers(parts) }),
    ...reviewRoutes(services),
    ...firstPasswordRoutes(db),
    ...factorRoutes({ db, secret, proveOwnPassword, now }),
    ...weixinRoutes({ ...config, db, secret, now }),
    ...loginProviderRoutes({ db, secret, weixin: config.weixin }),
    ...oidcRoutes({ ...config, db, secret, limitOf: limitsOf(db), grantAll }),
    ...personalRoutes({
      ...services,
      proveOwnPassword,
      jobs: parts.jobs,
      tenantClosed,
      closingAsked: tellOfClosing(parts),
    }),
    ...subUserRoutes({ db, limitOf: limitsOf(db), grantAll }),
    ...rightsRoutes(db),
    ...selfRoutes(db, endpoints, (caller) => highestDeviceLevel(db, caller)),
    ...accessTokenRoutes(db),
    ...operationLogRoutes(db, endpoints, allErrors),
    ...handOverRoutes(db, now),
    ...operatingRoutes({ db, tenantClosed }),
    ...ownerRoutes({ db, devicesOf: (tenantIds) => countDevicesOf(db, tenantIds) }),
  ];
}
