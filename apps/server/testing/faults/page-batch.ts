/**
 * Batches as docs/device-protocol.md §2.1 describes them, written from that page alone: nothing of packages/can is used
 * here, so that a mistake there cannot hide behind itself.
 */
import { deflateRawSync } from "node:zlib";

export const FD = 2;
export const BRS = 4;
export const REMOTE = 16;
export const ERROR_FRAME = 32;
export const SENT = 64;
const EXTENDED = 1;
/** Possible flags of a frame. */
const IN_FLAGS_BYTE = 0x7e;

export interface PageFrame {
  readonly timeUs: number;
  readonly channel: number;
  readonly id: number;
  readonly isExtended: boolean;
  /** Of the flags byte. */
  readonly flags: number;
  readonly data: Buffer;
  /** Of a remote frame, which has a length but no data. */
  readonly size: number;
}

export interface PageBatch {
  readonly epoch: number;
  readonly sequence: number;
  readonly frames: readonly PageFrame[];
}

/** As the vectors of the page count them. */
export const flagsOf = ({ isExtended, flags }: PageFrame): number => flags | (isExtended ? EXTENDED : 0);

const FD_SIZES = [12, 16, 20, 24, 32, 48, 64];

export function encodeBatch({ epoch, sequence, frames }: PageBatch, isDeflated = false): Buffer {
  const version = frames.some(({ channel }) => channel > 3) ? 2 : 1;
  const t0Us = frames[0]?.timeUs ?? 0;
  const header = Buffer.alloc(26);
  header.write("CB", 0, "latin1");
  header.writeUInt8(version, 2);
  header.writeUInt8(isDeflated ? 1 : 0, 3);
  header.writeUInt32LE(epoch, 4);
  header.writeBigUInt64LE(BigInt(sequence), 8);
  header.writeUInt16LE(frames.length, 16);
  header.writeBigInt64LE(BigInt(t0Us), 18);
  let before = t0Us;
  const parts = frames.map((frame) => {
    const bytes = encodeFrame(frame, frame.timeUs - before, version);
    before = frame.timeUs;
    return bytes;
  });
  const body = Buffer.concat(parts);
  return Buffer.concat([header, isDeflated ? deflateRawSync(body) : body]);
}

function encodeFrame(frame: PageFrame, stepUs: number, version: 1 | 2): Buffer {
  const { channel, id, isExtended, flags, data, size } = frame;
  const length = size <= 8 ? size : 9 + FD_SIZES.indexOf(size);
  const others = flags & IN_FLAGS_BYTE;
  const head = length | (version === 1 ? channel << 4 : 0) | (isExtended ? 0x40 : 0) | (others ? 0x80 : 0);
  const identifier = Buffer.alloc(isExtended ? 4 : 2);
  if (isExtended) identifier.writeUInt32LE(id);
  else identifier.writeUInt16LE(id);
  const front = [...zigzag(stepUs), head, ...(version === 2 ? [channel] : []), ...(others ? [others] : [])];
  return Buffer.concat([Buffer.from(front), identifier, data]);
}

function zigzag(value: number): number[] {
  const bytes: number[] = [];
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}
