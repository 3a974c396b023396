import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { NativeColumn } from "../platform/clickhouse/native-block.ts";
import { NativeStrings } from "../platform/clickhouse/native-strings.ts";
import { DAY_US } from "./ingest-days.ts";

export interface BatchIdentity {
  readonly bindingNumber: number;
  readonly epoch: number;
  readonly sequence: number;
}

/** What a frame counts for in the package, whatever the store makes of it: time, id, channel, flags, length, payload. */
export const FRAME_BYTES = 15;

const FIRST_CAPACITY = 4_096;
const TWO_32 = 2 ** 32;

/** Rows of the table `frames` as typed arrays, written out as they are. Grows by doubling; `clear` keeps the memory. */
export class FrameColumns {
  length = 0;
  #capacity = 0;
  #device = new Uint32Array(0);
  #channel = new Uint8Array(0);
  #id = new Uint32Array(0);
  #flags = new Uint8Array(0);
  #size = new Uint8Array(0);
  #index = new Uint16Array(0);
  #epoch = new Uint32Array(0);
  // 64-bit numbers by their halves: a bigint for each frame would cost more than all the rest.
  #time = new Uint32Array(0);
  #sequence = new Uint32Array(0);
  #head = new Uint8Array(0);
  readonly #tail = new NativeStrings();

  constructor(capacity = FIRST_CAPACITY) {
    this.#reserve(capacity);
  }

  clear(): void {
    this.length = 0;
    this.#tail.clear();
  }

  /** Appends the frames of one day; returns their bytes as the package counts them. */
  append(identity: BatchIdentity, frames: FrameBatch, day: number): number {
    if (this.length + frames.length > this.#capacity) this.#reserve(this.length + frames.length);
    const from = this.length;
    const dayUs = day * DAY_US;
    let bytes = 0;
    for (let i = 0; i < frames.length; i += 1) {
      const sinceUs = (frames.timeUs[i] as number) - dayUs;
      if (sinceUs < 0 || sinceUs >= DAY_US) continue;
      bytes += FRAME_BYTES + this.#appendFrame(frames, i);
    }
    this.#device.fill(identity.bindingNumber, from, this.length);
    this.#epoch.fill(identity.epoch, from, this.length);
    const low = identity.sequence % TWO_32;
    const high = Math.floor(identity.sequence / TWO_32);
    for (let row = from; row < this.length; row += 1) {
      this.#sequence[2 * row] = low;
      this.#sequence[2 * row + 1] = high;
    }
    return bytes;
  }

  #appendFrame(frames: FrameBatch, i: number): number {
    const row = this.length++;
    const time = frames.timeUs[i] as number;
    const flags = frames.flags[i] as number;
    const size = frames.size[i] as number;
    const start = frames.start[i] as number;
    const payload = flags & FLAG_REMOTE ? 0 : size;
    // The remainder of a division would cost more than all the rest of a frame.
    const high = Math.floor(time / TWO_32);
    this.#time[2 * row] = time - high * TWO_32;
    this.#time[2 * row + 1] = high;
    this.#channel[row] = frames.channel[i] as number;
    this.#id[row] = frames.id[i] as number;
    this.#flags[row] = flags;
    this.#size[row] = size;
    this.#index[row] = i;
    const { data } = frames;
    const head = this.#head;
    const inHead = Math.min(payload, 8);
    for (let k = 0; k < inHead; k += 1) head[8 * row + k] = data[start + k] as number;
    for (let k = inHead; k < 8; k += 1) head[8 * row + k] = 0;
    // Copies: the batch may be filled anew while these rows are on their way.
    this.#tail.append(data, start + inHead, start + payload);
    return payload;
  }

  /** Views, good until the next `append` or `clear`. */
  columns(): NativeColumn[] {
    return [
      { name: "device", type: "UInt32", values: this.#device },
      { name: "ch", type: "UInt8", values: this.#channel },
      { name: "id", type: "UInt32", values: this.#id },
      { name: "ts", type: "Int64", values: new BigInt64Array(this.#time.buffer) },
      { name: "flags", type: "UInt8", values: this.#flags },
      { name: "len", type: "UInt8", values: this.#size },
      { name: "d8", type: "UInt64", values: new BigUint64Array(this.#head.buffer) },
      { name: "ext", type: "String", values: this.#tail },
      { name: "epoch", type: "UInt32", values: this.#epoch },
      { name: "seq", type: "UInt64", values: new BigUint64Array(this.#sequence.buffer) },
      { name: "n", type: "UInt16", values: this.#index },
    ];
  }

  #reserve(rows: number): void {
    const capacity = Math.max(rows, 2 * this.#capacity);
    this.#device = grown(this.#device, new Uint32Array(capacity));
    this.#channel = grown(this.#channel, new Uint8Array(capacity));
    this.#id = grown(this.#id, new Uint32Array(capacity));
    this.#flags = grown(this.#flags, new Uint8Array(capacity));
    this.#size = grown(this.#size, new Uint8Array(capacity));
    this.#index = grown(this.#index, new Uint16Array(capacity));
    this.#epoch = grown(this.#epoch, new Uint32Array(capacity));
    this.#time = grown(this.#time, new Uint32Array(2 * capacity));
    this.#sequence = grown(this.#sequence, new Uint32Array(2 * capacity));
    this.#head = grown(this.#head, new Uint8Array(8 * capacity));
    this.#capacity = capacity;
  }
}

function grown<T extends Uint8Array | Uint16Array | Uint32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
