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
import type { LogOutput, LogWriter, WriteOptions } from "../writer.ts";
import { uint64Bytes } from "./block-builder.ts";
import { BlockOutput } from "./block-output.ts";
import { fileHead, identification } from "./file-head.ts";
import { addGroup, BIT, FRAME_GROUPS, type GroupAddresses, RECORD, recordBytes } from "./frame-groups.ts";
import { RecordBuffer } from "./record-buffer.ts";

const SMALL = 0;
const LARGE = 1;
const REMOTE = 2;
const ERROR = 3;

/**
 * MDF 4.11 bus logging: payloads up to 8 bytes, longer ones, remote and error frames as four sorted groups.
 * Frames of equal time in different groups come back in the order of the groups.
 */
export class Mdf4Writer implements LogWriter {
  skipped = 0;
  adjusted = 0;
  reduced = 0;
  private readonly file: BlockOutput;
  private buffers: RecordBuffer[] = [];
  private groups: GroupAddresses[] = [];
  private startUs = -1;

  constructor(output: LogOutput, { deflate }: WriteOptions = {}) {
    this.file = new BlockOutput(output, deflate);
  }

  get pending(): Promise<void> | undefined {
    return this.file.queue.pending;
  }

  write(batch: FrameBatch): void {
    if (batch.length === 0) return;
    if (this.startUs < 0) this.begin(batch.timeUs[0] as number);
    for (let i = 0; i < batch.length; i++) {
      const buffer = this.buffers[groupOf(batch, i)] as RecordBuffer;
      this.record(buffer, batch, i);
      if (buffer.isFull) buffer.flush(this.file);
    }
  }

  end(): void {
    if (this.startUs < 0) this.begin(0);
    for (const buffer of this.buffers) buffer.flush(this.file);
    this.file.queue.afterwards(() => {
      this.buffers.forEach((buffer, i) => {
        this.file.patch((this.groups[i] as GroupAddresses).cycleCount, uint64Bytes(buffer.records));
      });
      this.file.patch(0, identification("MDF     "));
    });
  }

  /** Identification, header, history and the structure of the four groups. */
  private begin(startUs: number): void {
    this.startUs = startUs;
    const head = fileHead(startUs, "CAN bus logging", (builder) => {
      let next = 0;
      for (const group of [...FRAME_GROUPS].reverse()) {
        const addresses = addGroup(builder, group, next);
        this.groups.unshift(addresses);
        next = addresses.dataGroup;
      }
      return next;
    });
    this.buffers = FRAME_GROUPS.map((group, i) => {
      const buffer = new RecordBuffer(recordBytes(group));
      buffer.linkAt = (this.groups[i] as GroupAddresses).dataLink;
      return buffer;
    });
    this.file.append(head);
  }

  private record(buffer: RecordBuffer, batch: FrameBatch, i: number): void {
    buffer.reserve();
    const { view, bytes } = buffer;
    const at = buffer.length;
    const flags = batch.flags[i] as number;
    const room = buffer.recordBytes - RECORD.data;
    const size = Math.min(batch.size[i] as number, flags & FLAG_REMOTE ? 8 : room);
    if (size !== batch.size[i] || losesFlags(flags)) this.reduced++;
    view.setFloat64(at + RECORD.time, ((batch.timeUs[i] as number) - this.startUs) / 1e6, true);
    view.setUint32(at + RECORD.id, batch.id[i] as number, true);
    bytes[at + RECORD.channel] = batch.channel[i] as number;
    bytes[at + RECORD.flags] =
      (flags & FLAG_EXTENDED ? 1 << BIT.IDE : 0) |
      (flags & FLAG_TX ? 1 << BIT.Dir : 0) |
      (flags & FLAG_FD ? 1 << BIT.EDL : 0) |
      (flags & FLAG_BRS ? 1 << BIT.BRS : 0) |
      (flags & FLAG_ESI ? 1 << BIT.ESI : 0);
    bytes[at + RECORD.dlc] = dlcOfSize(size);
    bytes[at + RECORD.length] = size;
    const from = batch.start[i] as number;
    const count = flags & FLAG_REMOTE ? 0 : size;
    for (let k = 0; k < count; k++) bytes[at + RECORD.data + k] = batch.data[from + k] as number;
    for (let k = count; k < room; k++) bytes[at + RECORD.data + k] = 0;
    buffer.length = at + buffer.recordBytes;
    buffer.records++;
  }
}

/** The groups of error and remote frames have no columns for FD; without EDL the others of FD mean nothing. */
function losesFlags(flags: number): boolean {
  const rates = FLAG_BRS | FLAG_ESI;
  if (flags & FLAG_ERROR) return (flags & (FLAG_FD | rates | FLAG_REMOTE)) !== 0;
  if (flags & FLAG_REMOTE) return (flags & (FLAG_FD | rates)) !== 0;
  return (flags & FLAG_FD) === 0 && (flags & rates) !== 0;
}

function groupOf(batch: FrameBatch, i: number): number {
  const flags = batch.flags[i] as number;
  if (flags & FLAG_ERROR) return ERROR;
  if (flags & FLAG_REMOTE) return REMOTE;
  return (batch.size[i] as number) > 8 ? LARGE : SMALL;
}
