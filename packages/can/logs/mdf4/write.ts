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
import { BlockBuilder, block, uint64Bytes } from "./block-builder.ts";
import { addGroup, BIT, FRAME_GROUPS, type GroupAddresses, RECORD, recordBytes } from "./frame-groups.ts";
import { RecordBuffer } from "./record-buffer.ts";

const HD_AT = 64;
const HD_BYTES = 104;
const HISTORY =
  "<FHcomment><TX>CAN bus logging</TX><tool_id>canopy</tool_id><tool_vendor>canopy</tool_vendor>" +
  "<tool_version>1</tool_version></FHcomment>";

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
  private readonly output: LogOutput;
  private readonly options: WriteOptions;
  private buffers: RecordBuffer[] = [];
  private groups: GroupAddresses[] = [];
  private startUs = -1;
  private at = 0;

  constructor(output: LogOutput, options: WriteOptions = {}) {
    if (output.patch === undefined) throw new Error("MDF4 needs an output that can be patched");
    this.output = output;
    this.options = options;
  }

  write(batch: FrameBatch): void {
    if (batch.length === 0) return;
    if (this.startUs < 0) this.begin(batch.timeUs[0] as number);
    for (let i = 0; i < batch.length; i++) {
      const buffer = this.buffers[groupOf(batch, i)] as RecordBuffer;
      this.record(buffer, batch, i);
      if (buffer.isFull) this.at = buffer.flush(this.output, this.at, this.options.deflate);
    }
  }

  end(): void {
    if (this.startUs < 0) this.begin(0);
    this.buffers.forEach((buffer, i) => {
      this.at = buffer.flush(this.output, this.at, this.options.deflate);
      this.output.patch?.((this.groups[i] as GroupAddresses).cycleCount, uint64Bytes(buffer.records));
    });
    this.output.patch?.(0, identification("MDF     "));
  }

  /** Identification, header, history and the structure of the four groups. */
  private begin(startUs: number): void {
    this.startUs = startUs;
    const builder = new BlockBuilder(HD_AT + HD_BYTES);
    const history = builder.add("FH", [0, builder.text("MD", HISTORY)], timeFields(startUs, 16));
    let next = 0;
    for (const group of [...FRAME_GROUPS].reverse()) {
      const addresses = addGroup(builder, group, next);
      this.groups.unshift(addresses);
      next = addresses.dataGroup;
    }
    this.buffers = FRAME_GROUPS.map((group, i) => {
      return new RecordBuffer(recordBytes(group), (this.groups[i] as GroupAddresses).dataLink);
    });
    this.append(identification("UnFinMF "));
    this.append(block("HD", [next, history, 0, 0, 0, 0], timeFields(startUs, 32)));
    this.append(builder.bytes());
  }

  private append(bytes: Uint8Array): void {
    this.output.append(bytes);
    this.at += bytes.length;
  }

  private record(buffer: RecordBuffer, batch: FrameBatch, i: number): void {
    const { view, bytes } = buffer;
    const at = buffer.length;
    const flags = batch.flags[i] as number;
    const room = buffer.recordBytes - RECORD.data;
    const size = Math.min(batch.size[i] as number, flags & FLAG_REMOTE ? 8 : room);
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

function groupOf(batch: FrameBatch, i: number): number {
  const flags = batch.flags[i] as number;
  if (flags & FLAG_ERROR) return ERROR;
  if (flags & FLAG_REMOTE) return REMOTE;
  return (batch.size[i] as number) > 8 ? LARGE : SMALL;
}

/** Until the end is written the file says that it is unfinished: its cycle counters are not right yet (flag 1). */
function identification(kind: "MDF     " | "UnFinMF "): Uint8Array {
  const bytes = new Uint8Array(HD_AT);
  bytes.set(new TextEncoder().encode(`${kind}4.11    canopy  `));
  const view = new DataView(bytes.buffer);
  view.setUint16(28, 411, true);
  if (kind === "UnFinMF ") view.setUint16(60, 0x01, true);
  return bytes;
}

/** HD and FH begin with the time in ns; flag 2: the offsets to local time (0) are valid. */
function timeFields(timeUs: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(timeUs) * 1000n, true);
  view.setUint8(12, 2);
  return bytes;
}
