import type { FenceShape } from "@canopy/contract/places/fence-shape";
import { useEffect, useMemo, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTheme } from "../../platform/theme.ts";
import { PALETTE } from "../../ui/marks/palette.ts";
import { useFleetBounds } from "../fleet/fleet-query.ts";
import { MapBox } from "../map/MapBox.tsx";
import { useMap, useMapLayer } from "../map/map-context.ts";
import { boundsOfShapes, fenceLayers } from "./fence-layers.ts";
import "./fence-texts.ts";

/** GPS-02: the fences of a list on the map. */
export function FenceMap({ shapes }: { shapes: readonly FenceShape[] }) {
  const t = useText();
  const home = useMemo(() => boundsOfShapes(shapes), [shapes]);
  const [fitted, setFitted] = useState<string>();
  return (
    <MapBox
      label={t("places.fence.map")}
      home={home}
      onMap={(map) => {
        if (map && home && fitted === undefined) {
          map.fit(home, 40);
          setFitted("once");
        }
      }}
    >
      {!home && <FleetView />}
      <FenceAreas shapes={shapes} />
    </MapBox>
  );
}

/** Without a fence to look at: once to where the fleet is. */
export function FleetView() {
  const map = useMap();
  const bounds = useFleetBounds();
  const isFitted = useRef(false);
  useEffect(() => {
    if (!map || !bounds || isFitted.current) return;
    isFitted.current = true;
    map.fit(bounds, 60);
  }, [map, bounds]);
  return null;
}

export function FenceAreas({ shapes, withExit = false }: { shapes: readonly FenceShape[]; withExit?: boolean }) {
  const theme = useTheme();
  const layers = useMemo(() => fenceLayers(shapes, PALETTE[theme].green), [shapes, theme]);
  useMapLayer("fence.area", layers.area);
  useMapLayer("fence.border", layers.border);
  useMapLayer("fence.exit", withExit ? layers.exit : undefined);
  return null;
}
