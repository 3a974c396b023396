import { formatHex, parseHex } from "@canopy/can/bytes/hex";
import { FLAG_BRS, FLAG_ESI, FLAG_EXTENDED, FLAG_TX } from "@canopy/can/frame/frame";
import type { FrameFilters } from "@canopy/contract/frames/frame-filters";
import type { StoredFrameRow } from "@canopy/contract/frames/history";
import { type FrameFilter, typeOf } from "../store/frame-filter.ts";
import type { FramePosition } from "../store/frame-position.ts";
import type { StoredFrame } from "../store/frame-store.ts";

/** A frame as the contract has it, with the message that it completes. */
export function frameRow(frame: StoredFrame, joined?: { id: number; bytes: Uint8Array }): StoredFrameRow {
  const { timeUs, channel, id, flags, size, data } = frame;
  return {
    key: positionCursor(frame),
    time: String(timeUs),
    channel,
    id,
    extended: (flags & FLAG_EXTENDED) !== 0,
    type: typeOf(flags),
    direction: flags & FLAG_TX ? "transmitted" : "received",
    brs: (flags & FLAG_BRS) !== 0,
    esi: (flags & FLAG_ESI) !== 0,
    length: size,
    data: formatHex(data),
    ...(joined && { joined: { id: joined.id, data: formatHex(joined.bytes) } }),
  };
}

export const positionCursor = ({ timeUs, k }: FramePosition): string => `${timeUs}.${k}`;

/** `key` has passed the contract's pattern. */
export function positionOf(key: string): FramePosition {
  const [timeUs = 0, k = 0] = key.split(".").map(Number);
  return { timeUs, k };
}

export function filterOf({ channels, ids, direction, types, data }: FrameFilters): FrameFilter {
  return {
    ...(channels && { channels }),
    ...(ids && {
      ids: ids.map(({ from, to, extended }) => ({
        from,
        to,
        ...(extended !== undefined && { isExtended: extended }),
      })),
    }),
    ...(direction && { direction }),
    ...(types && { types }),
    ...(data && { data: { mask: bytesOf(data.mask), value: bytesOf(data.value) } }),
  };
}

function bytesOf(hex: string): Uint8Array {
  const bytes = parseHex(hex);
  if (!bytes.ok) throw new RangeError("not hex");
  return bytes.value;
}
