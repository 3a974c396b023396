import { failure, type Result, success } from "../bytes/result.ts";
import { VarintReader } from "../bytes/varint.ts";
import type { FrameBatch } from "./batch.ts";
import {
  CB1_DEFLATED,
  CB1_FLAGS,
  CB1_HEADER_BYTES,
  CB1_MAGIC,
  CB1_MAX_FRAME_BYTES,
  CB1_T0_OFFSET,
  type Cb1Header,
  HEAD_CHANNEL,
  HEAD_CHANNEL_SHIFT,
  HEAD_DLC,
  HEAD_EXTENDED,
  HEAD_FLAGS,
  MAX_TIME_US,
} from "./cb1.ts";
import { FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, MAX_EXTENDED_ID, MAX_STANDARD_ID, sizeOfDlc } from "./frame.ts";

/** Raw inflate, handed over by the caller: null for broken data or more than `maxBytes` (a bomb). */
export type Inflate = (body: Uint8Array, maxBytes: number) => Uint8Array | null;

type HeaderProblem =
  | "tooShort"
  | "notCb1"
  | "unknownVersion"
  | "unknownFlags"
  | "sequenceOutOfRange"
  | "timeOutOfRange";
type FrameProblem = "truncated" | "idOutOfRange" | "lengthNotAllowed" | "fdRemote" | "unknownFlags" | "timeOutOfRange";

export type Cb1Problem =
  | { code: HeaderProblem | "inflateFailed" | "trailingBytes" }
  | { code: FrameProblem; frame: number };

/** Of a frame, beside its payload: time, head, id. */
const LEAST_BYTES_BESIDE = 4;

/** The first 26 bytes alone: enough to tell a duplicate without reading the frames. */
export function readCb1Header(message: Uint8Array): Result<Cb1Header, Cb1Problem> {
  if (message.length < CB1_HEADER_BYTES) return failure({ code: "tooShort" });
  const view = new DataView(message.buffer, message.byteOffset, CB1_HEADER_BYTES);
  if (view.getUint16(0, true) !== CB1_MAGIC) return failure({ code: "notCb1" });
  const version = view.getUint8(2);
  if (version !== 1 && version !== 2) return failure({ code: "unknownVersion" });
  const flags = view.getUint8(3);
  if ((flags & ~CB1_DEFLATED) !== 0) return failure({ code: "unknownFlags" });
  const sequence = Number(view.getBigUint64(8, true));
  if (!Number.isSafeInteger(sequence)) return failure({ code: "sequenceOutOfRange" });
  const t0Us = Number(view.getBigInt64(CB1_T0_OFFSET, true));
  if (Math.abs(t0Us) > MAX_TIME_US) return failure({ code: "timeOutOfRange" });
  const isDeflated = flags === CB1_DEFLATED;
  return success({
    version,
    isDeflated,
    epoch: view.getUint32(4, true),
    sequence,
    frames: view.getUint16(16, true),
    t0Us,
  });
}

/** Appends the frames of a message to `into`; a message with any bad frame appends none. */
export function decodeCb1(message: Uint8Array, into: FrameBatch, inflate?: Inflate): Result<Cb1Header, Cb1Problem> {
  const header = readCb1Header(message);
  if (!header.ok) return header;
  const body = bodyOf(message, header.value, inflate);
  if (body === null) return failure({ code: "inflateFailed" });
  const { length, dataLength } = into;
  const problem = readFrames(body, header.value, into);
  if (problem === null) return header;
  into.length = length;
  into.dataLength = dataLength;
  return failure(problem);
}

function bodyOf(message: Uint8Array, header: Cb1Header, inflate?: Inflate): Uint8Array | null {
  const body = message.subarray(CB1_HEADER_BYTES);
  if (!header.isDeflated) return body;
  return inflate?.(body, header.frames * CB1_MAX_FRAME_BYTES) ?? null;
}

function readFrames(body: Uint8Array, header: Cb1Header, into: FrameBatch): Cb1Problem | null {
  into.reserve(header.frames, Math.max(0, body.length - header.frames * LEAST_BYTES_BESIDE));
  const reader = new VarintReader(body);
  // As locals: a store into a column must not read the batch again.
  const { timeUs, channel, id, flags, size, start, data } = into;
  const first = into.length;
  let dataAt = into.dataLength;
  let time = header.t0Us;
  for (let frame = 0; frame < header.frames; frame++) {
    time += reader.zigzag();
    if (reader.broken) return { code: "truncated", frame };
    if (Math.abs(time) > MAX_TIME_US) return { code: "timeOutOfRange", frame };
    const code = readHead(reader, header.version);
    if (code !== null) return { code, frame };
    const row = first + frame;
    timeUs[row] = time;
    channel[row] = head.channel;
    id[row] = head.id;
    flags[row] = head.flags;
    size[row] = head.size;
    start[row] = dataAt;
    const payload = head.flags & FLAG_REMOTE ? 0 : head.size;
    const from = reader.at;
    if (from + payload > body.length) return { code: "truncated", frame };
    for (let k = 0; k < payload; k++) data[dataAt + k] = body[from + k] as number;
    dataAt += payload;
    reader.at = from + payload;
  }
  into.length = first + header.frames;
  into.dataLength = dataAt;
  return reader.at === body.length ? null : { code: "trailingBytes" };
}

/** What `readHead` has read. */
const head = { channel: 0, id: 0, flags: 0, size: 0 };

function readHead(reader: VarintReader, version: 1 | 2): FrameProblem | null {
  const body = reader.bytes;
  let at = reader.at;
  // A byte behind the end reads as 0; the length check below, before the frame is kept, catches it.
  const bits = body[at++] ?? 0;
  if (version === 2 && bits & HEAD_CHANNEL) return "unknownFlags";
  head.channel = version === 2 ? (body[at++] ?? 0) : (bits & HEAD_CHANNEL) >> HEAD_CHANNEL_SHIFT;
  const others = bits & HEAD_FLAGS ? (body[at++] ?? 0) : 0;
  const isExtended = (bits & HEAD_EXTENDED) !== 0;
  const idBytes = isExtended ? 4 : 2;
  if (at + idBytes > body.length) return "truncated";
  head.id = isExtended ? readId32(body, at) : (body[at] as number) | ((body[at + 1] as number) << 8);
  reader.at = at + idBytes;
  if (head.id > (isExtended ? MAX_EXTENDED_ID : MAX_STANDARD_ID)) return "idOutOfRange";
  if (others & ~CB1_FLAGS) return "unknownFlags";
  if (others & FLAG_FD && others & FLAG_REMOTE) return "fdRemote";
  const dlc = bits & HEAD_DLC;
  if (dlc > 8 && !(others & FLAG_FD)) return "lengthNotAllowed";
  head.flags = others | (isExtended ? FLAG_EXTENDED : 0);
  head.size = dlc <= 8 ? dlc : sizeOfDlc(dlc, true);
  return null;
}

function readId32(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
  return (low | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24)) >>> 0;
}
