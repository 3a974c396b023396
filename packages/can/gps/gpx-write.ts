import type { Position } from "./position.ts";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** A track as GPX 1.1. The parts come one by one, so that a long track never is one string. */
export function* writeGpx(name: string, segments: Iterable<Iterable<Position>>): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<gpx version="1.1" creator="canopy" xmlns="http://www.topografix.com/GPX/1/1">\n';
  yield `<trk><name>${escapeXml(name)}</name>\n`;
  for (const segment of segments) {
    yield "<trkseg>\n";
    for (const point of segment) yield trackPoint(point);
    yield "</trkseg>\n";
  }
  yield "</trk>\n</gpx>\n";
}

/** GPX 1.1 prescribes the order: ele, time, sat, hdop. */
function trackPoint(point: Position): string {
  const parts = [`<trkpt lat="${point.latitude}" lon="${point.longitude}">`];
  if (point.altitudeM !== undefined) parts.push(`<ele>${point.altitudeM}</ele>`);
  if (point.timeUs !== undefined) parts.push(`<time>${isoTime(point.timeUs)}</time>`);
  if (point.satellites !== undefined) parts.push(`<sat>${point.satellites}</sat>`);
  if (point.hdop !== undefined) parts.push(`<hdop>${point.hdop}</hdop>`);
  return `${parts.join("")}</trkpt>\n`;
}

function isoTime(timeUs: number): string {
  const ms = Math.floor(timeUs / 1000);
  const micros = String(timeUs - ms * 1000).padStart(3, "0");
  return new Date(ms).toISOString().replace("Z", `${micros}Z`);
}

/** XML 1.0 has no place for control characters, not even escaped. */
function escapeXml(text: string): string {
  let escaped = "";
  for (const char of text) if (char >= " " || char === "\t" || char === "\n") escaped += ESCAPES[char] ?? char;
  return escaped;
}
