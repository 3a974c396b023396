import type { TimedPosition } from "./track-judge.ts";
import { decimal, escapeXml, isoTime, type TrackWriter } from "./track-text.ts";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="canopy" xmlns="http://www.topografix.com/GPX/1/1"
  xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
`;
const KMH_PER_M_PER_S = 3.6;

/** GPX 1.1, a segment for each part of the line. */
export function gpxWriter(): TrackWriter {
  let isOpen = false;
  return {
    head: (name) => `${HEAD}<trk><name>${escapeXml(name)}</name>\n`,
    position({ position, startsPart }) {
      const opening = startsPart ? `${isOpen ? "</trkseg>\n" : ""}<trkseg>\n` : "";
      isOpen = true;
      return opening + trackPoint(position);
    },
    tail: () => `${isOpen ? "</trkseg>\n" : ""}</trk>\n</gpx>\n`,
  };
}

/** GPX 1.1 prescribes the order: ele, time, sat, hdop, extensions. */
function trackPoint(point: TimedPosition): string {
  const parts = [`<trkpt lat="${decimal(point.latitude)}" lon="${decimal(point.longitude)}">`];
  if (point.altitudeM !== undefined) parts.push(`<ele>${decimal(point.altitudeM, 3)}</ele>`);
  parts.push(`<time>${isoTime(point.timeUs)}</time>`);
  if (point.satellites !== undefined) parts.push(`<sat>${point.satellites}</sat>`);
  if (point.hdop !== undefined) parts.push(`<hdop>${decimal(point.hdop, 3)}</hdop>`);
  return `${parts.join("")}${extensions(point)}</trkpt>\n`;
}

/** GPX 1.1 itself has no place for speed and course. */
function extensions({ speedKmh, courseDeg }: TimedPosition): string {
  if (speedKmh === undefined && courseDeg === undefined) return "";
  const speed = speedKmh === undefined ? "" : `<gpxtpx:speed>${decimal(speedKmh / KMH_PER_M_PER_S, 4)}</gpxtpx:speed>`;
  const course = courseDeg === undefined ? "" : `<gpxtpx:course>${decimal(courseDeg, 3)}</gpxtpx:course>`;
  const inner = `<gpxtpx:TrackPointExtension>${speed}${course}</gpxtpx:TrackPointExtension>`;
  return `<extensions>${inner}</extensions>`;
}
