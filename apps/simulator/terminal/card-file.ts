import { inflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import { CandumpWriter } from "@canopy/can/logs/candump/candump-write";
import { channelKind, FIRST_CHANNEL } from "@canopy/contract/device-link/channels";

/** `can0`, `lin0`, `di0`, `ai0`. */
export function channelName(channel: number): string {
  const kind = channelKind(channel);
  if (kind === undefined) return `ch${channel}`;
  const prefix = { can: "can", lin: "lin", digital: "di", analogue: "ai" }[kind];
  return `${prefix}${channel - FIRST_CHANNEL[kind]}`;
}

/** The length of the frames as candump lines, without writing them: a file is listed often and fetched seldom. */
export function candumpSize(batch: FrameBatch): number {
  let size = 0;
  for (let i = 0; i < batch.length; i++) {
    const flags = batch.flags[i] ?? 0;
    const name = channelName(batch.channel[i] ?? 0);
    const id = flags & (FLAG_EXTENDED | FLAG_ERROR) ? 8 : 3;
    const bytes = batch.size[i] ?? 0;
    const payload = flags & FLAG_REMOTE ? (bytes > 0 ? 2 : 1) : 2 * bytes + (flags & FLAG_FD ? 2 : 0);
    // "(1700000000.000000) ", name, blank, id, "#", payload, " T", line end.
    size += 20 + name.length + 1 + id + 1 + payload + (flags & FLAG_TX ? 2 : 0) + 1;
  }
  return size;
}

/** CB1 batches as candump text. */
export function candumpText(batches: readonly Uint8Array[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  const writer = new CandumpWriter({ append: (bytes) => chunks.push(bytes) }, { channelName });
  for (const bytes of batches) {
    const frames = new FrameBatch();
    decodeCb1(bytes, frames, (body, maxBytes) => inflateRawSync(body, { maxOutputLength: maxBytes }));
    writer.write(frames);
  }
  writer.end();
  return new Uint8Array(Buffer.concat(chunks));
}
