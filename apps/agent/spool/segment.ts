import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import { crc32 } from "node:zlib";

/**
 * A file of the spool. Little-endian.
 *
 *     header  "CSP1" | u32 crc of what follows | u32 epoch | u64 first sequence | u32 source | u64 position
 *     record  u32 length of the payload | u32 crc of what follows | u32 source | u64 position | payload
 *
 * `position` counts the frames of the source that are in the spool with this record: after a crash, reading goes on
 * behind it. The header repeats it, so that it outlives the records of files that were deleted.
 */
const MAGIC = 0x31505343;
const HEADER_BYTES = 32;
const RECORD_BYTES = 20;
/** A batch is below the packet limit of the device link; a longer one is damage. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

export interface SourcePosition {
  /** Which source; a new one begins at position 0. */
  source: number;
  position: number;
}

export interface SegmentHead extends SourcePosition {
  epoch: number;
  firstSequence: number;
}

export interface StoredRecord extends SourcePosition {
  sequence: number;
  /** Of the payload in the file. */
  at: number;
  length: number;
}

export class Segment {
  readonly head: SegmentHead;
  readonly path: string;
  size: number;
  /** The records that are whole; set when the file is read again. */
  readonly records: StoredRecord[];
  private readonly file: number;

  private constructor(path: string, file: number, head: SegmentHead, records: StoredRecord[], size: number) {
    this.path = path;
    this.file = file;
    this.head = head;
    this.records = records;
    this.size = size;
  }

  /** On disk with its header before this returns; the caller makes the folder remember it. */
  static create(folder: string, head: SegmentHead): Segment {
    const path = join(folder, segmentName(head));
    const file = openSync(path, "w+");
    const bytes = Buffer.alloc(HEADER_BYTES);
    bytes.writeUInt32LE(MAGIC, 0);
    bytes.writeUInt32LE(head.epoch, 8);
    bytes.writeBigUInt64LE(BigInt(head.firstSequence), 12);
    bytes.writeUInt32LE(head.source, 20);
    bytes.writeBigUInt64LE(BigInt(head.position), 24);
    bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
    writeSync(file, bytes, 0, bytes.length, 0);
    fdatasyncSync(file);
    return new Segment(path, file, head, [], HEADER_BYTES);
  }

  /** Null: a file whose beginning never reached the disk. Bytes after the last whole record are cut off. */
  static open(path: string): Segment | null {
    const file = openSync(path, "r+");
    const head = readHead(file);
    if (head === null) {
      closeSync(file);
      return null;
    }
    const { records, end } = readRecords(file, head);
    if (end < fstatSync(file).size) ftruncateSync(file, end);
    return new Segment(path, file, head, records, end);
  }

  get nextSequence(): number {
    return this.head.firstSequence + this.records.length;
  }

  get last(): SourcePosition {
    return this.records.at(-1) ?? this.head;
  }

  /** Not on disk before `sync`. */
  append(payload: Uint8Array, { source, position }: SourcePosition): StoredRecord {
    const bytes = Buffer.alloc(RECORD_BYTES + payload.length);
    bytes.writeUInt32LE(payload.length, 0);
    bytes.writeUInt32LE(source, 8);
    bytes.writeBigUInt64LE(BigInt(position), 12);
    bytes.set(payload, RECORD_BYTES);
    bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
    writeSync(this.file, bytes, 0, bytes.length, this.size);
    const at = this.size + RECORD_BYTES;
    const record = { source, position, sequence: this.nextSequence, at, length: payload.length };
    this.size += bytes.length;
    this.records.push(record);
    return record;
  }

  sync(): void {
    fdatasyncSync(this.file);
  }

  read({ at, length }: StoredRecord): Buffer {
    const bytes = Buffer.alloc(length);
    readSync(this.file, bytes, 0, length, at);
    return bytes;
  }

  close(): void {
    closeSync(this.file);
  }

  delete(): void {
    this.close();
    unlinkSync(this.path);
  }
}

/** Sorts by age. */
export function segmentName({ firstSequence }: Pick<SegmentHead, "firstSequence">): string {
  return `${String(firstSequence).padStart(16, "0")}.spool`;
}

export function isSegmentName(name: string): boolean {
  return /^\d{16}\.spool$/.test(basename(name));
}

function readHead(file: number): SegmentHead | null {
  const bytes = Buffer.alloc(HEADER_BYTES);
  if (readSync(file, bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
  if (bytes.readUInt32LE(0) !== MAGIC || bytes.readUInt32LE(4) !== crc32(bytes.subarray(8))) return null;
  return {
    epoch: bytes.readUInt32LE(8),
    firstSequence: Number(bytes.readBigUInt64LE(12)),
    source: bytes.readUInt32LE(20),
    position: Number(bytes.readBigUInt64LE(24)),
  };
}

function readRecords(file: number, head: SegmentHead): { records: StoredRecord[]; end: number } {
  const records: StoredRecord[] = [];
  const { size } = fstatSync(file);
  let at = HEADER_BYTES;
  const front = Buffer.alloc(RECORD_BYTES);
  while (at + RECORD_BYTES <= size) {
    readSync(file, front, 0, RECORD_BYTES, at);
    const length = front.readUInt32LE(0);
    if (length > MAX_PAYLOAD_BYTES || at + RECORD_BYTES + length > size) break;
    const rest = Buffer.alloc(RECORD_BYTES - 8 + length);
    readSync(file, rest, 0, rest.length, at + 8);
    if (front.readUInt32LE(4) !== crc32(rest)) break;
    const position = Number(front.readBigUInt64LE(12));
    const sequence = head.firstSequence + records.length;
    records.push({ source: front.readUInt32LE(8), position, sequence, at: at + RECORD_BYTES, length });
    at += RECORD_BYTES + length;
  }
  return { records, end: at };
}
