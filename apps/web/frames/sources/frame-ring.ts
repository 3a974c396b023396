import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_REMOTE } from "@canopy/can/frame/frame";

/** Marks a gap row; no frame has this bit. */
const FLAG_GAP = 0x80;
/** Number of frames per device in the page; older ones are in the history. */
export const RING_FRAMES = 100_000;
/** Every frame has room for a CAN FD payload, so the memory never grows. */
const SLOT_BYTES = 64;

/** A remote frame has a length and no data. */
export function payloadSize(size: number, flags: number): number {
  return flags & FLAG_REMOTE ? 0 : size;
}

/** Frames by their number since the page was opened, in constant memory: new frames overwrite the oldest. */
export class FrameRing {
  readonly capacity: number;
  /** The number of the next frame. */
  end = 0;
  timeUs: Float64Array;
  channel: Uint8Array;
  id: Uint32Array;
  flags: Uint8Array;
  size: Uint8Array;
  /** Bytes that differ from the previous frame of the same identifier: bits of bytes 0-31 and 32-63. */
  changedLow: Uint32Array;
  changedHigh: Uint32Array;
  /** Time since that frame; NaN: there is none. */
  deltaUs: Float64Array;
  data: Uint8Array;

  constructor(capacity = RING_FRAMES) {
    this.capacity = capacity;
    this.timeUs = new Float64Array(capacity);
    this.channel = new Uint8Array(capacity);
    this.id = new Uint32Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.size = new Uint8Array(capacity);
    this.changedLow = new Uint32Array(capacity);
    this.changedHigh = new Uint32Array(capacity);
    this.deltaUs = new Float64Array(capacity);
    this.data = new Uint8Array(capacity * SLOT_BYTES);
  }

  /** The number of the oldest frame in the ring. */
  get first(): number {
    return Math.max(0, this.end - this.capacity);
  }

  /** The index of a frame in the columns. */
  slot(number: number): number {
    return number % this.capacity;
  }

  /** Appends frame i of the batch; returns its number. */
  push(batch: FrameBatch, i: number, changedLow = 0, changedHigh = 0, deltaUs = Number.NaN): number {
    const number = this.end++;
    const slot = number % this.capacity;
    this.timeUs[slot] = batch.timeUs[i] as number;
    this.channel[slot] = batch.channel[i] as number;
    this.id[slot] = batch.id[i] as number;
    this.flags[slot] = batch.flags[i] as number;
    const size = batch.size[i] as number;
    this.size[slot] = size;
    this.changedLow[slot] = changedLow;
    this.changedHigh[slot] = changedHigh;
    this.deltaUs[slot] = deltaUs;
    const start = batch.start[i] as number;
    const at = slot * SLOT_BYTES;
    const source = batch.data;
    const { data } = this;
    const payload = payloadSize(size, batch.flags[i] as number);
    for (let k = 0; k < payload; k++) data[at + k] = source[start + k] ?? 0;
    return number;
  }

  /** A view of the payload, valid until the ring moves on. */
  bytes(number: number): Uint8Array {
    const slot = number % this.capacity;
    const size = payloadSize(this.size[slot] as number, this.flags[slot] as number);
    return this.data.subarray(slot * SLOT_BYTES, slot * SLOT_BYTES + size);
  }

  /** A copy that stays while the ring goes on. */
  copy(): FrameRing {
    const copy = new FrameRing(0);
    Object.assign(copy, { capacity: this.capacity, end: this.end });
    copy.timeUs = this.timeUs.slice();
    copy.channel = this.channel.slice();
    copy.id = this.id.slice();
    copy.flags = this.flags.slice();
    copy.size = this.size.slice();
    copy.changedLow = this.changedLow.slice();
    copy.changedHigh = this.changedHigh.slice();
    copy.deltaUs = this.deltaUs.slice();
    copy.data = this.data.slice();
    return copy;
  }

  /** Copies frame `number` into a batch; a gap is skipped. */
  appendTo(batch: FrameBatch, number: number): void {
    const slot = number % this.capacity;
    const flags = this.flags[slot] as number;
    if (flags & FLAG_GAP) return;
    const size = this.size[slot] as number;
    const at = slot * SLOT_BYTES;
    const { timeUs, channel, id } = this;
    batch.push(timeUs[slot] as number, channel[slot] as number, id[slot] as number, flags, size, this.data, at);
  }

  /** Adds a row for frames of this time that are missing. */
  pushGap(fromMs: number, toMs: number): number {
    const number = this.end++;
    const slot = number % this.capacity;
    this.timeUs[slot] = fromMs * 1000;
    this.channel[slot] = 0;
    this.id[slot] = 0;
    this.flags[slot] = FLAG_GAP;
    this.size[slot] = 0;
    this.changedLow[slot] = 0;
    this.changedHigh[slot] = 0;
    new DataView(this.data.buffer).setFloat64(slot * SLOT_BYTES, toMs);
    return number;
  }

  /** Undefined: the row is a frame, not a gap. */
  gap(number: number): { fromMs: number; toMs: number } | undefined {
    const slot = number % this.capacity;
    if (((this.flags[slot] as number) & FLAG_GAP) === 0) return undefined;
    const toMs = new DataView(this.data.buffer).getFloat64(slot * SLOT_BYTES);
    return { fromMs: (this.timeUs[slot] as number) / 1000, toMs };
  }

  /** Inserts missed frames by their time; newer frames move behind them. */
  insert(batch: FrameBatch): void {
    if (batch.length === 0) return;
    const lastUs = batch.timeUs[batch.length - 1] as number;
    let from = this.end;
    while (from > this.first && (this.timeUs[this.slot(from - 1)] as number) > lastUs) from--;
    const later = this.copyOf(from);
    this.end = from;
    for (let i = 0; i < batch.length; i++) this.push(batch, i);
    for (const { frame, gap, low, high, delta } of later) {
      if (gap) this.pushGap(gap.fromMs, gap.toMs);
      else this.push(frame, 0, low, high, delta);
    }
  }

  private copyOf(from: number) {
    return Array.from({ length: this.end - from }, (_, i) => {
      const slot = this.slot(from + i);
      const frame = new FrameBatch(1, SLOT_BYTES);
      this.appendTo(frame, from + i);
      const [low = 0, high = 0, delta] = [this.changedLow[slot], this.changedHigh[slot], this.deltaUs[slot]];
      return { frame, gap: this.gap(from + i), low, high, delta };
    });
  }
}
