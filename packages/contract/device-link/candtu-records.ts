import { failure, type Result, success } from "@canopy/can/bytes/result";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { MAX_TIME_US } from "@canopy/can/frame/cb1";
import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  MAX_STANDARD_ID,
} from "@canopy/can/frame/frame";
import { lengthProblem } from "@canopy/can/frame/validate";

/**
 * The payload of `raw`, little-endian:
 *
 *     u32 header: bits 0-3 magic 0110, 4-9 version 1, 10 save, others 0
 *     u64 base time, ms since 1970 of Beijing's wall clock
 *     records: u32 time in 100 µs since the base | u32 identifier, bits 31-29 the type: 0 CAN, 1 CAN FD, 3 error
 *              u16 flags: bit 7 error, 6 extended, 5 remote, 3-0 send type; CAN FD: bit 8 BRS, 9 ESI
 *              u8 channel | u8 length | 8 bytes of data, 64 of CAN FD
 */
export const CANDTU_HEADER_BYTES = 12;
export const CANDTU_RECORD_BYTES = 20;
const FD_RECORD_BYTES = CANDTU_RECORD_BYTES - 8 + 64;
const MAGIC = 0b0110;
const VERSION = 1;
const SAVE = 1 << 10;
const TYPE_CAN = 0;
const TYPE_FD = 1;
const TYPE_ERROR = 3;
const ERROR = 1 << 7;
const EXTENDED = 1 << 6;
const REMOTE = 1 << 5;
const SEND_TYPE = 0x0f;
const BRS = 1 << 8;
const ESI = 1 << 9;
/** The wall clock of the terminals runs eight hours before UTC. */
export const BEIJING_OFFSET_MS = 8 * 3600 * 1000;
/** Beyond it a record could lie outside the times of a batch; of such a base only the low bits are kept. */
const MAX_BASE_MS = Math.floor((MAX_TIME_US - 2 ** 32 * 100) / 1000);
const KEPT_BASE_BITS = 39;

export type CandtuProblem = "tooShort" | "notCandtu" | "truncated" | "unknownType" | "badFrame";

export interface CandtuHeader {
  /** Whether the terminal wants it kept. */
  save: boolean;
  baseMs: number;
}

/** Appends the records to `into`; a payload with any bad record appends none. */
export function decodeCandtuRaw(payload: Uint8Array, into: FrameBatch): Result<CandtuHeader, CandtuProblem> {
  if (payload.length < CANDTU_HEADER_BYTES) return failure("tooShort");
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const head = view.getUint32(0, true);
  if ((head & 0x3ff) !== (MAGIC | (VERSION << 4))) return failure("notCandtu");
  const localMs = view.getBigUint64(4, true);
  const keptMs = localMs > MAX_BASE_MS ? BigInt.asUintN(KEPT_BASE_BITS, localMs) : localMs;
  const baseMs = Number(keptMs) - BEIJING_OFFSET_MS;
  const { length, dataLength } = into;
  const problem = readRecords(view, payload, baseMs, into);
  if (problem === null) return success({ save: (head & SAVE) !== 0, baseMs });
  into.length = length;
  into.dataLength = dataLength;
  return failure(problem);
}

function readRecords(view: DataView, bytes: Uint8Array, baseMs: number, into: FrameBatch): CandtuProblem | null {
  let at = CANDTU_HEADER_BYTES;
  while (at < bytes.length) {
    if (at + CANDTU_RECORD_BYTES > bytes.length) return "truncated";
    const type = view.getUint32(at + 4, true) >>> 29;
    if (type !== TYPE_CAN && type !== TYPE_FD && type !== TYPE_ERROR) return "unknownType";
    const recordBytes = type === TYPE_FD ? FD_RECORD_BYTES : CANDTU_RECORD_BYTES;
    if (at + recordBytes > bytes.length) return "truncated";
    if (!readRecord(view, bytes, at, baseMs, into)) return "badFrame";
    at += recordBytes;
  }
  return null;
}

function readRecord(view: DataView, bytes: Uint8Array, at: number, baseMs: number, into: FrameBatch): boolean {
  const word = view.getUint32(at + 4, true);
  const id = word & 0x1fffffff;
  let flags = frameFlags(view.getUint16(at + 8, true), word >>> 29);
  // The identifier of an error frame is specific to the terminal.
  if (flags & FLAG_ERROR && id > MAX_STANDARD_ID) flags |= FLAG_EXTENDED;
  const size = view.getUint8(at + 11);
  if (lengthProblem(size, flags) !== null) return false;
  if (flags & FLAG_FD && flags & FLAG_REMOTE) return false;
  if (!(flags & FLAG_EXTENDED) && id > MAX_STANDARD_ID) return false;
  const timeUs = baseMs * 1000 + view.getUint32(at, true) * 100;
  into.push(timeUs, view.getUint8(at + 10), id, flags, size, bytes, at + 12);
  return true;
}

function frameFlags(flags: number, type: number): number {
  let result = 0;
  if (flags & EXTENDED) result |= FLAG_EXTENDED;
  if (flags & REMOTE) result |= FLAG_REMOTE;
  // Self-sent frames (types 1-3) were transmitted by the terminal itself.
  if (flags & SEND_TYPE) result |= FLAG_TX;
  if (type === TYPE_ERROR || flags & ERROR) result = (result & ~FLAG_REMOTE) | FLAG_ERROR;
  if (type !== TYPE_FD) return result;
  return result | FLAG_FD | (flags & BRS ? FLAG_BRS : 0) | (flags & ESI ? FLAG_ESI : 0);
}

/** Times are cut to 100 µs, as the records have no more. */
export function encodeCandtuRaw(batch: FrameBatch, baseMs: number): Uint8Array<ArrayBuffer> {
  const sizes = Array.from({ length: batch.length }, (_, i) => recordBytesOf(batch.flags[i] ?? 0));
  const bytes = new Uint8Array(CANDTU_HEADER_BYTES + sizes.reduce((sum, size) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC | (VERSION << 4) | SAVE, true);
  view.setBigUint64(4, BigInt(baseMs + BEIJING_OFFSET_MS), true);
  let at = CANDTU_HEADER_BYTES;
  for (let i = 0; i < batch.length; i++) {
    const frame = batch.at(i);
    view.setUint32(at, Math.floor((frame.timeUs - baseMs * 1000) / 100), true);
    view.setUint32(at + 4, ((typeOf(frame.flags) << 29) | frame.id) >>> 0, true);
    view.setUint16(at + 8, recordFlags(frame.flags), true);
    view.setUint8(at + 10, frame.channel);
    view.setUint8(at + 11, frame.size);
    bytes.set(frame.data, at + 12);
    at += sizes[i] ?? 0;
  }
  return bytes;
}

function typeOf(flags: number): number {
  if (flags & FLAG_ERROR) return TYPE_ERROR;
  return flags & FLAG_FD ? TYPE_FD : TYPE_CAN;
}

function recordBytesOf(flags: number): number {
  return typeOf(flags) === TYPE_FD ? FD_RECORD_BYTES : CANDTU_RECORD_BYTES;
}

function recordFlags(flags: number): number {
  let result = 0;
  if (flags & FLAG_ERROR) result |= ERROR;
  if (flags & FLAG_EXTENDED) result |= EXTENDED;
  if (flags & FLAG_REMOTE) result |= REMOTE;
  if (flags & FLAG_TX) result |= 1;
  if (typeOf(flags) !== TYPE_FD) return result;
  return result | (flags & FLAG_BRS ? BRS : 0) | (flags & FLAG_ESI ? ESI : 0);
}
