import { FrameOutput } from "../frame-output.ts";
import { type Block, type Reading, readBlock, uint64 } from "../mdf4/blocks.ts";
import { DataStream } from "../mdf4/data-stream.ts";
import { MemoryOutput } from "../memory-output.ts";
import type { ReadOptions } from "../reader.ts";

interface ReadChannel {
  name: string;
  unit: string;
  states: [number, string][];
  /** Null where the invalidation bit says that there is none. */
  values: (number | null)[];
}

interface ReadGroup {
  name: string;
  bus: string;
  timesUs: number[];
  channels: ReadChannel[];
}

/** The signals of a file in memory, by its links, as any reader follows them: HD, DG, CG, CN, CC and the data. */
export function readMdf4Signals(file: Uint8Array, options: ReadOptions = {}): ReadGroup[] {
  if (new TextDecoder().decode(file.subarray(0, 8)) !== "MDF     ") throw new Error("the file is not finished");
  const reading = readGroups(options);
  let step = reading.next();
  while (!step.done) step = reading.next(file.subarray(step.value.at, step.value.at + step.value.length));
  return step.value;
}

function* readGroups(options: ReadOptions): Reading<ReadGroup[]> {
  const head = yield* open(64, "HD");
  const startUs = uint64(head.data, 0) / 1000;
  const found: ReadGroup[] = [];
  for (let at = head.links[0] ?? 0; at !== 0; ) {
    const group = yield* open(at, "DG");
    found.push(yield* readGroup(group, startUs, options));
    at = group.links[0] ?? 0;
  }
  return found;
}

function* readGroup(group: Block, startUs: number, options: ReadOptions): Reading<ReadGroup> {
  const { links, data } = yield* open(group.links[1] ?? 0, "CG");
  const cycles = uint64(data, 8);
  const dataBytes = data.getUint32(24, true);
  const recordBytes = dataBytes + data.getUint32(28, true);
  const records = yield* readData(group.links[2] ?? 0, options);
  if (records.byteLength !== cycles * recordBytes) throw new Error(`${cycles} cycles in ${records.byteLength} bytes`);
  const bus = links[3] ? yield* text((yield* open(links[3], "SI")).links[0] ?? 0) : "";
  const name = yield* text(links[2] ?? 0);
  const read: ReadGroup = { name, bus, timesUs: [], channels: [] };
  for (let at = links[1] ?? 0; at !== 0; ) {
    const channel = yield* open(at, "CN");
    const byte = channel.data.getUint32(4, true);
    const hasInvalid = (channel.data.getUint32(12, true) & 2) !== 0;
    const bit = channel.data.getUint32(16, true);
    const values = Array.from({ length: cycles }, (_, row) => {
      const record = row * recordBytes;
      const flags = hasInvalid ? records.getUint8(record + dataBytes + (bit >> 3)) : 0;
      return (flags >> (bit & 7)) & 1 ? null : records.getFloat64(record + byte, true);
    });
    if (channel.data.getUint8(0) === 2) read.timesUs = values.map((at) => Math.round(startUs + (at ?? 0) * 1e6));
    else read.channels.push({ ...(yield* describe(channel)), values });
    at = channel.links[0] ?? 0;
  }
  return read;
}

function* describe({ links }: Block): Reading<Omit<ReadChannel, "values">> {
  const states: [number, string][] = [];
  const conversion = links[4] ? yield* open(links[4], "CC") : undefined;
  // The last reference is for values without a name.
  for (const [i, link] of conversion?.links.slice(4, -1).entries() ?? [])
    states.push([conversion?.data.getFloat64(24 + 8 * i, true) ?? 0, yield* text(link)]);
  return { name: yield* text(links[2] ?? 0), unit: yield* text(links[6] ?? 0), states };
}

function* readData(link: number, options: ReadOptions): Reading<DataView> {
  const problem = ({ code }: { code: string }) => {
    throw new Error(code);
  };
  const out = new FrameOutput({ frames: () => undefined, problem });
  const stream = new DataStream({ out, options, openEndedData: 0, dataBytesRead: 0, heldBytes: 0 }, link);
  const output = new MemoryOutput();
  for (let piece = yield* stream.next(); piece !== undefined; piece = yield* stream.next()) output.append(piece);
  return new DataView(output.bytes().buffer);
}

function* open(at: number, id: string): Reading<Block> {
  const block = yield* readBlock(at, id);
  if (block === undefined) throw new Error(`there is no ${id} at ${at}`);
  return block;
}

function* text(at: number): Reading<string> {
  if (at === 0) return "";
  const { data } = yield* open(at, "TX");
  return new TextDecoder().decode(data).split("\0")[0] ?? "";
}
