import type { NmeaSentence } from "./nmea-sentence.ts";
import { isOnEarth, type Position } from "./position.ts";

const KMH_PER_KNOT = 1.852;

/** Where the fields stand, by sentence; `date` and `time` give the time together. */
interface Columns {
  latitude: number;
  time?: number;
  date?: number;
  /** Field that must not hold one of the refusing letters: no fix. */
  status?: number;
  altitude?: number;
  speedKnots?: number;
  speedKmh?: number;
  course?: number;
  satellites?: number;
  hdop?: number;
}

const COLUMNS: Record<string, Columns> = {
  RMC: { time: 0, status: 1, latitude: 2, speedKnots: 6, course: 7, date: 8 },
  GGA: { time: 0, latitude: 1, status: 5, satellites: 6, hdop: 7, altitude: 8 },
  GNS: { time: 0, latitude: 1, status: 5, satellites: 6, hdop: 7, altitude: 8 },
  GLL: { latitude: 0, time: 4, status: 5 },
  UBX: { time: 1, latitude: 2, status: 7, altitude: 6, speedKmh: 10, course: 11, hdop: 14, satellites: 17 },
};
/** V void, 0 or NNNN no fix, NF no fix (u-blox). */
const NO_FIX = /^(V|0|N+|NF)$/;

/** The position in a sentence; undefined when it has none, or no fix. `dayUs` is the day of sentences without one. */
export function nmeaPosition(sentence: NmeaSentence, dayUs?: number): Position | undefined {
  const { type, fields } = sentence;
  const columns = COLUMNS[type];
  if (columns === undefined || (type === "UBX" && fields[0] !== "00")) return undefined;
  const at = columns.latitude;
  const latitude = degrees(fields[at], fields[at + 1], "NS");
  const longitude = degrees(fields[at + 2], fields[at + 3], "EW");
  if (latitude === undefined || longitude === undefined || !isOnEarth(latitude, longitude)) return undefined;
  if (columns.status !== undefined && NO_FIX.test(fields[columns.status] ?? "")) return undefined;
  const value = (column: number | undefined): number | undefined => numeric(column === undefined ? "" : fields[column]);
  const knots = value(columns.speedKnots);
  const day = columns.date === undefined ? dayUs : nmeaDay(fields[columns.date]);
  return {
    latitude,
    longitude,
    ...defined("altitudeM", value(columns.altitude)),
    ...defined("timeUs", nmeaTimeUs(columns.time === undefined ? "" : fields[columns.time], day)),
    ...defined("speedKmh", value(columns.speedKmh) ?? (knots === undefined ? undefined : knots * KMH_PER_KNOT)),
    ...defined("courseDeg", value(columns.course)),
    ...defined("satellites", value(columns.satellites)),
    ...defined("hdop", value(columns.hdop)),
  };
}

/** `ddmmyy` as microseconds since 1970; years from 80 on are of the last century. */
export function nmeaDay(text: string | undefined): number | undefined {
  const [, day, month, year] = /^(\d\d)(\d\d)(\d\d)$/.exec(text ?? "") ?? [];
  if (day === undefined || month === undefined || year === undefined) return undefined;
  const full = Number(year) + (Number(year) >= 80 ? 1900 : 2000);
  return Date.UTC(full, Number(month) - 1, Number(day)) * 1000;
}

/** `hhmmss.ss` on a day. */
export function nmeaTimeUs(text: string | undefined, dayUs: number | undefined): number | undefined {
  const [, hour, minute, second] = /^(\d\d)(\d\d)(\d\d(?:\.\d*)?)$/.exec(text ?? "") ?? [];
  if (dayUs === undefined || second === undefined) return undefined;
  return dayUs + (Number(hour) * 60 + Number(minute)) * 60e6 + Math.round(Number(second) * 1e6);
}

/** `ddmm.mmmm` and a letter. */
function degrees(text: string | undefined, letter: string | undefined, letters: "NS" | "EW"): number | undefined {
  const [, whole, minutes] = /^(\d{1,3})(\d\d(?:\.\d*)?)$/.exec(text ?? "") ?? [];
  if (whole === undefined || minutes === undefined || !letter || !letters.includes(letter)) return undefined;
  const value = Number(whole) + Number(minutes) / 60;
  return letter === letters.charAt(1) ? -value : value;
}

function numeric(text: string | undefined): number | undefined {
  const value = Number(text);
  return text === undefined || text === "" || !Number.isFinite(value) ? undefined : value;
}

function defined<K extends string>(key: K, value: number | undefined): { [P in K]?: number } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: number });
}
