import { channelKind } from "@canopy/contract/device-link/channels";
import { formatNumber } from "../../platform/formats.ts";

/** DAT-09: the value of a digital or analogue input, decoded without a DBC; undefined: another channel. */
export function inputValue(channel: number, bytes: Uint8Array): string | undefined {
  const kind = channelKind(channel);
  if (kind === "digital") return bytes.length > 0 ? `0b${(bytes[0] ?? 0).toString(2).padStart(8, "0")}` : undefined;
  if (kind !== "analogue" || bytes.length < 4) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return formatNumber(view.getFloat32(0, true));
}
