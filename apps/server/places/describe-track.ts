import type { ThinnedTrack } from "@canopy/can/gps/thin-track";
import { boundsOf, partsOf, type Track } from "@canopy/can/gps/track";
import { journeyOf } from "@canopy/can/gps/trips";
import type { TrackAnswer } from "@canopy/contract/places/tracks";

const msOf = (us: number): number => us / 1000;
/** A decimetre, or a tenth of a kilometre an hour. */
const tenths = (value: number): number => Math.round(value * 10) / 10;
const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** GPS-01: the answer about a track of which `kept` is drawn. */
export function describeTrack(track: Track, { kept, toleranceM }: ThinnedTrack): TrackAnswer {
  const { zero, poor, jump } = track.setAside;
  const spanOf = ({ first, last }: { first: number; last: number }) => ({
    start_time: msOf(track.timeUs[first] as number),
    end_time: msOf(track.timeUs[last] as number),
  });
  const journey = journeyOf(track);
  return {
    total: track.count + zero + poor + jump,
    newest_time: null,
    drawn: kept.length,
    thinned: kept.length < track.count,
    tolerance_m: Number.isFinite(toleranceM) ? tenths(toleranceM) : null,
    set_aside: { zero, poor, jump },
    jumps: track.jumps.map(({ timeUs, latitude, longitude }) => ({ time: msOf(timeUs), latitude, longitude })),
    bounds: boundsOf(track) ?? null,
    parts: drawnParts(track, kept),
    ...figuresOf(journey),
    moving_ms: msOf(journey.movingUs),
    trips: journey.trips.map((trip) => ({ ...spanOf(trip), ...figuresOf(trip) })),
    stops: journey.stops.map((stop) => ({ ...spanOf(stop), latitude: stop.latitude, longitude: stop.longitude })),
  };
}

const figuresOf = (of: { distanceM: number; maxSpeedKmh: number; meanSpeedKmh: number }) => ({
  distance_m: tenths(of.distanceM),
  max_speed_kmh: tenths(of.maxSpeedKmh),
  mean_speed_kmh: tenths(of.meanSpeedKmh),
});

function drawnParts(track: Track, kept: Uint32Array): TrackAnswer["parts"] {
  const parts: TrackAnswer["parts"] = [];
  let at = 0;
  for (const { to } of partsOf(track)) {
    const from = at;
    while (at < kept.length && (kept[at] as number) < to) at++;
    if (at > from) parts.push(columnsOf(track, kept.subarray(from, at)));
  }
  return parts;
}

function columnsOf(track: Track, indexes: Uint32Array): TrackAnswer["parts"][number] {
  const column = (values: Float64Array) => Array.from(indexes, (i) => values[i] as number);
  return {
    time: column(track.timeUs).map(msOf),
    latitude: column(track.latitude),
    longitude: column(track.longitude),
    speed_kmh: column(track.speedKmh).map(known),
    course: column(track.courseDeg).map(known),
  };
}
