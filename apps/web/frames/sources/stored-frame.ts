import { parseHex } from "@canopy/can/bytes/hex";
import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import type { StoredFrameRow } from "@canopy/contract/frames/history";
import type { ReadFrame } from "../table/table-frame.ts";

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

export function bytesOfStored(row: Pick<StoredFrameRow, "data">): Uint8Array {
  const bytes = parseHex(row.data);
  return bytes.ok ? bytes.value : new Uint8Array(0);
}

export function frameOfStored(row: StoredFrameRow): ReadFrame {
  const { key, channel, id, length } = row;
  const flags = flagsOfStored(row);
  const joined = row.joined && { id: row.joined.id, bytes: bytesOfStored(row.joined) };
  const frame = { key, timeUs: Number(row.time), channel, id, flags, size: length, bytes: bytesOfStored(row) };
  return joined ? { ...frame, joined } : frame;
}
