import type { Deflate } from "../pack-queue.ts";
import type { LogOutput } from "../writer.ts";
import { BlockBuilder, uint64Bytes } from "./block-builder.ts";
import { BlockOutput } from "./block-output.ts";
import { FIRST_GROUP_LINK, fileHead, identification } from "./file-head.ts";
import { RecordBuffer } from "./record-buffer.ts";
import { addSignalGroup, recordLayout, type SignalGroup } from "./signal-group.ts";

/** Bytes of all groups together that are held before writing. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;

interface Group {
  readonly buffer: RecordBuffer;
  /** Where the number of records stands. */
  cycleCount: number;
  readonly invalidAt: number;
}

/**
 * MDF 4.11 with signals as channels: sorted groups, one behind the other as they turn up. Every record is in the chain
 * of its group as soon as its block is written.
 */
export class Mdf4SignalWriter {
  readonly #file: BlockOutput;
  readonly #startUs: number;
  readonly #groups: Group[] = [];
  #held = 0;
  /** Where the link to the next group is to be written. */
  #linkAt = FIRST_GROUP_LINK;

  constructor(output: LogOutput, startUs: number, deflate?: Deflate, comment = "signals") {
    this.#file = new BlockOutput(output, deflate);
    this.#startUs = startUs;
    this.#file.append(fileHead(startUs, comment));
  }

  get pending(): Promise<void> | undefined {
    return this.#file.queue.pending;
  }

  /** The number of the new group. */
  group(spec: SignalGroup): number {
    const { dataBytes, invalidBytes } = recordLayout(spec);
    const group = { buffer: new RecordBuffer(dataBytes + invalidBytes), cycleCount: 0, invalidAt: dataBytes };
    const file = this.#file;
    file.queue.afterwards(() => {
      const builder = new BlockBuilder(file.at);
      const { dataGroup, dataLink, cycleCount } = addSignalGroup(builder, spec);
      file.append(builder.bytes());
      file.patch(this.#linkAt, uint64Bytes(dataGroup));
      this.#linkAt = dataGroup + 24;
      group.buffer.linkAt = dataLink;
      group.cycleCount = cycleCount;
    });
    return this.#groups.push(group) - 1;
  }

  /** A value for each channel of the group; NaN where there is none. */
  add(group: number, timeUs: number, values: ArrayLike<number>): void {
    const { buffer, invalidAt } = this.#groups[group] as Group;
    this.#held += buffer.reserve();
    const { bytes, view } = buffer;
    const at = buffer.length;
    bytes.fill(0, at + invalidAt, at + buffer.recordBytes);
    view.setFloat64(at, (timeUs - this.#startUs) / 1e6, true);
    for (let i = 0; i < values.length; i++) {
      const value = values[i] as number;
      view.setFloat64(at + 8 + 8 * i, value, true);
      if (Number.isNaN(value)) (bytes[at + invalidAt + (i >> 3)] as number) |= 1 << (i & 7);
    }
    buffer.length = at + buffer.recordBytes;
    buffer.records++;
    if (buffer.isFull) this.#flush(buffer);
    else if (this.#held > MAX_HELD_BYTES) for (const each of this.#groups) this.#flush(each.buffer);
  }

  end(): void {
    for (const { buffer } of this.#groups) this.#flush(buffer);
    this.#file.queue.afterwards(() => {
      for (const { buffer, cycleCount } of this.#groups) this.#file.patch(cycleCount, uint64Bytes(buffer.records));
      this.#file.patch(0, identification("MDF     "));
    });
  }

  #flush(buffer: RecordBuffer): void {
    if (buffer.length === 0) return;
    buffer.flush(this.#file);
    this.#held -= buffer.release();
  }
}
