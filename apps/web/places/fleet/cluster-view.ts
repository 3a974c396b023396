import { distanceM } from "@canopy/can/gps/position";
import { type Bounds, eastwardDeg } from "@canopy/can/gps/track";
import { CLUSTER_PX } from "../map/clusters.ts";
import { fitted, MAX_ZOOM, type MapView, metresPerPixel } from "../map/mercator.ts";
import type { PlacedDevice } from "./place-state.ts";

/** Receivers beside each other differ by as much. */
const ONE_PLACE_M = 15;
const PADDING_PX = 64;

type Spot = Pick<PlacedDevice["place"], "latitude" | "longitude">;

/** Around all of them, also across the date line; undefined: there are none. */
export function boundsOfPlaces(places: readonly Spot[]): Bounds | undefined {
  const [first] = places;
  if (!first) return undefined;
  let [south, north, west, east] = [90, -90, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { latitude, longitude } of places) {
    const beside = first.longitude + eastwardDeg(first.longitude, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, beside);
    east = Math.max(east, beside);
  }
  return { south, north, west: eastwardDeg(0, west), east: eastwardDeg(0, east) };
}

/** The view that tells the devices of a cluster apart; undefined: they are at one place. */
export function viewOfCluster(places: readonly Spot[], view: MapView): Pick<MapView, "centre" | "zoom"> | undefined {
  const bounds = boundsOfPlaces(places);
  if (!bounds) return undefined;
  const { south, north, west, east } = bounds;
  const acrossM = distanceM({ latitude: south, longitude: west }, { latitude: north, longitude: east });
  if (acrossM < ONE_PLACE_M) return undefined;
  const whole = fitted(bounds, view, PADDING_PX);
  const more = Math.log2((4 * CLUSTER_PX * metresPerPixel(whole)) / acrossM);
  return { ...whole, zoom: Math.min(MAX_ZOOM, whole.zoom + Math.max(0, more)) };
}
