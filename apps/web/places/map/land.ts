import type { FeatureCollection } from "geojson";
import { feature } from "topojson-client";
import type { GeometryObject, Topology } from "topojson-specification";
import fineUrl from "world-atlas/land-10m.json?url";
import coarseUrl from "world-atlas/land-50m.json?url";

export type LandDetail = "coarse" | "fine";

/** From here on the coarse shore is off by more than a few pixels. */
const FINE_ZOOM = 5.5;

export const landDetail = (zoom: number): LandDetail => (zoom >= FINE_ZOOM ? "fine" : "coarse");

const loaded = new Map<string, Promise<FeatureCollection>>();

/** Natural Earth's land, without borders, from this server. */
export function loadLand(detail: LandDetail): Promise<FeatureCollection> {
  const url = detail === "coarse" ? coarseUrl : fineUrl;
  let land = loaded.get(url);
  if (!land) {
    land = fetchLand(url);
    land.catch(() => loaded.delete(url));
    loaded.set(url, land);
  }
  return land;
}

async function fetchLand(url: string): Promise<FeatureCollection> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the land of the map did not load: ${answer.status}`);
  const topology: Topology<{ land: GeometryObject }> = await answer.json();
  const land = feature(topology, topology.objects.land);
  return land.type === "FeatureCollection" ? land : { type: "FeatureCollection", features: [land] };
}
