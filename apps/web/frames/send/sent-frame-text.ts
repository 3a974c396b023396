import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { channelName } from "@canopy/contract/device-link/channels";
import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { idText } from "../rows/frame-cells.ts";

/** `CAN1 0x123 [2] 0A 0B`, `CAN1 0x7DF RTR 8`: in lists and in the log. */
export function sentFrameText(frame: SentFrame): string {
  const head = `${channelName(frame.channel)} ${idText(frame.id, frame.extended ? FLAG_EXTENDED : 0)}`;
  if (frame.remote) return `${head} RTR ${frame.length ?? 0}`;
  const bytes = frame.data.replace(/(..)(?=.)/g, "$1 ");
  return `${head} ${frame.fd ? "FD " : ""}[${frame.data.length / 2}] ${bytes}`.trimEnd();
}
