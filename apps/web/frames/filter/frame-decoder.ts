import type { DbcDecoder, MessageDecoder } from "@canopy/can/dbc/decode/decode";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { channelKind } from "@canopy/contract/device-link/channels";

interface Identified {
  readonly channel: number;
  readonly id: number;
  readonly flags: number;
}

/** The message of a CAN frame in the chosen DBC; other channels have none. */
export function decoderOfFrame(decoder: DbcDecoder | null, { channel, id, flags }: Identified): MessageDecoder | null {
  if (decoder === null || channelKind(channel) !== "can") return null;
  return decoder.find(id, (flags & FLAG_EXTENDED) !== 0) ?? null;
}
