import { gpxSteps } from "./gpx-read.ts";
import { NmeaReader } from "./nmea-read.ts";
import type { Position } from "./position.ts";
import type { TimedPosition } from "./track-judge.ts";

/** Why a position of the file is not taken. */
export const LEFT_OUT = ["noTime", "wrongTime", "unreadable"] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

export interface LeftOutCount {
  readonly count: number;
  /** Of the first; 0 where there is none. */
  readonly line: number;
}

/** A file with positions, as it would be stored. */
export interface PositionFile {
  readonly format: "gpx" | "nmea";
  /** In the order of time, one for each millisecond, at least one. */
  readonly positions: readonly TimedPosition[];
  readonly leftOut: Readonly<Record<LeftOut, LeftOutCount>>;
}

export interface PositionFileProblem {
  /** `noTimes`: most of its positions have none. */
  readonly code: "notPositions" | "noPositions" | "noTimes" | "wrongTimes";
  readonly line: number;
}

export type ReadPositionFile =
  | ({ readonly ok: true } & PositionFile)
  | { readonly ok: false; readonly problem: PositionFileProblem };

/** Times before are those of a receiver that has never had a fix. */
const FIRST_MS = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
const POINTS_PER_TURN = 10_000;
const NMEA_BYTES_PER_TURN = 256 * 1024;
const HEAD_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

/** Reads NMEA 0183 or the tracks of a GPX; pauses, so that the caller may do other work. */
export function* readPositionFile(file: Uint8Array, nowMs: number): Generator<void, ReadPositionFile> {
  const head = new TextDecoder("latin1").decode(file.subarray(0, HEAD_BYTES));
  const collected = new Collected(nowMs);
  if (/<(\w+:)?gpx[\s>]/.test(head)) {
    const text = new TextDecoder("utf-8").decode(file);
    yield* collectGpx(text, collected);
    return collected.finish("gpx", (offset) => lineOf(offset, (at) => text.charCodeAt(at)));
  }
  if (/\$(P[A-Z]{3,}|[A-Z]{2}[A-Z]{3}),/.test(head)) {
    yield* collectNmea(file, collected);
    return collected.finish("nmea", (offset) => lineOf(offset, (at) => file[at]));
  }
  return { ok: false, problem: { code: "notPositions", line: 1 } };
}

/** Waypoints and routes are plans: only tracks tell where something was. */
function* collectGpx(text: string, collected: Collected): Generator<void> {
  const { gpx, problems, trackPointsAt } = yield* gpxSteps(text);
  for (const { offset } of problems) collected.leaveOut("unreadable", offset);
  let read = 0;
  for (const segment of gpx.tracks.flatMap(({ segments }) => segments))
    for (const position of segment) {
      collected.add(position, trackPointsAt[read++] ?? 0);
      if (read % POINTS_PER_TURN === 0) yield;
    }
}

function* collectNmea(file: Uint8Array, collected: Collected): Generator<void> {
  const reader = new NmeaReader({
    position: (position) => collected.add(position, reader.sentenceAt),
    problem: ({ offset }) => collected.leaveOut("unreadable", offset),
  });
  for (let at = 0; at < file.length; at += NMEA_BYTES_PER_TURN) {
    reader.write(file.subarray(at, at + NMEA_BYTES_PER_TURN));
    yield;
  }
  reader.end();
}

class Collected {
  readonly #byTime = new Map<number, TimedPosition>();
  readonly #leftOut = { noTime: newCount(), wrongTime: newCount(), unreadable: newCount() };
  readonly #lastMs: number;

  constructor(nowMs: number) {
    this.#lastMs = nowMs + DAY_MS;
  }

  leaveOut(why: LeftOut, offset: number): void {
    const left = this.#leftOut[why];
    left.offset = left.count === 0 ? offset : Math.min(left.offset, offset);
    left.count += 1;
  }

  add(position: Position, offset: number): void {
    const timeMs = Math.floor((position.timeUs ?? Number.NaN) / 1000);
    if (Number.isNaN(timeMs)) this.leaveOut("noTime", offset);
    else if (timeMs < FIRST_MS || timeMs > this.#lastMs) this.leaveOut("wrongTime", offset);
    // Several sentences tell of one moment, each with other fields.
    else this.#byTime.set(timeMs, { ...this.#byTime.get(timeMs), ...position, timeUs: timeMs * 1000 });
  }

  finish(format: PositionFile["format"], lineAt: (offset: number) => number): ReadPositionFile {
    const leftOut = {
      noTime: this.#told("noTime", lineAt),
      wrongTime: this.#told("wrongTime", lineAt),
      unreadable: this.#told("unreadable", lineAt),
    };
    const isUntimed = leftOut.noTime.count > this.#byTime.size;
    if (isUntimed || this.#byTime.size === 0) return { ok: false, problem: problemOf(leftOut) };
    const positions = [...this.#byTime.values()].sort((a, b) => a.timeUs - b.timeUs);
    return { ok: true, format, positions, leftOut };
  }

  #told(why: LeftOut, lineAt: (offset: number) => number): LeftOutCount {
    const { count, offset } = this.#leftOut[why];
    return { count, line: count === 0 ? 0 : lineAt(offset) };
  }
}

const newCount = () => ({ count: 0, offset: 0 });

function problemOf({ noTime, wrongTime, unreadable }: PositionFile["leftOut"]): PositionFileProblem {
  if (noTime.count > 0) return { code: "noTimes", line: noTime.line };
  if (wrongTime.count > 0) return { code: "wrongTimes", line: wrongTime.line };
  return { code: "noPositions", line: unreadable.line || 1 };
}

function lineOf(offset: number, charAt: (at: number) => number | undefined): number {
  let line = 1;
  for (let at = 0; at < offset; at++) if (charAt(at) === NEWLINE) line += 1;
  return line;
}
