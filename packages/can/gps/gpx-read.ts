import { isOnEarth, type Position } from "./position.ts";
import { type XmlEvent, xmlEvents } from "./xml.ts";

export interface Waypoint extends Position {
  name?: string;
}

export interface Gpx {
  creator: string | undefined;
  waypoints: Waypoint[];
  tracks: { name: string | undefined; segments: Position[][] }[];
  routes: { name: string | undefined; points: Waypoint[] }[];
}

export interface GpxProblem {
  code: "notGpx" | "truncated" | "badPoint";
  /** Character offset in the document. */
  offset: number;
}

export interface ReadGpx {
  gpx: Gpx;
  problems: GpxProblem[];
  /** Character offsets of the track points, in the order of the file. */
  trackPointsAt: number[];
}

const POINTS = ["wpt", "rtept", "trkpt"];
/** Garmin's extension of GPX 1.1, which itself has no place for speed (metres per second) and course. */
const EXTENSION = "TrackPointExtension";
const EXTENSION_FIELDS = ["speed", "course"];
/** Between two pauses, in which the caller may do other work. */
const EVENTS_PER_TURN = 20_000;

/** GPX 1.0 and 1.1. A point without a valid place is left out with a problem. */
export function parseGpx(file: Uint8Array): Pick<ReadGpx, "gpx" | "problems"> {
  const steps = gpxSteps(new TextDecoder("utf-8").decode(file));
  for (let step = steps.next(); ; step = steps.next())
    if (step.done) return { gpx: step.value.gpx, problems: step.value.problems };
}

/** The same, with pauses. */
export function* gpxSteps(text: string): Generator<void, ReadGpx> {
  const parser = new GpxParser();
  const events = xmlEvents(text);
  for (let read = 1; ; read++) {
    const next = events.next();
    if (next.done) return parser.finish(next.value, text.length);
    parser.take(next.value);
    if (read % EVENTS_PER_TURN === 0) yield;
  }
}

class GpxParser {
  private readonly gpx: Gpx = { creator: undefined, waypoints: [], tracks: [], routes: [] };
  private readonly problems: GpxProblem[] = [];
  private readonly path: string[] = [];
  private isGpx = false;
  private readonly trackPointsAt: number[] = [];
  private point: Waypoint | undefined;
  private pointAt = 0;
  private text = "";

  take(event: XmlEvent): void {
    if (event.kind === "text") this.text += event.text;
    else if (event.kind === "open") {
      this.path.push(event.name);
      this.text = "";
      this.open(event.name, event.attributes, event.at);
    } else {
      this.close(event.name, this.text.trim());
      this.path.pop();
      this.text = "";
    }
  }

  private open(name: string, attributes: Map<string, string>, at: number): void {
    if (name === "gpx") {
      this.isGpx = true;
      this.gpx.creator = attributes.get("creator");
    } else if (name === "trk") this.gpx.tracks.push({ name: undefined, segments: [] });
    else if (name === "trkseg") this.gpx.tracks.at(-1)?.segments.push([]);
    else if (name === "rte") this.gpx.routes.push({ name: undefined, points: [] });
    else if (POINTS.includes(name)) this.openPoint(attributes, at);
  }

  private openPoint(attributes: Map<string, string>, at: number): void {
    const latitude = Number(attributes.get("lat") ?? Number.NaN);
    const longitude = Number(attributes.get("lon") ?? Number.NaN);
    this.point = undefined;
    this.pointAt = at;
    if (isOnEarth(latitude, longitude)) this.point = { latitude, longitude };
    else this.problems.push({ code: "badPoint", offset: at });
  }

  private close(name: string, text: string): void {
    const parent = this.path.at(-2);
    const { point } = this;
    if (name === "name" && parent === "trk") Object.assign(this.gpx.tracks.at(-1) ?? {}, { name: text });
    if (name === "name" && parent === "rte") Object.assign(this.gpx.routes.at(-1) ?? {}, { name: text });
    if (point === undefined) return;
    if (POINTS.includes(name)) {
      this.closePoint(name, point);
      this.point = undefined;
    } else if (parent !== undefined && POINTS.includes(parent)) setField(point, name, text);
    else if (parent === EXTENSION && EXTENSION_FIELDS.includes(name)) setField(point, name, text);
  }

  private closePoint(name: string, point: Waypoint): void {
    if (name === "wpt") this.gpx.waypoints.push(point);
    else if (name === "rtept") this.gpx.routes.at(-1)?.points.push(point);
    else this.closeTrackPoint(point);
  }

  private closeTrackPoint(point: Waypoint): void {
    const segment = this.gpx.tracks.at(-1)?.segments.at(-1);
    if (segment === undefined) return;
    segment.push(point);
    this.trackPointsAt.push(this.pointAt);
  }

  finish(isWhole: boolean, length: number): ReadGpx {
    if (!this.isGpx) this.problems.push({ code: "notGpx", offset: 0 });
    else if (!isWhole || this.path.length > 0) this.problems.push({ code: "truncated", offset: length });
    return { gpx: this.gpx, problems: this.problems, trackPointsAt: this.trackPointsAt };
  }
}

function setField(point: Waypoint, name: string, text: string): void {
  const value = Number(text);
  if (name === "name") point.name = text;
  else if (name === "time") {
    const timeUs = parseIsoTime(text);
    if (timeUs !== undefined) point.timeUs = timeUs;
  } else if (text === "" || !Number.isFinite(value)) return;
  else if (name === "ele") point.altitudeM = value;
  else if (name === "course") point.courseDeg = value;
  // Metres per second, in GPX 1.0 and in the extension.
  else if (name === "speed") point.speedKmh = value * 3.6;
  else if (name === "sat") point.satellites = value;
  else if (name === "hdop") point.hdop = value;
}

/** ISO 8601 with any number of decimals (microseconds are kept) and any offset; without an offset it is UTC. */
export function parseIsoTime(text: string): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(Z|[+-]\d\d:?(\d\d)?)?$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const micros = Number((match[7] ?? "").slice(0, 6).padEnd(6, "0"));
  const offset = match[8] === undefined || match[8] === "Z" ? 0 : Number(match[8].slice(0, 3)) * 60;
  const minutes = offset + (offset < 0 || match[8]?.startsWith("-") ? -1 : 1) * Number(match[9] ?? 0);
  return Date.UTC(year, month - 1, day, hour, minute - minutes, second) * 1000 + micros;
}
