import { asciiOf, countText, hexOfByte, idText, millisecondsText } from "../table/frame-cells.ts";
import { IdTable } from "../table/id-table.ts";

/** More lines than a person reads; the rest is counted. */
export const MAX_JOINED_ROWS = 400;
const FRESH_MS = 300;
const RECENT_MS = 800;
const OLD_MS = 1600;

/** How long ago a byte changed, in the three steps of the look. */
export type ByteAge = "fresh" | "recent" | "old" | "";

export function ageOf(changedMs: number, nowMs: number): ByteAge {
  const age = nowMs - changedMs;
  if (age < FRESH_MS) return "fresh";
  if (age < RECENT_MS) return "recent";
  return age < OLD_MS ? "old" : "";
}

export interface JoinedRow {
  readonly key: string;
  /** Which of the vehicle's devices. */
  readonly device: number;
  readonly channel: number;
  readonly id: string;
  readonly bytes: readonly { text: string; age: ByteAge }[];
  readonly ascii: string;
  readonly cycle: string;
  readonly count: string;
}

/** DEV-11: the newest frame per device, channel and identifier, of all devices of a vehicle together. */
export class JoinedFrames {
  readonly tables: readonly IdTable[];

  constructor(devices: number) {
    this.tables = Array.from({ length: devices }, () => new IdTable());
  }

  get total(): number {
    return this.tables.reduce((sum, { rows }) => sum + rows.length, 0);
  }

  rows(nowMs: number): JoinedRow[] {
    const found: JoinedRow[] = [];
    for (const [device, table] of this.tables.entries()) {
      for (const row of table.rows) {
        if (found.length === MAX_JOINED_ROWS) return found;
        found.push({
          key: `${device}/${row.key}`,
          device,
          channel: row.channel,
          id: idText(row.id, row.flags),
          bytes: Array.from({ length: row.size }, (_, k) => ({
            text: hexOfByte(row.data[k] ?? 0),
            age: ageOf(row.changedMs[k] ?? 0, nowMs),
          })),
          ascii: asciiOf(row.data, row.size),
          cycle: cycleText(row.intervals, row.intervalEnd),
          count: countText(row.count),
        });
      }
    }
    return found;
  }
}

/** The mean of the remembered intervals. */
function cycleText(intervals: Float32Array, end: number): string {
  const known = Math.min(end, intervals.length);
  if (known === 0) return "—";
  let sum = 0;
  for (let i = 0; i < known; i++) sum += intervals[i] ?? 0;
  return millisecondsText(sum / known);
}
