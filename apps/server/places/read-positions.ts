import type { TimedPosition } from "@canopy/can/gps/track-judge";
import type { PointStore, StoredPosition } from "../frames/store/points/points.ts";
import type { TimeWindow } from "../frames/store/time-window.ts";

export interface PositionRange extends TimeWindow {
  readonly bindingNumber: number;
}

export type PositionSource = Pick<PointStore, "positions">;

const PAGE = 10_000;

/** The positions of a range page by page, oldest first; ends when the caller leaves. */
export async function* readPositions(
  store: PositionSource,
  { bindingNumber, fromUs, toUs }: PositionRange,
  signal: AbortSignal,
): AsyncGenerator<StoredPosition[]> {
  let next = fromUs;
  for (;;) {
    signal.throwIfAborted();
    const page = await store.positions({ bindingNumber, fromUs: next, toUs, limit: PAGE });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    next = (last.time + 1) * 1000;
  }
}

export function positionOf(stored: StoredPosition): TimedPosition {
  const { time, latitude, longitude, altitude_m, speed_kmh, course, satellites, hdop } = stored;
  return {
    timeUs: time * 1000,
    latitude,
    longitude,
    ...(altitude_m !== null && { altitudeM: altitude_m }),
    ...(speed_kmh !== null && { speedKmh: speed_kmh }),
    ...(course !== null && { courseDeg: course }),
    ...(satellites !== null && { satellites }),
    ...(hdop !== null && { hdop }),
  };
}
