import type { PanelDevice } from "@canopy/contract/statistics/panels";
import { useEffect, useEffectEvent, useState } from "react";
import { boundsOfPlaces } from "../../places/fleet/cluster-view.ts";
import { MapBox } from "../../places/map/MapBox.tsx";
import { MapMark } from "../../places/map/MapMark.tsx";
import type { MapPart } from "../../places/map/map-part.ts";
import { useText } from "../../platform/i18n.ts";
import styles from "./panels.module.css";

/** Where the devices of a widget are. */
export function MapWidget({ devices, ids }: { devices: readonly PanelDevice[]; ids: readonly string[] }) {
  const t = useText();
  const [map, setMap] = useState<MapPart>();
  const shown = devices.flatMap(({ place, ...device }) =>
    place && ids.includes(device.things_id) ? [{ ...device, place }] : [],
  );
  const home = boundsOfPlaces(shown.map(({ place }) => place));
  const isKnown = home !== undefined;
  const fit = useEffectEvent(() => {
    if (map && home) map.fit(home);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the map and the first positions are there
  useEffect(() => fit(), [map, isKnown]);
  return (
    <div className={styles.map}>
      <MapBox label={t("statistics.widget.map")} isPlain onMap={setMap}>
        {shown.map(({ things_id, name, online, place }) => (
          <MapMark key={things_id} at={place}>
            <span className={styles.mark} data-online={online} data-device={things_id}>
              {name}
            </span>
          </MapMark>
        ))}
      </MapBox>
    </div>
  );
}
