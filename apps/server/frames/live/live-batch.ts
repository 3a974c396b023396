import { deflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1, readCb1Header } from "@canopy/can/frame/cb1-decode";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { inflate } from "../dialects/inflate.ts";

/**
 * A batch on the bus: u8 number of channels | the channels | the CB1 bytes as received. A subscriber of one channel can
 * skip a batch without reading its frames.
 */
export function packBatch(channels: Uint8Array, batch: Uint8Array): Uint8Array {
  const message = Buffer.allocUnsafe(1 + channels.length + batch.length);
  message[0] = channels.length;
  message.set(channels, 1);
  message.set(batch, 1 + channels.length);
  return message;
}

export interface LiveBatch {
  readonly channels: Uint8Array;
  readonly batch: Uint8Array;
  readonly frames: number;
}

export function unpackBatch(message: Uint8Array): LiveBatch | undefined {
  const count = message[0];
  if (count === undefined || message.length < 1 + count) return undefined;
  const batch = message.subarray(1 + count);
  const header = readCb1Header(batch);
  return header.ok ? { channels: message.subarray(1, 1 + count), batch, frames: header.value.frames } : undefined;
}

/** The same batch with the frames of these channels alone; itself where that is all, undefined where there are none. */
export function ofChannels(live: LiveBatch, wanted: ReadonlySet<number>): LiveBatch | undefined {
  const kept = live.channels.filter((channel) => wanted.has(channel));
  if (kept.length === live.channels.length) return live;
  if (kept.length === 0) return undefined;
  const frames = new FrameBatch(Math.max(1, live.frames));
  const header = decodeCb1(live.batch, frames, inflate);
  if (!header.ok) return undefined;
  const left = new FrameBatch(frames.length, Math.max(8, frames.dataLength));
  for (let i = 0; i < frames.length; i++) if (wanted.has(frames.channel[i] as number)) left.pushFrame(frames.at(i));
  const encoded = encodeCb1(left, header.value, header.value.isDeflated ? deflateRawSync : undefined);
  return encoded.ok ? { channels: kept, batch: encoded.value, frames: left.length } : undefined;
}
