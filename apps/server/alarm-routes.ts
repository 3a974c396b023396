import { backTestRoutes } from "./alarms/back-test/back-test-routes.ts";
import { eventRoutes } from "./alarms/events/event-routes.ts";
import { actionTestRoutes } from "./alarms/notify/action-test-routes.ts";
import { templateRoutes } from "./alarms/notify/template-routes.ts";
import { ruleRoutes } from "./alarms/rules/rule-routes.ts";
import { rulesSubject } from "./alarms/rules/rule-subjects.ts";
import { searchRoutes } from "./alarms/search/search-routes.ts";
import { limitsOf } from "./capacity/limits.ts";
import { alarmsSubject } from "./frames/live/live-subjects.ts";
import type { Providers } from "./messages/find-providers.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Route } from "./platform/http/route.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Db } from "./platform/postgres/schema.ts";
import type { StoreParts } from "./store-parts.ts";

interface AlarmParts extends Pick<StoreParts, "frames" | "points" | "pins" | "ruleStates"> {
  readonly db: Db;
  readonly bus: Bus;
  readonly jobs: Jobs;
  readonly secret: string;
  readonly providers: Providers;
  readonly now: () => number;
}

/** Open pages of these tenants hear that alarms have changed. */
export const tellAlarms = (bus: Bus) => (tenantIds: readonly string[]) => {
  for (const tenantId of tenantIds) bus.publish(alarmsSubject(tenantId), new Uint8Array(0));
};

/** Routes of alarms, with what they need of the domains below. */
export function alarmRoutes(parts: AlarmParts): Route[] {
  const { db, bus, frames, points, pins, ruleStates, jobs, secret, providers, now } = parts;
  const tell = (subject: string) => bus.publish(subject, new Uint8Array(0));
  const rulesChanged = (tenantId: string) => tell(rulesSubject(tenantId));
  const alarmsChanged = tellAlarms(bus);
  return [
    ...ruleRoutes({ db, limitOf: limitsOf(db), ruleStates, rulesChanged }),
    ...eventRoutes({ db, pins, frames, alarmsChanged }),
    ...backTestRoutes({ db, frames, points }),
    ...searchRoutes({ db, frames, points, jobs }),
    ...templateRoutes(db),
    ...actionTestRoutes({ db, secret, providers, limitOf: limitsOf(db), now }),
  ];
}
