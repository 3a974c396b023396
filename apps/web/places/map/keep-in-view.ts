import type { Place } from "@canopy/can/gps/gcj02";
import type { MapPart } from "./map-part.ts";

/** A followed place is kept this share of the map away from its edge. */
const EDGE = 0.2;

/** Moves the map where the place has come near its edge. */
export function keepInView(map: MapPart, place: Place): void {
  const { x, y } = map.project(place);
  const { width, height, zoom } = map.view();
  const isNearEdge = (at: number, size: number) => at < size * EDGE || at > size * (1 - EDGE);
  if (isNearEdge(x, width) || isNearEdge(y, height)) map.setView({ centre: place, zoom });
}
