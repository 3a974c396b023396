import type { AskDevice } from "./devices/link/device-link.ts";
import { dtcRoutes } from "./diagnosis/codes/dtc-routes.ts";
import { ecuRoutes } from "./diagnosis/ecus/ecu-routes.ts";
import { findEcu } from "./diagnosis/ecus/ecu-store.ts";
import { unlockOfEcu } from "./diagnosis/ecus/keep-unlock-file.ts";
import { sessionRoutes } from "./diagnosis/sessions/session-routes.ts";
import { publishDiagnosis } from "./frames/live/live-device-news.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Route } from "./platform/http/route.ts";
import type { Db } from "./platform/postgres/schema.ts";

interface Parts {
  readonly db: Db;
  readonly bus: Bus;
  readonly secret: string;
  readonly askDevice: AskDevice;
  now(): number;
}

/** UDS-01 … UDS-05 */
export function diagnosisRoutes({ db, bus, secret, askDevice, now }: Parts): Route[] {
  const unlockOf = (tenantId: string, ecuId: string) => unlockOfEcu({ db, secret }, tenantId, ecuId);
  const hasEcu = async (tenantId: string, ecuId: string) => (await findEcu(db, tenantId, ecuId)) !== undefined;
  return [
    ...sessionRoutes({ db, ask: askDevice, publish: publishDiagnosis(bus), now, unlockOf, hasEcu }),
    ...ecuRoutes({ db, secret }),
    ...dtcRoutes(db),
  ];
}
