import { channelName } from "@canopy/contract/device-link/channels";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { RING_SECONDS } from "@canopy/contract/devices/rate-ring";
import type { DeviceState, StatusBoard } from "../../devices/board/status-board.ts";
import { indexFrom, type Samples, type SpanUs } from "../../signals/samples/samples.ts";

export interface ChannelRow {
  readonly key: string;
  readonly name: string;
  readonly load: number;
  readonly framesPerSecond: number;
  /** Frames per second of the last minute, oldest first. */
  readonly minute: readonly number[];
}

/** Every channel that sends, of the devices of the list. */
export function channelRows(rows: readonly OverviewRow[], board: Pick<StatusBoard, "get">): ChannelRow[] {
  return rows.flatMap((row) => channelsOf(row, board.get(row.id)));
}

function channelsOf(row: OverviewRow, state: DeviceState | undefined): ChannelRow[] {
  return (state?.channels ?? []).flatMap((channel, i) =>
    channel.framesPerSecond > 0
      ? [
          {
            key: `${row.id} ${i}`,
            name: `${row.name} · ${channelName(i)}`,
            load: channel.load,
            framesPerSecond: channel.framesPerSecond,
            minute: Array.from({ length: RING_SECONDS }, (_, second) => channel.ring.at(second)),
          },
        ]
      : [],
  );
}

export const highest = <R>(rows: readonly R[], count: number, value: (row: R) => number): R[] =>
  [...rows].sort((a, b) => value(b) - value(a)).slice(0, count);

export interface Share {
  readonly name: string;
  readonly part: number;
  readonly whole: number;
}

/** How many of each kind are online, the largest first. */
export function onlineByType(rows: readonly OverviewRow[], isOnline: (row: OverviewRow) => boolean): Share[] {
  const found = new Map<string, { part: number; whole: number }>();
  for (const row of rows) {
    const name = row.info_model_name ?? "";
    const share = found.get(name) ?? { part: 0, whole: 0 };
    share.whole += 1;
    share.part += isOnline(row) ? 1 : 0;
    found.set(name, share);
  }
  return highest(
    [...found].map(([name, share]) => ({ name, ...share })),
    6,
    ({ whole }) => whole,
  );
}

/** How many are online without and with an open alarm, and how many are not. */
export function onlineParts(
  rows: readonly OverviewRow[],
  isOnline: (row: OverviewRow) => boolean,
  alarms: { has(id: string): boolean },
): { fine: number; ringing: number; offline: number } {
  const online = rows.filter(isOnline);
  const ringing = online.filter(({ id }) => alarms.has(id)).length;
  return { fine: online.length - ringing, ringing, offline: rows.length - online.length };
}

/** Devices of each version, the most frequent first. */
export function firmwareSpread(rows: readonly OverviewRow[]): Share[] {
  const found = new Map<string, number>();
  for (const { firmware_version } of rows) {
    const version = firmware_version ?? "";
    found.set(version, (found.get(version) ?? 0) + 1);
  }
  return highest(
    [...found].map(([name, part]) => ({ name, part, whole: rows.length })),
    8,
    ({ part }) => part,
  );
}

/** How many devices there were at the end of each day. */
export function growthOf(rows: readonly OverviewRow[], days: readonly number[]): number[] {
  return days.map((day) => rows.filter(({ created_time }) => created_time < (day + 1) * 86_400_000).length);
}

/** From this share of its capacity on a bus is told of: a filled one loses frames. */
const ORDINARY_LOAD = 0.6;
const URGENT_LOAD = 0.8;

export function loadLevel(load: number): "urgent" | "ordinary" | undefined {
  if (load > URGENT_LOAD) return "urgent";
  return load > ORDINARY_LOAD ? "ordinary" : undefined;
}

/** A line in a box of 100 down; what is not known is left out. */
export function linePoints(values: readonly number[]): string {
  const most = Math.max(1, ...values.filter((value) => !Number.isNaN(value)));
  return values
    .flatMap((value, i) => (Number.isNaN(value) ? [] : [`${i},${Math.round((98 - (value / most) * 94) * 10) / 10}`]))
    .join(" ");
}

/** Columns of a curve: more a wall does not show. */
const COLUMNS = 240;

/** Samples of a span in a box of 100 × 100, from their least to their most; each column keeps its extremes, no peak is lost. */
export function curvePoints(samples: Samples, { fromUs, toUs }: SpanUs): string {
  const extremes = new Map<number, { least: number; most: number; isFalling: boolean }>();
  for (let i = indexFrom(samples, fromUs); i < samples.length; i++) {
    const value = samples.values[i] as number;
    const column = Math.floor((((samples.times[i] as number) - fromUs) / (toUs - fromUs)) * COLUMNS);
    const known = extremes.get(column);
    if (column > COLUMNS) break;
    if (!known) extremes.set(column, { least: value, most: value, isFalling: false });
    else if (value < known.least) extremes.set(column, { ...known, least: value, isFalling: true });
    else if (value > known.most) extremes.set(column, { ...known, most: value, isFalling: false });
  }
  const columns = [...extremes];
  const least = Math.min(...columns.map(([, one]) => one.least));
  const most = Math.max(...columns.map(([, one]) => one.most));
  // A signal that does not change is a line in the middle.
  const y = (value: number) => (most === least ? 50 : 96 - ((value - least) / (most - least)) * 92).toFixed(1);
  return columns
    .flatMap(([column, one]) => {
      const x = ((column / COLUMNS) * 100).toFixed(2);
      const both = one.isFalling ? [one.most, one.least] : [one.least, one.most];
      return (one.least === one.most ? [one.least] : both).map((value) => `${x},${y(value)}`);
    })
    .join(" ");
}

const TICKER_MS = 5000;

/** One after the other, each for five seconds. */
export function tickerAt<E>(events: readonly E[], nowMs: number): E | undefined {
  return events[Math.floor(nowMs / TICKER_MS) % Math.max(1, events.length)];
}
