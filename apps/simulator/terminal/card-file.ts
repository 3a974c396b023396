import { inflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX, type Frame } from "@canopy/can/frame/frame";
import { CandumpWriter } from "@canopy/can/logs/candump/candump-write";
import { channelKind } from "@canopy/contract/device-link/channels";

const PREFIXES = { can: "can", lin: "lin", digital: "di", analogue: "ai" } as const;

/** `can0`, `lin32`, `di48`, `ai64`: readers take the channel from the digits. */
export function channelName(channel: number): string {
  const kind = channelKind(channel);
  return `${kind === undefined ? "ch" : PREFIXES[kind]}${channel}`;
}

/** The length of a frame as candump line, without writing it: a file is listed often and fetched seldom. */
export function candumpSize(batch: FrameBatch, i: number): number {
  const flags = batch.flags[i] ?? 0;
  const name = channelName(batch.channel[i] ?? 0);
  const id = flags & (FLAG_EXTENDED | FLAG_ERROR) ? 8 : 3;
  const bytes = batch.size[i] ?? 0;
  const payload = flags & FLAG_REMOTE ? (bytes > 0 ? 2 : 1) : 2 * bytes + (flags & FLAG_FD ? 2 : 0);
  // "(1700000000.000000) ", name, blank, id, "#", payload, " T", line end.
  return 20 + name.length + 1 + id + 1 + payload + (flags & FLAG_TX ? 2 : 0) + 1;
}

/** Frames of some channels of CB1 batches as candump text, in the order of time. */
export function candumpText(batches: readonly Uint8Array[], isWanted: (channel: number) => boolean): Uint8Array {
  const found: Frame[] = [];
  for (const bytes of batches) {
    const frames = new FrameBatch();
    decodeCb1(bytes, frames, (body, maxBytes) => inflateRawSync(body, { maxOutputLength: maxBytes }));
    for (let i = 0; i < frames.length; i++) if (isWanted(frames.channel[i] ?? 0)) found.push(frames.at(i));
  }
  found.sort((a, b) => a.timeUs - b.timeUs);
  const sorted = new FrameBatch();
  for (const frame of found) sorted.pushFrame(frame);
  const chunks: Uint8Array[] = [];
  const writer = new CandumpWriter({ append: (bytes) => chunks.push(new Uint8Array(bytes)) }, { channelName });
  writer.write(sorted);
  writer.end();
  return new Uint8Array(Buffer.concat(chunks));
}
