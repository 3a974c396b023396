import { ByteQueue } from "../byte-queue.ts";
import { FrameOutput, isFrameTime } from "../frame-output.ts";
import { checkInflate } from "../inflate-limits.ts";
import type { LogReader, LogSink, ReadOptions } from "../reader.ts";
import * as blf from "./blf-format.ts";
import { type BlfObject, isFrameObject, pushFrameObject } from "./blf-objects.ts";

/** Tools write containers of 128 KiB to a few MiB; a larger object is damage. */
const MAX_OBJECT_BYTES = 32 * 1024 * 1024;
const MAX_PADDING_BYTES = 8;

/** Vector BLF: a header, then log containers (deflated or not) that hold the objects back to back. */
export class BlfReader implements LogReader {
  position = 0;
  done = false;
  startUs = 0;
  private readonly out: FrameOutput;
  private readonly options: ReadOptions;
  /** Bytes of the file, and bytes of unpacked containers: an object may begin in one and end in the next. */
  private readonly outer = new ByteQueue();
  private readonly inner = new ByteQueue();
  private hasHeader = false;
  private isLost = false;
  private strayBytes = 0;

  constructor(sink: LogSink, options: ReadOptions = {}) {
    this.out = new FrameOutput(sink);
    this.options = options;
  }

  get bytesRead(): number {
    return this.position;
  }

  write(chunk: Uint8Array): void {
    this.position += chunk.length;
    this.outer.append(chunk);
    if (!this.hasHeader && !this.readFileHeader()) {
      this.outer.own();
      return;
    }
    this.readObjects(this.outer, true);
    this.outer.own();
    this.out.flush();
  }

  end(): void {
    if (!this.hasHeader) this.out.problem("badHeader", 0);
    else if (this.outer.length > 0) this.readCutContainer();
    if (this.inner.length >= blf.BASE_HEADER_BYTES) this.out.problem("truncated", this.position);
    this.out.flush();
    this.done = true;
  }

  private readFileHeader(): boolean {
    const { bytes, from } = this.outer;
    if (this.outer.length < blf.FILE_HEADER_BYTES) return false;
    const view = viewOf(bytes);
    this.hasHeader = true;
    if (view.getUint32(from, true) !== blf.FILE_SIGNATURE) {
      this.out.problem("badHeader", 0);
      return true;
    }
    const size = view.getUint32(from + 4, true);
    const field = (i: number): number => view.getUint16(from + 40 + 2 * i, true);
    // SYSTEMTIME: year, month, weekday, day, hour, minute, second, millisecond.
    if (field(0) > 1600) {
      const localMs = Date.UTC(field(0), field(1) - 1, field(3), field(4), field(5), field(6), field(7));
      this.startUs = (localMs - (this.options.utcOffsetMinutes ?? 0) * 60_000) * 1000;
    }
    const isUsual = size >= blf.FILE_HEADER_BYTES && size <= this.outer.length;
    this.outer.from += isUsual ? size : blf.FILE_HEADER_BYTES;
    return true;
  }

  /** Takes every whole object from the queue and leaves the rest. */
  private readObjects(queue: ByteQueue, isOuter: boolean): void {
    const { bytes } = queue;
    const object: BlfObject = { bytes, view: viewOf(bytes), type: 0, from: 0, body: 0, to: 0, timeUs: 0 };
    while (queue.length >= blf.BASE_HEADER_BYTES) {
      const at = queue.from;
      const size = object.view.getUint32(at + 8, true);
      const isObject = object.view.getUint32(at, true) === blf.OBJECT_SIGNATURE;
      if (!isObject || size < blf.BASE_HEADER_BYTES || size > MAX_OBJECT_BYTES) {
        if (!this.seek(queue, isObject ? at + 1 : at)) return;
        continue;
      }
      if (size > queue.length) return;
      this.isLost = false;
      this.strayBytes = 0;
      object.type = object.view.getUint32(at + 12, true);
      object.from = at;
      object.to = at + size;
      if (object.type === blf.LOG_CONTAINER && isOuter) this.readContainer(queue.bytes, at, at + size);
      else this.readObject(object, at);
      // Objects are padded by size % 4 bytes, some types by none: the search for the signature takes them up.
      queue.from = at + size;
    }
  }

  /** Moves to the next signature at or behind `from`; false when more bytes are needed. */
  private seek(queue: ByteQueue, from: number): boolean {
    let at = from;
    while (at + 4 <= queue.to && !isSignature(queue.bytes, at)) at++;
    this.strayBytes += at - queue.from;
    if (this.strayBytes > MAX_PADDING_BYTES && !this.isLost) {
      this.isLost = true;
      this.out.problem("badObject", this.position - this.outer.length);
    }
    queue.from = at;
    return at + 4 <= queue.to;
  }

  private readObject(object: BlfObject, at: number): void {
    if (!isFrameObject(object.type)) return;
    const { view } = object;
    const headerSize = view.getUint16(at + 4, true);
    object.body = at + Math.max(headerSize, blf.OBJECT_HEADER_BYTES);
    if (object.body < object.to) {
      const unit = view.getUint32(at + 16, true);
      const ticks = view.getUint32(at + 24, true) + view.getUint32(at + 28, true) * 0x100000000;
      object.timeUs = this.startUs + (unit === blf.TIME_TEN_MICROS ? ticks * 10 : Math.round(ticks / 1000));
      if (isFrameTime(object.timeUs) && pushFrameObject(this.out.batch, object)) {
        this.out.flushIfFull();
        return;
      }
    }
    this.out.problem("badObject", this.position - this.outer.length);
  }

  private readContainer(bytes: Uint8Array, from: number, to: number): void {
    const offset = this.position - this.outer.length;
    if (to - from < blf.CONTAINER_HEADER_BYTES) {
      this.out.problem("badObject", offset);
      return;
    }
    const view = viewOf(bytes);
    const method = view.getUint16(from + 16, true);
    const size = view.getUint32(from + 24, true);
    const data = bytes.subarray(from + blf.CONTAINER_HEADER_BYTES, to);
    const unpacked = this.unpack(method, data, size, offset);
    if (unpacked === undefined) {
      // The carried-over bytes continued in the lost container.
      this.inner.clear();
      return;
    }
    this.inner.append(unpacked);
    this.readObjects(this.inner, false);
    if (this.inner.length > MAX_OBJECT_BYTES) this.inner.clear();
    this.inner.own();
  }

  private unpack(method: number, data: Uint8Array, size: number, offset: number): Uint8Array | undefined {
    if (method === blf.METHOD_NONE) return data;
    if (method !== blf.METHOD_ZLIB || this.options.inflate === undefined) {
      this.out.problem("unsupportedCompression", offset);
      return undefined;
    }
    const refused = checkInflate(data.length, size);
    if (refused !== undefined) {
      this.out.problem(refused, offset);
      return undefined;
    }
    try {
      return this.options.inflate(data, size);
    } catch {
      this.out.problem("inflateFailed", offset);
      return undefined;
    }
  }

  /** The file ends inside an object: a container still gives the objects that inflate. */
  private readCutContainer(): void {
    const { bytes, from, to } = this.outer;
    const offset = this.position - this.outer.length;
    const isBlank = bytes.subarray(from, to).every((byte) => byte === 0);
    if (isBlank) return;
    const view = viewOf(bytes);
    const isContainer =
      to - from > blf.CONTAINER_HEADER_BYTES &&
      view.getUint32(from, true) === blf.OBJECT_SIGNATURE &&
      view.getUint32(from + 12, true) === blf.LOG_CONTAINER;
    if (isContainer) this.readContainer(bytes, from, to);
    if (!this.isLost) this.out.problem("truncated", offset);
    this.inner.clear();
  }
}

function isSignature(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x4c && bytes[at + 1] === 0x4f && bytes[at + 2] === 0x42 && bytes[at + 3] === 0x4a;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
