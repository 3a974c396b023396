import { type LeftOutCount, type PositionFile, readPositionFile } from "@canopy/can/gps/position-file";
import type { TimedPosition } from "@canopy/can/gps/track-judge";
import { type GpsPosition, position as positionSchema } from "@canopy/contract/device-link/gps";
import { positionFileErrors } from "@canopy/contract/places/errors";
import type { ImportedTrack } from "@canopy/contract/places/tracks";
import type { PointStore } from "../frames/store/points/points.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { inTurns } from "./in-turns.ts";

/** Positions of a binding are in the store, some perhaps long after their time (epoch milliseconds). */
export type PositionsStored = (bindingNumber: number, positions: readonly Pick<GpsPosition, "time">[]) => Promise<void>;

interface ImportTarget {
  readonly points: Pick<PointStore, "importPositions">;
  readonly positionsStored: PositionsStored;
  readonly bindingNumber: number;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

const ROWS_PER_STATEMENT = 5000;
const MAX_HDOP = 100;

/**
 * GPS-01: reads the file whole before anything is stored. Rules on fences do not judge its positions. The time of a
 * position is its key: what an import that was cut off left out is stored by the next one.
 */
export async function importTrackFile(
  file: Uint8Array,
  { points, positionsStored, bindingNumber, nowMs, signal }: ImportTarget,
): Promise<ImportedTrack> {
  const read = await inTurns(readPositionFile(file, nowMs), signal);
  if (!read.ok) throw new ApiError(positionFileErrors[read.problem.code], { values: { line: read.problem.line } });
  const { positions } = read;
  let stored = 0;
  for (let at = 0; at < positions.length; at += ROWS_PER_STATEMENT) {
    signal.throwIfAborted();
    const rows = positions.slice(at, at + ROWS_PER_STATEMENT).map(gpsPosition);
    stored += await points.importPositions(bindingNumber, rows);
    await positionsStored(bindingNumber, rows);
  }
  return { ...described(read), stored, repeated: positions.length - stored };
}

function described({ format, positions, leftOut }: PositionFile) {
  const timeOf = (at: number) => (positions.at(at)?.timeUs ?? 0) / 1000;
  const told = ({ count, line }: LeftOutCount) => ({ count, line });
  return {
    format,
    start_time: timeOf(0),
    end_time: timeOf(-1),
    positions: positions.length,
    left_out: {
      no_time: told(leftOut.noTime),
      wrong_time: told(leftOut.wrongTime),
      unreadable: told(leftOut.unreadable),
    },
  };
}

const { shape } = positionSchema;
/** A field that no receiver measures is left out. */
const FIELDS = {
  altitude_m: shape.altitude_m.catch(undefined),
  speed_kmh: shape.speed_kmh.catch(undefined),
  course: shape.course.catch(undefined),
  satellites: shape.satellites.catch(undefined),
  hdop: shape.hdop.catch(undefined),
};

/** An error beyond the scale stays the largest: without it the position would count as a good one. */
function gpsPosition({ timeUs, latitude, longitude, hdop, ...of }: TimedPosition): GpsPosition {
  return {
    time: timeUs / 1000,
    latitude,
    longitude,
    altitude_m: FIELDS.altitude_m.parse(of.altitudeM),
    speed_kmh: FIELDS.speed_kmh.parse(of.speedKmh),
    course: FIELDS.course.parse(of.courseDeg),
    satellites: FIELDS.satellites.parse(of.satellites),
    hdop: FIELDS.hdop.parse(hdop === undefined ? undefined : Math.min(hdop, MAX_HDOP)),
  };
}
