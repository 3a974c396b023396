/** A place on the earth at a time, WGS-84. */
export interface Position {
  latitude: number;
  longitude: number;
  altitudeM?: number;
  /** Microseconds since 1970. */
  timeUs?: number;
  speedKmh?: number;
  /** True course, degrees clockwise from north. */
  courseDeg?: number;
  satellites?: number;
  hdop?: number;
}

export const EARTH_RADIUS_M = 6_371_000;

/** Great-circle distance (haversine). */
export function distanceM(a: Position, b: Position): number {
  const rad = Math.PI / 180;
  const lat = Math.sin(((b.latitude - a.latitude) * rad) / 2);
  const lon = Math.sin(((b.longitude - a.longitude) * rad) / 2);
  const h = lat * lat + Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * lon * lon;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)));
}

export function lengthM(points: readonly Position[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) length += distanceM(points[i - 1] as Position, points[i] as Position);
  return length;
}

export function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}
