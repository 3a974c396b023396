import type { Place } from "@canopy/can/gps/gcj02";
import { type Bounds, eastwardDeg } from "@canopy/can/gps/track";

/** CSS pixels from the top left corner of the map. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

export interface MapView {
  readonly centre: Place;
  /** At 0 the world is TILE_PX wide; each step doubles it. */
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

export const TILE_PX = 512;
export const MIN_ZOOM = 0;
export const MAX_ZOOM = 20;
/** A single position is shown with the streets around it. */
const MAX_FIT_ZOOM = 15;
/** The square of Web Mercator ends here. */
const MAX_LATITUDE = 85.051_128_779_806_6;
const EARTH_CIRCUMFERENCE_M = 40_075_016.686;

export const worldPx = (zoom: number): number => TILE_PX * 2 ** zoom;

/** 0 at 180° W, 1 at 180° E; beyond where the longitude is. */
export const mercatorX = (longitude: number): number => (longitude + 180) / 360;

/** 0 at the north edge of the square, 1 at the south one. */
export function mercatorY(latitude: number): number {
  const held = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude));
  const sine = Math.sin((held * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function placeAt(x: number, y: number): Place {
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
  return { latitude, longitude: eastwardDeg(0, x * 360 - 180) };
}

/** On that copy of the world which is nearest to the middle of the map. */
export function project({ centre, zoom, width, height }: MapView, place: Place): MapPoint {
  const size = worldPx(zoom);
  const east = eastwardDeg(centre.longitude, place.longitude) / 360;
  const south = mercatorY(place.latitude) - mercatorY(centre.latitude);
  return { x: width / 2 + east * size, y: height / 2 + south * size };
}

export function unproject({ centre, zoom, width, height }: MapView, { x, y }: MapPoint): Place {
  const size = worldPx(zoom);
  return placeAt(
    mercatorX(centre.longitude) + (x - width / 2) / size,
    mercatorY(centre.latitude) + (y - height / 2) / size,
  );
}

/** Beyond the padding: a mark at the edge stays beside the column of buttons at the right. */
const BESIDE_PX = 24;

/** Leaves a strip of `footPx` free at the bottom, beside the padding. */
export function fitted(
  { south, west, north, east }: Bounds,
  box: Pick<MapView, "width" | "height">,
  paddingPx: number,
  footPx = 0,
): Pick<MapView, "centre" | "zoom"> {
  const [left, top, bottom] = [mercatorX(west), mercatorY(north), mercatorY(south)];
  const across = ((east - west + 360) % 360) / 360 || (east === west ? 0 : 1);
  const room = (px: number) => Math.max(1, px - 2 * paddingPx);
  const zoom = Math.min(
    MAX_FIT_ZOOM,
    Math.log2(room(box.width - 2 * BESIDE_PX) / TILE_PX / Math.max(across, 1e-12)),
    Math.log2(room(box.height - footPx) / TILE_PX / Math.max(bottom - top, 1e-12)),
  );
  const held = Math.max(MIN_ZOOM, zoom);
  const middle = (top + bottom) / 2 + footPx / 2 / worldPx(held);
  return { centre: placeAt(left + across / 2, middle), zoom: held };
}

/** The zoom about a point of the map, which stays where it is. */
export function zoomedAbout(view: MapView, point: MapPoint, zoom: number): MapView {
  const held = Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
  const anchor = unproject(view, point);
  const size = worldPx(held);
  const x = mercatorX(anchor.longitude) - (point.x - view.width / 2) / size;
  const y = mercatorY(anchor.latitude) - (point.y - view.height / 2) / size;
  return { ...view, zoom: held, centre: placeAt(x, Math.min(1, Math.max(0, y))) };
}

export function panned(view: MapView, dx: number, dy: number): MapView {
  const size = worldPx(view.zoom);
  const x = mercatorX(view.centre.longitude) - dx / size;
  const y = mercatorY(view.centre.latitude) - dy / size;
  return { ...view, centre: placeAt(x, Math.min(1, Math.max(0, y))) };
}

/** At the middle of the map. */
export function metresPerPixel({ centre, zoom }: Pick<MapView, "centre" | "zoom">): number {
  return (EARTH_CIRCUMFERENCE_M * Math.cos((centre.latitude * Math.PI) / 180)) / worldPx(zoom);
}

/** A round length of at most `maxPx` for the scale. */
export function scaleOf(view: Pick<MapView, "centre" | "zoom">, maxPx: number): { metres: number; px: number } {
  const perPx = metresPerPixel(view);
  const most = maxPx * perPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power;
  return { metres, px: metres / perPx };
}
