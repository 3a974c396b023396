import type { FrameBatch } from "../../frame/batch.ts";
import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  MAX_EXTENDED_ID,
  MAX_STANDARD_ID,
  sizeOfDlc,
} from "../../frame/frame.ts";
import { isFrameTime } from "../frame-output.ts";
import type { Field, FrameLayout } from "./frame-layout.ts";

/** Start of the measurement: whole microseconds, and the rest of them. */
export interface StartTime {
  us: number;
  fractionUs: number;
}

const NO_DATA = new Uint8Array(64);

function fieldValue(bytes: Uint8Array, record: number, field: Field | undefined): number {
  if (field === undefined) return 0;
  if (field.bytes === 0) return field.constant;
  let at = record + field.byte + field.bytes - 1;
  // A field of up to 32 bits that begins inside a byte reaches into a fifth one.
  let value = 0;
  if (field.bytes === 5) value = (bytes[at--] as number) * 2 ** (32 - field.bit);
  let low = 0;
  for (; at >= record + field.byte; at--) low = (low << 8) | (bytes[at] as number);
  value += low >>> field.bit;
  return (value & field.mask) >>> 0;
}

/** Frames of one group from their records. */
export class RecordDecoder {
  readonly layout: FrameLayout;
  private readonly start: StartTime;

  constructor(layout: FrameLayout, start: StartTime) {
    this.layout = layout;
    this.start = start;
  }

  /** Offset of the payload in the signal data, for a channel of variable length. */
  vlsdOffset(view: DataView, record: number): number {
    const at = record + this.layout.dataAt;
    const low = view.getUint32(at, true);
    return this.layout.dataBytes === 4 ? low : low + view.getUint32(at + 4, true) * 0x100000000;
  }

  timeUs(view: DataView, record: number): number {
    const { time } = this.layout;
    const raw = rawTime(view, record + time.byte, time.kind, time.bytes);
    return Math.round(this.start.us + (raw * time.factorUs + time.offsetUs + this.start.fractionUs));
  }

  /**
   * Appends the frame of a record. The payload is taken from `data` at `dataAt`: the record itself, or the
   * signal data. Without it, zeros stand for a payload that is yet to come. Returns its index, -1 when the record
   * is damaged.
   */
  push(batch: FrameBatch, view: DataView, bytes: Uint8Array, record: number, data?: Uint8Array, dataAt = 0): number {
    const { layout } = this;
    const timeUs = this.timeUs(view, record);
    if (!isFrameTime(timeUs)) return -1;
    const isFd = fieldValue(bytes, record, layout.fd) === 1;
    let id = fieldValue(bytes, record, layout.id);
    // An error frame has no identifier, whatever stands in its place.
    const isError = (layout.flags & FLAG_ERROR) !== 0;
    const isExtended =
      !isError &&
      (layout.extended === undefined ? id > MAX_STANDARD_ID : fieldValue(bytes, record, layout.extended) === 1);
    id &= isExtended || isError ? MAX_EXTENDED_ID : MAX_STANDARD_ID;
    let flags = layout.flags | (isExtended ? FLAG_EXTENDED : 0) | (isFd ? FLAG_FD : 0);
    if (fieldValue(bytes, record, layout.direction) === 1) flags |= FLAG_TX;
    if (isFd && fieldValue(bytes, record, layout.brs) === 1) flags |= FLAG_BRS;
    if (isFd && fieldValue(bytes, record, layout.esi) === 1) flags |= FLAG_ESI;
    let size = layout.length
      ? fieldValue(bytes, record, layout.length)
      : sizeOfDlc(fieldValue(bytes, record, layout.dlc), isFd);
    const room = layout.vlsdLink !== undefined ? 64 : layout.dataBytes;
    if (!(flags & FLAG_REMOTE)) size = Math.min(size, room, 64);
    else size = Math.min(size, 8);
    const channel = fieldValue(bytes, record, layout.channel) & 255;
    if (layout.vlsdLink === undefined)
      return batch.push(timeUs, channel, id, flags, size, bytes, record + layout.dataAt);
    return batch.push(timeUs, channel, id, flags, size, data ?? NO_DATA, data ? dataAt : 0);
  }
}

function rawTime(view: DataView, at: number, kind: FrameLayout["time"]["kind"], bytes: number): number {
  if (kind === "float64") return view.getFloat64(at, true);
  if (kind === "float32") return view.getFloat32(at, true);
  let value = 0;
  for (let i = bytes - 1; i >= 0; i--) value = value * 256 + view.getUint8(at + i);
  return value;
}
