import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX, type Frame } from "@canopy/can/frame/frame";

/** Both ends inside; a single identifier has them equal. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
  /** Left out: 11 and 29 bits alike. */
  readonly isExtended?: boolean;
}

/** Identifiers of one channel. */
export interface FramePlace extends IdRange {
  readonly channel: number;
}

export type FrameType = "classic" | "fd" | "remote" | "error";

/** Payload bytes from byte 0 on: those under the mask must be those of the value. */
export interface DataMask {
  readonly mask: Uint8Array;
  readonly value: Uint8Array;
}

/** An absent condition lets everything through. */
export interface FrameFilter {
  readonly channels?: readonly number[];
  readonly ids?: readonly IdRange[];
  /** Pairs of channel and identifier, which `channels` and `ids` cannot express. */
  readonly places?: readonly FramePlace[];
  readonly direction?: "received" | "transmitted";
  readonly types?: readonly FrameType[];
  readonly data?: DataMask;
}

export function typeOf(flags: number): FrameType {
  if (flags & FLAG_ERROR) return "error";
  if (flags & FLAG_REMOTE) return "remote";
  return flags & FLAG_FD ? "fd" : "classic";
}

/** All of a filter but the data: the part common to the frames of a run. */
export function passesKey(
  { channel, id, flags }: Pick<Frame, "channel" | "id" | "flags">,
  filter: FrameFilter,
): boolean {
  const isExtended = (flags & FLAG_EXTENDED) !== 0;
  const inRange = (range: IdRange) =>
    id >= range.from && id <= range.to && (range.isExtended === undefined || range.isExtended === isExtended);
  if (filter.channels !== undefined && !filter.channels.includes(channel)) return false;
  if (filter.ids !== undefined && !filter.ids.some(inRange)) return false;
  if (filter.places !== undefined && !filter.places.some((place) => place.channel === channel && inRange(place)))
    return false;
  if (filter.direction !== undefined && (filter.direction === "transmitted") !== ((flags & FLAG_TX) !== 0))
    return false;
  return filter.types === undefined || filter.types.includes(typeOf(flags));
}

export function passes(frame: Frame, filter: FrameFilter): boolean {
  return passesKey(frame, filter) && (filter.data === undefined || hasData(frame.data, filter.data));
}

/** A payload that does not reach the last byte asked for does not have it. */
function hasData(payload: Uint8Array, { mask, value }: DataMask): boolean {
  return mask.every(
    (bits, k) => bits === 0 || (k < payload.length && ((payload[k] ?? 0) & bits) === ((value[k] ?? 0) & bits)),
  );
}
