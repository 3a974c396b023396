import type { Track } from "@canopy/can/gps/track";
import { type Journey, journeyOf } from "@canopy/can/gps/trips";
import { sql } from "kysely";
import { z } from "zod";
import { collectTrack } from "../places/collect-track.ts";
import type { PositionRange, PositionSource } from "../places/read-positions.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { defineJob, type JobDefinition } from "../platform/jobs/job-definition.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { DAY_MS, type DueDevice, dueDevices, setMark } from "./distance-marks.ts";

interface DistanceServices {
  readonly db: Db;
  readonly points: PositionSource;
  now(): number;
}

export const DISTANCE_CRON = "7 * * * *";
/** A position a second, four times over. */
const MOST_POSITIONS = 400_000;

/**
 * STA-01: kilometres and trips of each device and day. The running day and the one before are counted anew each hour,
 * earlier ones where positions came late (`distance-marks.ts`).
 */
export async function countDistances({ db, points, now }: DistanceServices, signal: AbortSignal): Promise<void> {
  const today = Math.floor(now() / DAY_MS);
  for (const device of await dueDevices(db, today)) {
    for (let day = device.fromDay; day <= today; day += 1) {
      signal.throwIfAborted();
      await countDay({ db, points }, device, { day, isRecent: day >= today - 1 }, signal);
    }
    await setMark(db, device, today - 1);
  }
}

interface CountedDay {
  readonly day: number;
  readonly isRecent: boolean;
}

async function countDay(
  { db, points }: Pick<DistanceServices, "db" | "points">,
  device: DueDevice,
  counted: CountedDay,
  signal: AbortSignal,
): Promise<void> {
  const { day, isRecent } = counted;
  const range = { bindingNumber: device.binding, fromUs: day * DAY_MS * 1000, toUs: (day + 1) * DAY_MS * 1000 };
  const track = await readDay(points, range, signal);
  if (track === undefined) return;
  if (track.count > 0) return writeDay(db, device, counted, journeyOf(track));
  // Of earlier days the positions may have expired.
  if (!isRecent) return;
  await sql`delete from thing_distance_days where tenant_id = ${device.tenantId} and things_id = ${device.id}
    and day = ${day}`.execute(db);
}

/** Unless the terminal was swapped meanwhile. Positions that expired take nothing away from an earlier day. */
async function writeDay(
  db: Db,
  { id, tenantId, binding }: DueDevice,
  { day, isRecent }: CountedDay,
  { distanceM, trips }: Journey,
): Promise<void> {
  await sql`insert into thing_distance_days as d (tenant_id, things_id, day, distance_m, trips)
    select t.tenant_id, t.id, ${day}::integer, ${distanceM}::float8, ${trips.length}::integer from things t
    where t.tenant_id = ${tenantId} and t.id = ${id} and t.binding = ${binding} for share
    on conflict (tenant_id, things_id, day) do update set distance_m = excluded.distance_m, trips = excluded.trips
      where ${isRecent}::boolean or excluded.distance_m >= d.distance_m`.execute(db);
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

export function distanceJob(services: DistanceServices): JobDefinition<Record<string, never>> {
  return defineJob("statistics.countDistances", {
    input: z.object({}),
    handler: ({ signal }) => countDistances(services, signal),
  });
}
