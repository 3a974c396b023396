import { listFleetPlaces } from "@canopy/contract/places/fleet";
import { asUnavailable } from "../frames/as-unavailable.ts";
import type { PointStore } from "../frames/store/points/points.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { readableBindings } from "./tracked-device-store.ts";

interface FleetServices {
  readonly db: Db;
  readonly points: Pick<PointStore, "newestPlaces">;
  now(): number;
}

/** GPS-04 */
export function fleetRoutes({ db, points, now }: FleetServices): Route[] {
  return [
    route(listFleetPlaces, async ({ caller, query }) => {
      const devices = await readableBindings(db, caller, query);
      const newest = await asUnavailable(() => points.newestPlaces(devices.map(({ bindingNumber }) => bindingNumber)));
      const list = devices.flatMap(({ thingsId, bindingNumber }) => {
        const found = newest.get(bindingNumber);
        if (!found) return [];
        const { time, latitude, longitude, speed_kmh, course } = found;
        return [{ things_id: thingsId, time, latitude, longitude, speed_kmh, course }];
      });
      const next = devices.length === query.limit ? (devices.at(-1)?.thingsId ?? null) : null;
      return { list, next, now: now() };
    }),
  ];
}
