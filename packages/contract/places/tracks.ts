import { z } from "zod";
import { historyErrors } from "../frames/errors.ts";
import { bytesBody, endpoint, readsDevice } from "../platform/endpoint.ts";
import { platformErrors } from "../platform/errors.ts";
import { nullableColumn, numberColumn } from "../platform/number-column.ts";
import { queryMs } from "../platform/times.ts";
import { placeErrors, positionFileErrors } from "./errors.ts";

/** GPS-01: points of the track page; 5,000 in views of data. */
export const MAX_TRACK_POINTS = 200_000;
const DEFAULT_TRACK_POINTS = 5000;
const MIN_TRACK_POINTS = 100;
/** Read for one track; eleven days at one position a second. */
export const MAX_TRACK_POSITIONS = 1_000_000;

const range = {
  /** From here on. */
  start_time: queryMs,
  /** Before here. */
  end_time: queryMs,
};

/** WGS-84 throughout; times in epoch milliseconds. */
const place = { latitude: z.number(), longitude: z.number() };
const span = { start_time: z.number(), end_time: z.number() };

const track = z.object({
  /** Stored positions in the range. */
  total: z.number(),
  /** Of the newest position of the device; null: it has none, or the range has some. */
  newest_time: z.number().nullable(),
  /** Points of the parts; fewer than the line has: `thinned`. */
  drawn: z.number(),
  thinned: z.boolean(),
  /** No position of the line is farther than this from the drawn one; null: its parts are too many to draw all. */
  tolerance_m: z.number().nullable(),
  /** Without a fix, poor, and jumps: no part of the line. */
  set_aside: z.object({ zero: z.number(), poor: z.number(), jump: z.number() }),
  /** The first 1,000. */
  jumps: z.array(z.object({ time: z.number(), ...place })),
  /** Across the date line `east` is smaller than `west`; null: no position. */
  bounds: z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() }).nullable(),
  /** Not joined: an hour without a position or a jump lies between. Columns of one length, in the order of time. */
  parts: z.array(
    z.object({
      time: numberColumn,
      latitude: numberColumn,
      longitude: numberColumn,
      speed_kmh: nullableColumn,
      course: nullableColumn,
    }),
  ),
  /** Sums of the trips. */
  distance_m: z.number(),
  moving_ms: z.number(),
  max_speed_kmh: z.number(),
  mean_speed_kmh: z.number(),
  trips: z.array(z.object({ ...span, distance_m: z.number(), max_speed_kmh: z.number(), mean_speed_kmh: z.number() })),
  /** Three minutes and more within 200 m. */
  stops: z.array(z.object({ ...span, ...place })),
});
export type TrackAnswer = z.output<typeof track>;

/** GPS-01 */
export const readTrack = endpoint({
  ...readsDevice,
  name: "places.readTrack",
  method: "GET",
  path: "/things/{things_id}/track",
  summary: { zh: "设备的 GPS 轨迹、行程与停留", en: "The GPS track of a device, its trips and stops" },
  query: z.object({
    ...range,
    max_points: z.coerce.number().int().min(MIN_TRACK_POINTS).max(MAX_TRACK_POINTS).default(DEFAULT_TRACK_POINTS),
  }),
  errors: [historyErrors.rangeReversed, placeErrors.trackTooLong, platformErrors.unavailable],
  reply: z.object({ data: track }),
});

/** GPS-01: by the suffix of the file. */
const TRACK_FORMATS = ["gpx", "kml", "csv"] as const;
export type TrackFormat = (typeof TRACK_FORMATS)[number];

/** GPS-01: the whole line of a range as a file, WGS-84, without the positions that were set aside. */
export const exportTrack = endpoint({
  ...readsDevice,
  name: "places.exportTrack",
  method: "GET",
  path: "/things/{things_id}/track/export",
  summary: { zh: "导出 GPS 轨迹（GPX、KML、CSV）", en: "The GPS track of a device as GPX, KML or CSV" },
  query: z.object({ ...range, format: z.enum(TRACK_FORMATS) }),
  errors: [historyErrors.rangeReversed, platformErrors.unavailable],
  reply: z.unknown(),
  contentType: "application/octet-stream",
});

/** GPS-01: more than a day at one position a second, and small enough for a slow line within the time of a request. */
export const MAX_TRACK_FILE_BYTES = 16 * 1024 * 1024;

const leftOut = z.object({
  count: z.number(),
  /** Of the first; 0: there is none. */
  line: z.number(),
});

const importedTrack = z.object({
  format: z.enum(["gpx", "nmea"]),
  ...span,
  /** Positions of the file, each moment once: stored now, or there before. */
  positions: z.number(),
  stored: z.number(),
  repeated: z.number(),
  left_out: z.object({ no_time: leftOut, wrong_time: leftOut, unreadable: leftOut }),
});
export type ImportedTrack = z.output<typeof importedTrack>;

/** GPS-01: positions of a file, WGS-84, into the history of a device. One that is stored already stays as it is. */
export const importTrack = endpoint({
  ...readsDevice,
  name: "places.importTrack",
  method: "POST",
  path: "/things/{things_id}/track/import",
  summary: { zh: "导入 GPS 轨迹（NMEA、GPX）", en: "Import the GPS track of an NMEA or GPX file" },
  access: { kind: "device", level: "write", field: "things_id" },
  audited: true,
  rateLimit: { perMinute: 30, per: "user" },
  idempotent: true,
  bodyLimit: MAX_TRACK_FILE_BYTES,
  body: bytesBody,
  errors: [...Object.values(positionFileErrors), platformErrors.bodyTooLarge, platformErrors.unavailable],
  reply: z.object({ data: importedTrack }),
});
