import { type Track, TrackBuilder } from "@canopy/can/gps/track";
import { placeErrors } from "@canopy/contract/places/errors";
import { MAX_TRACK_POSITIONS } from "@canopy/contract/places/tracks";
import { ApiError } from "../platform/http/api-error.ts";
import { type PositionRange, type PositionSource, positionOf, readPositions } from "./read-positions.ts";

export async function collectTrack(
  points: PositionSource,
  range: PositionRange,
  signal: AbortSignal,
  most = MAX_TRACK_POSITIONS,
): Promise<Track> {
  const builder = new TrackBuilder();
  let read = 0;
  for await (const page of readPositions(points, range, signal)) {
    read += page.length;
    if (read > most) throw new ApiError(placeErrors.trackTooLong, { values: { most } });
    for (const position of page) builder.add(positionOf(position));
  }
  return builder.finish();
}
