import { FLAG_REMOTE, type Frame } from "./frame.ts";

const FIRST_CAPACITY = 1024;
const FIRST_BYTES = 8 * FIRST_CAPACITY;
/** The columns of one frame, without its payload. */
export const BYTES_PER_FRAME = 19;

/**
 * Frames as columns: typed arrays that decoders, readers, writers and the store fill and scan without one
 * object per frame. Grows by doubling; `clear` keeps the memory.
 */
export class FrameBatch {
  length = 0;
  /** Bytes used in `data`. */
  dataLength = 0;
  timeUs: Float64Array;
  channel: Uint8Array;
  id: Uint32Array;
  flags: Uint8Array;
  size: Uint8Array;
  /** Where the payload of frame i begins in `data`. */
  start: Uint32Array;
  data: Uint8Array;

  /** In one piece of memory for all columns (a server makes thousands of batches a second), which may be given. */
  constructor(capacity = FIRST_CAPACITY, bytes = FIRST_BYTES, given?: ArrayBufferLike) {
    const memory = given ?? new ArrayBuffer(BYTES_PER_FRAME * capacity + bytes);
    this.timeUs = new Float64Array(memory, 0, capacity);
    this.id = new Uint32Array(memory, 8 * capacity, capacity);
    this.start = new Uint32Array(memory, 12 * capacity, capacity);
    this.channel = new Uint8Array(memory, 16 * capacity, capacity);
    this.flags = new Uint8Array(memory, 17 * capacity, capacity);
    this.size = new Uint8Array(memory, 18 * capacity, capacity);
    this.data = new Uint8Array(memory, BYTES_PER_FRAME * capacity, bytes);
  }

  clear(): void {
    this.length = 0;
    this.dataLength = 0;
  }

  /** Appends a frame whose payload is `bytes[from, from + payloadSize)`; returns its index. */
  push(timeUs: number, channel: number, id: number, flags: number, size: number, bytes: Uint8Array, from = 0): number {
    const i = this.length;
    if (i === this.timeUs.length) this.growRows();
    const payload = flags & FLAG_REMOTE ? 0 : size;
    const at = this.dataLength;
    if (at + payload > this.data.length) this.growData(at + payload);
    this.timeUs[i] = timeUs;
    this.channel[i] = channel;
    this.id[i] = id;
    this.flags[i] = flags;
    this.size[i] = size;
    this.start[i] = at;
    const data = this.data;
    for (let k = 0; k < payload; k++) data[at + k] = bytes[from + k] as number;
    this.dataLength = at + payload;
    this.length = i + 1;
    return i;
  }

  /** Reserves room for `frames` more frames with at most `bytes` payload bytes. */
  reserve(frames: number, bytes: number): void {
    while (this.length + frames > this.timeUs.length) this.growRows();
    if (this.dataLength + bytes > this.data.length) this.growData(this.dataLength + bytes);
  }

  pushFrame(frame: Frame): number {
    return this.push(frame.timeUs, frame.channel, frame.id, frame.flags, frame.size, frame.data);
  }

  /** Appends frame i of another batch, without an object in between. */
  pushFrom(other: FrameBatch, i: number): number {
    return this.push(
      other.timeUs[i] as number,
      other.channel[i] as number,
      other.id[i] as number,
      other.flags[i] as number,
      other.size[i] as number,
      other.data,
      other.start[i],
    );
  }

  /** Appends all frames of another batch, column by column where their payloads follow each other. */
  pushAll(other: FrameBatch): void {
    const { length: count } = other;
    const at = this.length;
    const end = endOfPayloads(other);
    if (end < 0) {
      for (let i = 0; i < count; i++) this.pushFrom(other, i);
      return;
    }
    const from = other.start[0] as number;
    this.reserve(count, end - from);
    this.timeUs.set(other.timeUs.subarray(0, count), at);
    this.channel.set(other.channel.subarray(0, count), at);
    this.id.set(other.id.subarray(0, count), at);
    this.flags.set(other.flags.subarray(0, count), at);
    this.size.set(other.size.subarray(0, count), at);
    this.data.set(other.data.subarray(from, end), this.dataLength);
    const moved = this.dataLength - from;
    for (let i = 0; i < count; i++) this.start[at + i] = (other.start[i] as number) + moved;
    this.length = at + count;
    this.dataLength += end - from;
  }

  /** Frame i as an object; its data is a view into the batch, good until the batch changes. */
  at(i: number): Frame {
    const start = this.start[i] as number;
    const flags = this.flags[i] as number;
    const size = this.size[i] as number;
    return {
      timeUs: this.timeUs[i] as number,
      channel: this.channel[i] as number,
      id: this.id[i] as number,
      flags,
      size,
      data: this.data.subarray(start, flags & FLAG_REMOTE ? start : start + size),
    };
  }

  private growRows(): void {
    const capacity = this.timeUs.length * 2;
    this.timeUs = grown(this.timeUs, new Float64Array(capacity));
    this.channel = grown(this.channel, new Uint8Array(capacity));
    this.id = grown(this.id, new Uint32Array(capacity));
    this.flags = grown(this.flags, new Uint8Array(capacity));
    this.size = grown(this.size, new Uint8Array(capacity));
    this.start = grown(this.start, new Uint32Array(capacity));
  }

  private growData(needed: number): void {
    this.data = grown(this.data, new Uint8Array(Math.max(needed, this.data.length * 2)));
  }
}

/** Where payloads that follow each other end; -1: they do not, or there are none. */
function endOfPayloads({ length, start, flags, size }: FrameBatch): number {
  let end = length === 0 ? -1 : (start[0] as number);
  for (let i = 0; i < length; i++) {
    if (start[i] !== end) return -1;
    end += (flags[i] as number) & FLAG_REMOTE ? 0 : (size[i] as number);
  }
  return end;
}

function grown<T extends Float64Array | Uint32Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
