import { parseGpx } from "@canopy/can/gps/gpx-read";
import { NmeaReader } from "@canopy/can/gps/nmea-read";
import { distanceM, lengthM, type Position } from "@canopy/can/gps/position";
import { seconds } from "../lines/json-number.ts";
import type { LogSource } from "../log-source.ts";
import { type Description, MAX_LISTED_PROBLEMS } from "./description.ts";

export function looksLikeGpx(head: Uint8Array): boolean {
  return /<(\w+:)?gpx[\s>]/.test(new TextDecoder("latin1").decode(head.subarray(0, 4096)));
}

export function looksLikeNmea(head: Uint8Array): boolean {
  return /\$(P[A-Z]{3,}|[A-Z]{2}[A-Z]{3}),/.test(new TextDecoder("latin1").decode(head.subarray(0, 4096)));
}

function place(position: Position | undefined): Record<string, unknown> | null {
  if (position === undefined) return null;
  const { timeUs, ...rest } = position;
  return timeUs === undefined ? rest : { ...rest, time: seconds(timeUs) };
}

export function describeGpx(bytes: Uint8Array): Description {
  const { gpx, problems } = parseGpx(bytes);
  const segments = gpx.tracks.flatMap((track) => track.segments);
  const points = segments.flat();
  const listed = problems.slice(0, MAX_LISTED_PROBLEMS);
  return {
    info: {
      kind: "gps",
      format: "gpx",
      tracks: gpx.tracks.length,
      segments: segments.length,
      points: points.length,
      waypoints: gpx.waypoints.length,
      routes: gpx.routes.length,
      lengthM: segments.reduce((sum, segment) => sum + lengthM(segment), 0),
      first: place(points[0]),
      last: place(points.at(-1)),
      problemCount: problems.length,
      problems: listed,
    },
    problems: listed.map(({ code, offset }) => `character ${offset}: ${code}`),
    isBroken: problems.length > 0,
  };
}

export async function describeNmea(source: LogSource): Promise<Description> {
  const track = { sentences: 0, positions: 0, lengthM: 0 };
  const sentenceTypes: Record<string, number> = {};
  const problems: { code: string; offset: number }[] = [];
  let problemCount = 0;
  let first: Position | undefined;
  let last: Position | undefined;
  const reader = new NmeaReader({
    sentence: ({ talker, type }) => {
      track.sentences++;
      const name = `${talker || "P"}${type}`;
      sentenceTypes[name] = (sentenceTypes[name] ?? 0) + 1;
    },
    position: (position) => {
      track.positions++;
      if (last !== undefined) track.lengthM += distanceM(last, position);
      first ??= position;
      last = position;
    },
    problem: (problem) => {
      problemCount++;
      if (problems.length < MAX_LISTED_PROBLEMS) problems.push(problem);
    },
  });
  for (let at = 0; ; ) {
    const chunk = await source.readAt(at);
    if (chunk.length === 0) break;
    reader.write(chunk);
    at += chunk.length;
  }
  reader.end();
  return {
    info: {
      kind: "gps",
      format: "nmea",
      ...track,
      sentenceTypes,
      first: place(first),
      last: place(last),
      problemCount,
      problems,
    },
    problems: problems.map(({ code, offset }) => `byte ${offset}: ${code}`),
    isBroken: problemCount > 0,
  };
}
