import type { Track } from "@canopy/can/gps/track";
import { journeyOf } from "@canopy/can/gps/trips";
import { MOST_STATISTIC_DAYS } from "@canopy/contract/statistics/fleet";
import { sql } from "kysely";
import { z } from "zod";
import { collectTrack } from "../places/collect-track.ts";
import type { PositionRange, PositionSource } from "../places/read-positions.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";

interface DistanceServices {
  readonly db: Db;
  readonly points: PositionSource;
  now(): number;
}

export const DISTANCE_CRON = "7 * * * *";
const DAY_MS = 86_400_000;
/** A position a second, four times over. */
const MOST_POSITIONS = 400_000;

interface Due {
  readonly id: string;
  readonly tenantId: string;
  readonly binding: number;
  readonly fromDay: number;
}

/** STA-01: kilometres and trips of each device and day. The running day and the one before are counted anew each hour. */
export async function countDistances({ db, points, now }: DistanceServices, signal: AbortSignal): Promise<void> {
  const today = Math.floor(now() / DAY_MS);
  for (const device of await dueDevices(db, today)) {
    for (let day = device.fromDay; day <= today; day += 1) {
      signal.throwIfAborted();
      await countDay({ db, points }, device, day, signal);
    }
    await setMark(db, device.id, today - 1);
  }
}

/** Of all tenants; one that was never counted since it is there, as far back as the page shows. */
async function dueDevices(db: Db, today: number): Promise<Due[]> {
  const found = await sql<Due>`select t.id, t.tenant_id as "tenantId", t.binding,
      greatest(coalesce(m.until_day, floor(extract(epoch from t.created_at) / 86400)::integer),
        ${today - MOST_STATISTIC_DAYS + 1}::integer) as "fromDay"
    from things t left join thing_distance_marks m on m.things_id = t.id order by t.id`.execute(db);
  return found.rows;
}

async function countDay(
  { db, points }: Pick<DistanceServices, "db" | "points">,
  { id, tenantId, binding }: Due,
  day: number,
  signal: AbortSignal,
): Promise<void> {
  const range = { bindingNumber: binding, fromUs: day * DAY_MS * 1000, toUs: (day + 1) * DAY_MS * 1000 };
  const track = await readDay(points, range, signal);
  if (track === undefined || track.count === 0) return;
  const { distanceM, trips } = journeyOf(track);
  await sql`insert into thing_distance_days (tenant_id, things_id, day, distance_m, trips)
    values (${tenantId}, ${id}, ${day}, ${distanceM}, ${trips.length})
    on conflict (tenant_id, things_id, day) do update set distance_m = excluded.distance_m,
      trips = excluded.trips`.execute(db);
}

/** Undefined: more positions than a device can have in a day. */
async function readDay(points: PositionSource, range: PositionRange, signal: AbortSignal): Promise<Track | undefined> {
  try {
    return await collectTrack(points, range, signal, MOST_POSITIONS);
  } catch (problem) {
    if (problem instanceof ApiError) return undefined;
    throw problem;
  }
}

async function setMark(db: Db, thingsId: string, untilDay: number): Promise<void> {
  await sql`insert into thing_distance_marks (things_id, until_day) values (${thingsId}, ${untilDay})
    on conflict (things_id) do update set until_day = excluded.until_day`.execute(db);
}

export function distanceJob(services: DistanceServices): JobDefinition<Record<string, never>> {
  return defineJob("statistics.countDistances", {
    input: z.object({}),
    handler: ({ signal }) => countDistances(services, signal),
  });
}
