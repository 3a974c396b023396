import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { formatId } from "@canopy/can/frame/id";
import { channelKind } from "@canopy/contract/device-link/channels";

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, "0"));
const ASCII = Array.from({ length: 256 }, (_, byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·"));

export const hexOfByte = (byte: number): string => HEX[byte & 255] ?? "";

export function asciiOf(bytes: Uint8Array, size: number): string {
  let text = "";
  for (let k = 0; k < size; k++) text += ASCII[bytes[k] ?? 0];
  return text;
}

/** `0x3A0`, `0x18FEF100`; the identifier of an error frame has no meaning. */
export function idText(id: number, flags: number): string {
  if (flags & FLAG_ERROR) return "—";
  return `0x${formatId(id, flags & FLAG_EXTENDED ? "extended" : "standard")}`;
}

/** The text key of a frame's kind. */
export type KindKey =
  | "standard"
  | "extended"
  | "fd"
  | "fdExtended"
  | "remote"
  | "error"
  | "lin"
  | "digital"
  | "analogue";

export function kindOf(channel: number, flags: number): KindKey {
  if (flags & FLAG_ERROR) return "error";
  const kind = channelKind(channel);
  if (kind !== undefined && kind !== "can") return kind;
  if (flags & FLAG_REMOTE) return "remote";
  if (flags & FLAG_FD) return flags & FLAG_EXTENDED ? "fdExtended" : "fd";
  return flags & FLAG_EXTENDED ? "extended" : "standard";
}

/** Milliseconds with one decimal and a thousands separator: `100.2`, `1,000.0`. */
export function millisecondsText(us: number): string {
  const tenths = Math.round(us / 100);
  const whole = Math.trunc(tenths / 10).toString();
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
  return `${grouped}.${Math.abs(tenths % 10)}`;
}

export function countText(count: number): string {
  const text = String(count);
  return text.length > 3 ? text.replace(/\B(?=(\d{3})+$)/g, ",") : text;
}
