import { createContext, use, useEffect, useState } from "react";
import type { MapLayer, MapPart } from "./map-part.ts";
import type { MapView } from "./mercator.ts";

/** Undefined while the map loads. */
export const MapContext = createContext<MapPart | undefined>(undefined);

export const useMap = (): MapPart | undefined => use(MapContext);

/** A layer as long as the component is there. */
export function useMapLayer(key: string, layer: MapLayer | undefined): void {
  const map = useMap();
  useEffect(() => {
    if (!map) return;
    if (layer) map.setLayer(key, layer);
    else map.removeLayer(key);
  }, [map, key, layer]);
  useEffect(() => () => map?.removeLayer(key), [map, key]);
}

/** The view, renewed once per animation frame at most. */
export function useMapView(): MapView | undefined {
  const map = useMap();
  const [view, setView] = useState<MapView>();
  useEffect(() => {
    if (!map) return;
    let frame = 0;
    const read = () => {
      frame = 0;
      setView(map.view());
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(read);
    };
    const off = map.onView(later);
    read();
    return () => {
      off();
      cancelAnimationFrame(frame);
    };
  }, [map]);
  return view;
}
