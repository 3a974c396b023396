import type { FenceBox } from "@canopy/can/gps/fence-outline";
import { type MapView, mercatorY, placeAt, worldPx } from "../map/mercator.ts";

const WORLD_DEG = 360;

/**
 * The area to ask for around a view: whole steps of about the width of the view, so that moving the map a little asks
 * nothing anew.
 */
export function areaAround({ centre, zoom, width, height }: MapView): FenceBox {
  const acrossDeg = (WORLD_DEG * width) / worldPx(zoom);
  const half = height / 2 / worldPx(zoom);
  const middle = mercatorY(centre.latitude);
  const [north, south] = [middle - half, middle + half].map((y) => placeAt(0, Math.min(1, Math.max(0, y))).latitude);
  const step = 2 ** Math.ceil(Math.log2(acrossDeg));
  const down = (degrees: number) => Math.floor(degrees / step) * step;
  const up = (degrees: number) => Math.ceil(degrees / step) * step;
  const area = { south: Math.max(-90, down(south ?? -90)), north: Math.min(90, up(north ?? 90)) };
  const [west, east] = [down(centre.longitude - acrossDeg / 2), up(centre.longitude + acrossDeg / 2)];
  return east - west >= WORLD_DEG ? { ...area, west: -180, east: 180 } : { ...area, west, east };
}
