import { formatHex } from "@canopy/can/bytes/hex";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR } from "@canopy/can/frame/frame";
import { MAX_SEND_DELAY_MS, type SentFrame } from "@canopy/contract/device-link/sent-frame";
import { sentFrameOfSeen } from "@canopy/contract/frames/frame-form";
import type { TableFrame } from "../table/table-frame.ts";
import { writeLog } from "./save-frames.ts";

/** Of a row, what others make a log or a list of. */
export type SeenFrame = Pick<TableFrame, "timeUs" | "channel" | "id" | "flags" | "size" | "bytes">;

/** The chosen rows as `candump -L` writes them, in the order of time. */
export function candumpText(rows: readonly SeenFrame[]): string {
  const batch = new FrameBatch();
  for (const { timeUs, channel, id, flags, size, bytes } of inTime(rows)) {
    batch.push(timeUs, channel, id, flags, size, bytes);
  }
  return new TextDecoder().decode(writeLog(batch, "candump", 0).bytes);
}

/** The chosen rows as a list to send, with the pauses they were seen with; error frames cannot be sent. */
export function framesToSend(rows: readonly SeenFrame[]): SentFrame[] {
  let before: number | undefined;
  return inTime(rows).flatMap(({ timeUs, channel, id, flags, size, bytes }) => {
    if (flags & FLAG_ERROR) return [];
    const delay = before === undefined ? 0 : Math.round((timeUs - before) / 1000);
    before = timeUs;
    const seen = { channel, id, flags, size, hex: formatHex(bytes) };
    return [{ ...sentFrameOfSeen(seen), delay_ms: Math.min(delay, MAX_SEND_DELAY_MS) }];
  });
}

function inTime(rows: readonly SeenFrame[]): SeenFrame[] {
  return rows.toSorted((a, b) => a.timeUs - b.timeUs);
}
