import type { FrameBatch } from "../../frame/batch.ts";
import {
  dlcOfSize,
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
} from "../../frame/frame.ts";
import { isFdFrame, isMixture } from "../frame-kind.ts";
import { PackQueue } from "../pack-queue.ts";
import type { LogOutput, LogWriter, WriteOptions } from "../writer.ts";
import * as blf from "./blf-format.ts";
import { blfFileHeader } from "./blf-header.ts";

const CONTAINER_BYTES = 128 * 1024;
const MESSAGE_BYTES = 48;
const FD_MESSAGE_BYTES = 116;
const ERROR_BYTES = 64;
const PADDING = new Uint8Array(4);

/** Vector BLF with containers of 128 KiB. An error frame has no direction. */
export class BlfWriter implements LogWriter {
  skipped = 0;
  adjusted = 0;
  reduced = 0;
  private readonly output: LogOutput;
  private readonly options: WriteOptions;
  private readonly queue = new PackQueue();
  /** Containers that were packed: their memory is filled again. */
  private readonly free: Uint8Array<ArrayBuffer>[] = [];
  private bytes = new Uint8Array(CONTAINER_BYTES);
  private view = new DataView(this.bytes.buffer);
  private length = 0;
  private startUs = -1;
  private lastUs = 0;
  private objects = 0;
  private fileSize = blf.FILE_HEADER_BYTES;
  private unpackedSize = blf.FILE_HEADER_BYTES;

  constructor(output: LogOutput, options: WriteOptions = {}) {
    this.output = output;
    this.options = options;
  }

  get pending(): Promise<void> | undefined {
    return this.queue.pending;
  }

  write(batch: FrameBatch): void {
    if (batch.length === 0) return;
    if (this.startUs < 0) this.begin(batch.timeUs[0] as number);
    for (let i = 0; i < batch.length; i++) {
      if (this.length + FD_MESSAGE_BYTES > CONTAINER_BYTES) this.flushContainer();
      this.object(batch, i);
    }
    this.objects += batch.length;
  }

  end(): void {
    if (this.startUs < 0) this.begin(0);
    this.flushContainer();
    this.queue.afterwards(() => this.output.patch?.(0, this.header()));
  }

  /** SYSTEMTIME has milliseconds. */
  private begin(firstTimeUs: number): void {
    this.startUs = Math.floor(firstTimeUs / 1000) * 1000;
    this.lastUs = this.startUs;
    this.output.append(this.header());
  }

  private header(): Uint8Array {
    const offsetMs = (this.options.utcOffsetMinutes ?? 0) * 60_000;
    return blfFileHeader({
      fileSize: this.fileSize,
      unpackedSize: this.unpackedSize,
      objects: this.objects,
      startMs: this.startUs / 1000 + offsetMs,
      stopMs: Math.ceil(this.lastUs / 1000) + offsetMs,
    });
  }

  private object(batch: FrameBatch, i: number): void {
    const flags = batch.flags[i] as number;
    const size = batch.size[i] as number;
    const isError = (flags & FLAG_ERROR) !== 0;
    if (isError ? losesError(flags, size) : isMixture(flags, size)) this.reduced++;
    if (isError) this.error(batch, i, flags);
    else if (isFdFrame(flags, size)) this.fdMessage(batch, i, flags);
    else this.message(batch, i, flags);
  }

  /** Base header and times of version 1; returns where the body begins. */
  private objectHeader(type: number, size: number, timeUs: number): number {
    const { view } = this;
    const at = this.length;
    if (timeUs < this.startUs) this.adjusted++;
    if (timeUs > this.lastUs) this.lastUs = timeUs;
    const ns = Math.max(timeUs - this.startUs, 0) * 1000;
    const high = Math.floor(ns / 0x100000000);
    view.setUint32(at, blf.OBJECT_SIGNATURE, true);
    view.setUint32(at + 4, blf.OBJECT_HEADER_BYTES | (1 << 16), true);
    view.setUint32(at + 8, size, true);
    view.setUint32(at + 12, type, true);
    view.setUint32(at + 16, blf.TIME_NANOS, true);
    view.setUint32(at + 20, 0, true);
    view.setUint32(at + 24, ns - high * 0x100000000, true);
    view.setUint32(at + 28, high, true);
    this.length = at + size;
    return at + blf.OBJECT_HEADER_BYTES;
  }

  private message(batch: FrameBatch, i: number, flags: number): void {
    const { view } = this;
    const at = this.objectHeader(blf.CAN_MESSAGE, MESSAGE_BYTES, batch.timeUs[i] as number);
    const size = Math.min(batch.size[i] as number, 8);
    const bits = (flags & FLAG_TX ? blf.MESSAGE_TX : 0) | (flags & FLAG_REMOTE ? blf.MESSAGE_REMOTE : 0);
    view.setUint32(at, ((batch.channel[i] as number) + 1) | (bits << 16) | (size << 24), true);
    view.setUint32(at + 4, rawId(batch, i, flags), true);
    this.data(batch, i, flags & FLAG_REMOTE ? 0 : size, at + 8, 8);
  }

  private fdMessage(batch: FrameBatch, i: number, flags: number): void {
    const { view } = this;
    const at = this.objectHeader(blf.CAN_FD_MESSAGE, FD_MESSAGE_BYTES, batch.timeUs[i] as number);
    const size = batch.size[i] as number;
    const fd =
      (flags & FLAG_FD ? blf.FD_EDL : 0) | (flags & FLAG_BRS ? blf.FD_BRS : 0) | (flags & FLAG_ESI ? blf.FD_ESI : 0);
    const bits = flags & FLAG_TX ? blf.MESSAGE_TX : 0;
    view.setUint32(at, ((batch.channel[i] as number) + 1) | (bits << 16) | (dlcOfSize(size) << 24), true);
    view.setUint32(at + 4, rawId(batch, i, flags), true);
    view.setUint32(at + 8, 0, true);
    view.setUint32(at + 12, (fd << 8) | (size << 16), true);
    view.setUint32(at + 16, 0, true);
    this.data(batch, i, size, at + 20, 64);
  }

  private error(batch: FrameBatch, i: number, flags: number): void {
    const { view } = this;
    const at = this.objectHeader(blf.CAN_ERROR_EXT, ERROR_BYTES, batch.timeUs[i] as number);
    const size = flags & FLAG_REMOTE ? 0 : Math.min(batch.size[i] as number, 8);
    view.setUint32(at, (batch.channel[i] as number) + 1, true);
    view.setUint32(at + 4, 0, true);
    view.setUint32(at + 8, size << 16, true);
    view.setUint32(at + 12, 0, true);
    view.setUint32(at + 16, rawId(batch, i, flags), true);
    view.setUint32(at + 20, 0, true);
    this.data(batch, i, size, at + 24, 8);
  }

  private data(batch: FrameBatch, i: number, count: number, at: number, room: number): void {
    const { bytes } = this;
    const start = batch.start[i] as number;
    for (let k = 0; k < count; k++) bytes[at + k] = batch.data[start + k] as number;
    for (let k = count; k < room; k++) bytes[at + k] = 0;
  }

  private flushContainer(): void {
    if (this.length === 0) return;
    const { bytes, length } = this;
    const { deflate } = this.options;
    const raw = bytes.subarray(0, length);
    this.queue.push(deflate ? deflate(raw) : raw, (packed) => {
      this.container(packed, length);
      this.free.push(bytes);
    });
    this.bytes = this.free.pop() ?? new Uint8Array(CONTAINER_BYTES);
    this.view = new DataView(this.bytes.buffer);
    this.length = 0;
  }

  private container(packed: Uint8Array, unpackedBytes: number): void {
    const size = blf.CONTAINER_HEADER_BYTES + packed.length;
    const head = new Uint8Array(blf.CONTAINER_HEADER_BYTES);
    const view = new DataView(head.buffer);
    view.setUint32(0, blf.OBJECT_SIGNATURE, true);
    view.setUint32(4, blf.BASE_HEADER_BYTES | (1 << 16), true);
    view.setUint32(8, size, true);
    view.setUint32(12, blf.LOG_CONTAINER, true);
    view.setUint16(16, this.options.deflate ? blf.METHOD_ZLIB : blf.METHOD_NONE, true);
    view.setUint32(24, unpackedBytes, true);
    const padding = size % 4;
    for (const part of [head, packed, PADDING.subarray(0, padding)]) this.output.append(part);
    this.fileSize += size + padding;
    this.unpackedSize += unpackedBytes + blf.CONTAINER_HEADER_BYTES;
  }
}

/** CAN_ERROR_EXT has no direction and the payload of a classic frame. */
function losesError(flags: number, size: number): boolean {
  return (flags & ~(FLAG_ERROR | FLAG_EXTENDED)) !== 0 || size > 8;
}

function rawId(batch: FrameBatch, i: number, flags: number): number {
  return flags & FLAG_EXTENDED ? ((batch.id[i] as number) | blf.ID_EXTENDED) >>> 0 : (batch.id[i] as number);
}
