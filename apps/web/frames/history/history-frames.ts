import { parseHex } from "@canopy/can/bytes/hex";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import { MAX_SEND_DELAY_MS, type SentFrame } from "@canopy/contract/device-link/sent-frame";
import { sentFrameOfSeen } from "@canopy/contract/frames/frame-form";
import type { StoredFrameRow } from "@canopy/contract/frames/history";
import { writeLog } from "./save-frames.ts";

export function flagsOfStored(row: StoredFrameRow): number {
  return (
    (row.extended ? FLAG_EXTENDED : 0) |
    (row.type === "fd" ? FLAG_FD : 0) |
    (row.type === "remote" ? FLAG_REMOTE : 0) |
    (row.type === "error" ? FLAG_ERROR : 0) |
    (row.brs ? FLAG_BRS : 0) |
    (row.esi ? FLAG_ESI : 0) |
    (row.direction === "transmitted" ? FLAG_TX : 0)
  );
}

export function bytesOfStored(row: StoredFrameRow): Uint8Array {
  const bytes = parseHex(row.data);
  return bytes.ok ? bytes.value : new Uint8Array(0);
}

/** The chosen rows as `candump -L` writes them, in the order of time. */
export function candumpText(rows: readonly StoredFrameRow[]): string {
  const batch = new FrameBatch();
  for (const row of inTime(rows)) {
    batch.push(Number(row.time), row.channel, row.id, flagsOfStored(row), row.length, bytesOfStored(row));
  }
  return new TextDecoder().decode(writeLog(batch, "candump", 0).bytes);
}

/** The chosen rows as a list to send, with the pauses they were seen with; error frames cannot be sent. */
export function framesToSend(rows: readonly StoredFrameRow[]): SentFrame[] {
  let before: number | undefined;
  return inTime(rows).flatMap((row) => {
    if (row.type === "error") return [];
    const time = Number(row.time);
    const delay = before === undefined ? 0 : Math.round((time - before) / 1000);
    before = time;
    const seen = { channel: row.channel, id: row.id, flags: flagsOfStored(row), size: row.length, hex: row.data };
    return [{ ...sentFrameOfSeen(seen), delay_ms: Math.min(delay, MAX_SEND_DELAY_MS) }];
  });
}

function inTime(rows: readonly StoredFrameRow[]): StoredFrameRow[] {
  return rows.toSorted((a, b) => Number(a.time) - Number(b.time));
}
