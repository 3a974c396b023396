import { type FenceBox, fenceBox } from "@canopy/can/gps/fence-outline";
import type { Place } from "@canopy/can/gps/gcj02";
import { fenceOf } from "@canopy/contract/places/fence-shape";
import type { NearFence } from "@canopy/contract/places/fences-near";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { FenceAreas } from "../fences/FenceMap.tsx";
import { fencesNearQuery } from "../fences/fence-queries.ts";
import { areaAround } from "../fences/near-area.ts";
import { MapMark } from "../map/MapMark.tsx";
import { useMapView } from "../map/map-context.ts";
import { type MapView, project } from "../map/mercator.ts";
import styles from "./track.module.css";
import "./track-texts.ts";

/** A smaller area has no room for its name. */
const NAMED_PX = 48;
const MOST_NAMES = 30;

/** GPS-02: the tenant's fences near the view, below the track. */
export function TrackFences() {
  const t = useText();
  const view = useMapView();
  const { data } = useQuery(fencesNearQuery(view && areaAround(view)));
  const list = data?.list ?? NONE;
  const shapes = useMemo(() => list.map(({ shape }) => shape), [list]);
  const boxes = useMemo(() => list.map((fence) => ({ fence, box: fenceBox(fenceOf(fence.shape)) })), [list]);
  const named = view ? boxes.filter(({ box }) => widthPx(view, box) >= NAMED_PX).slice(0, MOST_NAMES) : [];
  return (
    <>
      <FenceAreas shapes={shapes} />
      {named.map(({ fence, box }) => (
        <MapMark key={fence.fence_id} at={middleOf(box)} order={1}>
          <span className={styles.fenceName} data-fence={fence.fence_id}>
            {fence.name}
          </span>
        </MapMark>
      ))}
      {data && data.total > list.length && (
        <p className={styles.fenceNote}>
          {t("places.track.fencesOf", { shown: formatNumber(list.length), total: formatNumber(data.total) })}
        </p>
      )}
    </>
  );
}

const NONE: readonly NearFence[] = [];

const middleOf = ({ south, north, west, east }: FenceBox): Place => ({
  latitude: (south + north) / 2,
  longitude: (west + east) / 2,
});

function widthPx(view: MapView, { south, north, west, east }: FenceBox): number {
  const latitude = (south + north) / 2;
  return Math.abs(project(view, { latitude, longitude: east }).x - project(view, { latitude, longitude: west }).x);
}
