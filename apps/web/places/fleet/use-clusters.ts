import type { Place } from "@canopy/can/gps/gcj02";
import { useMemo } from "react";
import { CLUSTER_PX, clustersOf, clusterZoom } from "../map/clusters.ts";
import { useMap, useMapView } from "../map/map-context.ts";
import { mercatorX, mercatorY, placeAt, project, worldPx } from "../map/mercator.ts";
import type { PlacedDevice } from "./place-state.ts";

/** Marks just outside of the map come with their names into it. */
const MARGIN_PX = 60;

export interface DeviceCluster {
  readonly key: string;
  readonly at: Place;
  readonly devices: readonly PlacedDevice[];
}

/** The clusters in sight; the chosen device always stands alone. */
export function useClusters(
  devices: readonly PlacedDevice[],
  chosen: string | undefined,
  scale: number,
): DeviceCluster[] {
  const map = useMap();
  const view = useMapView();
  const zoom = view && clusterZoom(view.zoom);
  const all = useMemo(
    () => (zoom === undefined ? [] : clustered(devices, chosen, zoom - Math.log2(scale))),
    [devices, chosen, zoom, scale],
  );
  return useMemo(() => {
    if (!view || !map) return [];
    const isInSight = ({ at }: DeviceCluster) => {
      const { x, y } = project(view, at);
      return x > -MARGIN_PX && y > -MARGIN_PX && x < view.width + MARGIN_PX && y < view.height + MARGIN_PX;
    };
    return all.filter(isInSight);
  }, [all, view, map]);
}

function clustered(devices: readonly PlacedDevice[], chosen: string | undefined, zoom: number): DeviceCluster[] {
  const byId = new Map(devices.map((device) => [device.row.id, device]));
  const dots = devices
    .filter(({ row }) => row.id !== chosen)
    .map(({ row, place }) => ({ id: row.id, x: mercatorX(place.longitude), y: mercatorY(place.latitude) }));
  const clusters = clustersOf(dots, CLUSTER_PX / worldPx(zoom)).map(({ ids, x, y }): DeviceCluster => {
    const members = ids.flatMap((id) => byId.get(id) ?? []);
    const [only] = members;
    const key = members.length === 1 ? (ids[0] ?? "") : `${ids[0]}+${ids.length}`;
    return { key, at: members.length === 1 && only ? only.place : placeAt(x, y), devices: members };
  });
  const alone = chosen === undefined ? undefined : byId.get(chosen);
  return alone ? [...clusters, { key: alone.row.id, at: alone.place, devices: [alone] }] : clusters;
}
