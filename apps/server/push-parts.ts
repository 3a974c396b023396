import { limitsOf } from "./capacity/limits.ts";
import { monthOf, monthStart } from "./capacity/traffic-store.ts";
import { countSent } from "./messages/outbox-store.ts";
import type { OpenFrames } from "./open-frames.ts";
import type { Config } from "./platform/config.ts";
import type { Route } from "./platform/http/route.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { pushedIn } from "./push/claim-store.ts";
import { deliveryRoutes } from "./push/delivery-routes.ts";
import { pushRoutes } from "./push/push-routes.ts";
import { PushWorker } from "./push/push-worker.ts";
import type { StoreParts } from "./store-parts.ts";

/** CAP-02: webhooks of alarms, which the outbox delivered. */
const alarmPushes = (db: Db, tenantId: string, nowMs: number) => countSent(db, tenantId, "webhook", monthStart(nowMs));

/** CAP-02: deliveries of a tenant in this month, of push rules and of alarms. */
export const pushesOf = (db: Db, now: () => number) => async (tenantId: string) =>
  (await alarmPushes(db, tenantId, now())) + (await pushedIn(db, tenantId, monthOf(now())));

interface PushRouteParts extends Pick<StoreParts, "frames" | "points"> {
  readonly config: Pick<Config, "privateTargets">;
  readonly db: Db;
  readonly jobs: Jobs;
  readonly secret: string;
  now(): number;
}

export function allPushRoutes(parts: PushRouteParts): Route[] {
  const { db, jobs, config, secret, frames, points, now } = parts;
  const services = { db, secret, privateTargets: config.privateTargets, frames, points, now };
  return [
    ...pushRoutes({ ...services, limitOf: limitsOf(db), pushesOf: pushesOf(db, now) }),
    ...deliveryRoutes({ db, jobs }),
  ];
}

interface PushWorkerParts {
  readonly config: Pick<Config, "privateTargets">;
  readonly db: Db;
  readonly frames: OpenFrames;
  readonly secret: string;
  readonly log: Log;
}

export function pushWorker({ config, db, frames, secret, log }: PushWorkerParts): PushWorker {
  return new PushWorker({
    db,
    secret,
    log,
    privateTargets: config.privateTargets,
    limitOf: limitsOf(db),
    otherPushes: (tenantId) => alarmPushes(db, tenantId, Date.now()),
    frames: frames.store.frames,
    points: frames.store.points,
    pools: frames.servers.map(({ database }) => database.pool),
    now: Date.now,
  });
}
