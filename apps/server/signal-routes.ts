import { rulesOfComputed, ruleUsesOfDbc } from "./alarms/rules/rule-store.ts";
import type { Route } from "./platform/http/route.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { pushUsesOfDbc } from "./push/push-rule-store.ts";
import { bindingRoutes } from "./signals/bindings/binding-routes.ts";
import { computedUsesOfDbc } from "./signals/bindings/computed-store.ts";
import { strategyUsesOfDbc } from "./signals/bindings/signal-binding-store.ts";
import { curveRoutes } from "./signals/curves/curve-routes.ts";
import { findSignalRoutes } from "./signals/curves/find-signal-routes.ts";
import { functionRoutes } from "./signals/curves/function-routes.ts";
import { layoutRoutes } from "./signals/curves/layout-routes.ts";
import { clearPanels, layoutUsesOfDbc } from "./signals/curves/layout-store.ts";
import { seriesRoutes } from "./signals/curves/series-routes.ts";
import { statisticsRoutes } from "./signals/curves/statistics-routes.ts";
import { dbcCheckRoutes } from "./signals/dbc/dbc-check-routes.ts";
import { dbcRoutes } from "./signals/dbc/dbc-routes.ts";
import type { DbcUses } from "./signals/dbc/dbc-uses.ts";
import { strategyRoutes } from "./signals/kept/strategy-routes.ts";
import type { StoreParts } from "./store-parts.ts";

interface SignalParts extends Pick<StoreParts, "frames" | "kept" | "points"> {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly now: () => number;
}

/** All users of DBC files: a DBC in use cannot be deleted, and a change lists its users. */
const DBC_USES: readonly DbcUses[] = [
  computedUsesOfDbc,
  strategyUsesOfDbc,
  layoutUsesOfDbc,
  ruleUsesOfDbc,
  pushUsesOfDbc,
];

/** Routes of signals, with what they need of other domains. */
export function signalRoutes(parts: SignalParts): Route[] {
  const { db } = parts;
  return [
    ...functionRoutes({ ...parts, rulesOfComputed }),
    ...curveRoutes(parts),
    ...seriesRoutes(parts),
    ...strategyRoutes(db),
    ...bindingRoutes({ ...parts, clearPanels }),
    ...dbcRoutes({ db, uses: DBC_USES }),
    ...layoutRoutes(db),
    ...statisticsRoutes(parts),
    ...findSignalRoutes(parts),
    ...dbcCheckRoutes(parts),
  ];
}
