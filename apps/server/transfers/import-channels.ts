import { createHash } from "node:crypto";
import type { FrameBatch } from "@canopy/can/frame/batch";
import type { FoundLog, ImportRequest } from "@canopy/contract/transfers/imports";
import { FIRST_IMPORT_EPOCH } from "../frames/store/frame-imports.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { epochOf } from "./import-store.ts";

/** A channel of the file and where it goes. */
export interface ImportChannel {
  readonly from: number;
  readonly to: number;
  readonly epoch: number;
  /** How many the file has of it. */
  readonly frames: number;
}

const HASH_BYTES = 5;
const CHANNELS = 256;
const LEFT_OUT = -1;

/** Each channel of the file has its own log number in the device, of the file's content and where it goes. */
export async function importChannels(
  db: Db,
  bindingNumber: number,
  found: FoundLog,
  { channels, shift_ms }: ImportRequest,
): Promise<ImportChannel[]> {
  const wanted = channels ?? found.channels.map(({ channel }) => ({ from: channel, to: channel }));
  const mapped = new Map<number, ImportChannel>();
  for (const { from, to } of wanted) {
    const identity = `${found.sha256} ${from}>${to} ${shift_ms}`;
    const hash = createHash("sha256").update(identity).digest().readUIntLE(0, HASH_BYTES);
    const epoch = await epochOf(db, bindingNumber, identity, FIRST_IMPORT_EPOCH + hash);
    const frames = found.channels.find(({ channel }) => channel === from)?.frames ?? 0;
    mapped.set(from, { from, to, epoch, frames });
  }
  return [...mapped.values()];
}

export const framesOf = (channels: readonly ImportChannel[]): number =>
  channels.reduce((sum, { frames }) => sum + frames, 0);

/** Gives the frames of some channels of a file the channels and times that they are stored under. */
export class ChannelMover {
  /** By channel of the file. */
  readonly #to = new Int16Array(CHANNELS).fill(LEFT_OUT);
  readonly #shiftUs: number;

  constructor(channels: readonly ImportChannel[], shiftUs: number) {
    for (const { from, to } of channels) this.#to[from] = to;
    this.#shiftUs = shiftUs;
  }

  /** In place; frames of other channels go. */
  move(frames: FrameBatch): void {
    const { timeUs, channel, id, flags, size, start } = frames;
    let kept = 0;
    for (let i = 0; i < frames.length; i += 1) {
      const to = this.#to[channel[i] as number] as number;
      if (to === LEFT_OUT) continue;
      timeUs[kept] = (timeUs[i] as number) + this.#shiftUs;
      channel[kept] = to;
      if (kept < i) {
        id[kept] = id[i] as number;
        flags[kept] = flags[i] as number;
        size[kept] = size[i] as number;
        start[kept] = start[i] as number;
      }
      kept += 1;
    }
    frames.length = kept;
  }
}
