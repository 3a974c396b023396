import { failure, type Result, success } from "../bytes/result.ts";
import { writeZigzag } from "../bytes/varint.ts";
import type { FrameBatch } from "./batch.ts";
import {
  CB1_DEFLATED,
  CB1_FLAGS,
  CB1_HEADER_BYTES,
  CB1_MAGIC,
  CB1_MAX_FRAME_BYTES,
  CB1_MAX_FRAMES,
  CB1_T0_OFFSET,
  HEAD_CHANNEL_SHIFT,
  HEAD_EXTENDED,
  HEAD_FLAGS,
  HEAD_MAX_CHANNEL,
  MAX_TIME_US,
} from "./cb1.ts";
import { dlcOfSize, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "./frame.ts";
import { idProblem } from "./id.ts";
import { lengthProblem } from "./validate.ts";

export interface Cb1Identity {
  epoch: number;
  sequence: number;
}

/** Raw deflate (RFC 1951), handed over by the caller: this package has no compressor. */
export type Deflate = (body: Uint8Array) => Uint8Array;

export type Cb1FrameProblem = "idOutOfRange" | "lengthNotAllowed" | "fdRemote" | "timeNotWhole";

export type Cb1EncodeProblem =
  | { code: "tooManyFrames" | "epochOutOfRange" | "sequenceOutOfRange" }
  | { code: Cb1FrameProblem; frame: number };

/** The whole batch as one CB1 message; with `deflate` the body is compressed where that makes it smaller. */
export function encodeCb1(
  batch: FrameBatch,
  identity: Cb1Identity,
  deflate?: Deflate,
): Result<Uint8Array, Cb1EncodeProblem> {
  const problem = identityProblem(identity) ?? batchProblem(batch);
  if (problem !== null) return failure(problem);
  const version = needsChannelByte(batch) ? 2 : 1;
  const bytes = new Uint8Array(CB1_HEADER_BYTES + batch.length * (CB1_MAX_FRAME_BYTES - 64) + batch.dataLength);
  const end = writeBody(batch, version, bytes);
  const packed = deflate?.(bytes.subarray(CB1_HEADER_BYTES, end));
  const isSmaller = packed !== undefined && packed.length < end - CB1_HEADER_BYTES;
  writeHeader(bytes, batch, identity, version, isSmaller ? CB1_DEFLATED : 0);
  if (!isSmaller) return success(bytes.slice(0, end));
  const message = new Uint8Array(CB1_HEADER_BYTES + packed.length);
  message.set(bytes.subarray(0, CB1_HEADER_BYTES));
  message.set(packed, CB1_HEADER_BYTES);
  return success(message);
}

function identityProblem({ epoch, sequence }: Cb1Identity): Cb1EncodeProblem | null {
  if (!Number.isInteger(epoch) || epoch < 0 || epoch > 0xffffffff) return { code: "epochOutOfRange" };
  if (!Number.isSafeInteger(sequence) || sequence < 0) return { code: "sequenceOutOfRange" };
  return null;
}

function batchProblem(batch: FrameBatch): Cb1EncodeProblem | null {
  if (batch.length > CB1_MAX_FRAMES) return { code: "tooManyFrames" };
  for (let frame = 0; frame < batch.length; frame++) {
    const code = cb1FrameProblem(batch, frame);
    if (code !== null) return { code, frame };
  }
  return null;
}

/** Why a message cannot carry frame i. */
export function cb1FrameProblem(batch: FrameBatch, i: number): Cb1FrameProblem | null {
  const flags = batch.flags[i] as number;
  const format = flags & FLAG_EXTENDED ? "extended" : "standard";
  if (idProblem(batch.id[i] as number, format) !== null) return "idOutOfRange";
  if (lengthProblem(batch.size[i] as number, flags) !== null) return "lengthNotAllowed";
  if (flags & FLAG_FD && flags & FLAG_REMOTE) return "fdRemote";
  // Half of the safe range, so that the difference of any two times is safe too.
  const time = batch.timeUs[i] as number;
  return Number.isInteger(time) && Math.abs(time) <= MAX_TIME_US ? null : "timeNotWhole";
}

function needsChannelByte(batch: FrameBatch): boolean {
  for (let i = 0; i < batch.length; i++) if ((batch.channel[i] as number) > HEAD_MAX_CHANNEL) return true;
  return false;
}

function writeHeader(bytes: Uint8Array, batch: FrameBatch, id: Cb1Identity, version: number, flags: number): void {
  const view = new DataView(bytes.buffer);
  view.setUint16(0, CB1_MAGIC, true);
  view.setUint8(2, version);
  view.setUint8(3, flags);
  view.setUint32(4, id.epoch, true);
  view.setBigUint64(8, BigInt(id.sequence), true);
  view.setUint16(16, batch.length, true);
  view.setBigInt64(CB1_T0_OFFSET, BigInt(batch.length > 0 ? (batch.timeUs[0] as number) : 0), true);
}

function writeBody(batch: FrameBatch, version: number, bytes: Uint8Array): number {
  let at = CB1_HEADER_BYTES;
  let before = batch.length > 0 ? (batch.timeUs[0] as number) : 0;
  for (let i = 0; i < batch.length; i++) {
    const time = batch.timeUs[i] as number;
    at = writeZigzag(bytes, at, time - before);
    before = time;
    at = writeHead(batch, i, version, bytes, at);
    const start = batch.start[i] as number;
    const payload = (batch.flags[i] as number) & FLAG_REMOTE ? 0 : (batch.size[i] as number);
    for (let k = 0; k < payload; k++) bytes[at++] = batch.data[start + k] as number;
  }
  return at;
}

function writeHead(batch: FrameBatch, i: number, version: number, bytes: Uint8Array, from: number): number {
  let at = from;
  const flags = batch.flags[i] as number;
  const channel = batch.channel[i] as number;
  const id = batch.id[i] as number;
  const isExtended = (flags & FLAG_EXTENDED) !== 0;
  const others = flags & CB1_FLAGS;
  const dlc = dlcOfSize(batch.size[i] as number);
  const inHead = version === 1 ? channel << HEAD_CHANNEL_SHIFT : 0;
  bytes[at++] = dlc | inHead | (isExtended ? HEAD_EXTENDED : 0) | (others ? HEAD_FLAGS : 0);
  if (version === 2) bytes[at++] = channel;
  if (others) bytes[at++] = others;
  bytes[at++] = id;
  bytes[at++] = id >>> 8;
  if (!isExtended) return at;
  bytes[at++] = id >>> 16;
  bytes[at++] = id >>> 24;
  return at;
}
