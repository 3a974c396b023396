import type { FrameOutput } from "../frame-output.ts";
import { type Block, type Reading, readBlock, readHeader, readText, uint64 } from "./blocks.ts";

/** CN: where a value lies in the record, and how to read it. */
export interface Channel {
  name: string;
  type: number;
  sync: number;
  dataType: number;
  bitOffset: number;
  byteOffset: number;
  bitCount: number;
  /** Link to signal data (SD, or the VLSD channel group); 0 for none. */
  dataLink: number;
  /** Linear conversion: value = offset + factor × raw. */
  offset: number;
  factor: number;
  /** A conversion that is not linear (a table from DLC to length). */
  hasTable: boolean;
}

export interface ChannelGroup {
  at: number;
  recordId: number;
  isVlsd: boolean;
  recordBytes: number;
  channels: Channel[];
}

export interface DataGroup {
  recordIdBytes: number;
  dataLink: number;
  groups: ChannelGroup[];
}

/** More blocks of structure than any logger writes: a chain that runs in a circle ends here. */
const MAX_BLOCKS = 100_000;
const FLAG_VLSD = 1;

/** Walks HD → DG → CG → CN. Damage ends the chain it is in, with a problem, and nothing else. */
export class StructureReader {
  private readonly out: FrameOutput;
  private readonly seen = new Set<number>();

  constructor(out: FrameOutput) {
    this.out = out;
  }

  *dataGroups(first: number): Reading<DataGroup[]> {
    const found: DataGroup[] = [];
    for (let at = first; at !== 0; ) {
      const block = yield* this.block(at, "DG", 4, 1);
      if (block === undefined) break;
      const [next = 0, firstGroup = 0, dataLink = 0] = block.links;
      const recordIdBytes = block.data.getUint8(0);
      found.push({ recordIdBytes, dataLink, groups: yield* this.channelGroups(firstGroup) });
      at = next;
    }
    return found;
  }

  private *channelGroups(first: number): Reading<ChannelGroup[]> {
    const found: ChannelGroup[] = [];
    for (let at = first; at !== 0; ) {
      const block = yield* this.block(at, "CG", 6, 32);
      if (block === undefined) break;
      const [next = 0, firstChannel = 0] = block.links;
      found.push({
        at,
        recordId: uint64(block.data, 0),
        isVlsd: (block.data.getUint16(16, true) & FLAG_VLSD) !== 0,
        recordBytes: block.data.getUint32(24, true) + block.data.getUint32(28, true),
        channels: yield* this.channels(firstChannel),
      });
      at = next;
    }
    return found;
  }

  /** Channels of a chain and of the structures in it, flat. */
  private *channels(first: number): Reading<Channel[]> {
    const found: Channel[] = [];
    const chains = [first];
    for (let chain = chains.pop(); chain !== undefined; chain = chains.pop()) {
      for (let at = chain; at !== 0; ) {
        const block = yield* this.block(at, "CN", 8, 16);
        if (block === undefined) break;
        const [next = 0, composition = 0, name = 0, , conversion = 0, dataLink = 0] = block.links;
        found.push({ ...(yield* this.channel(block, name, conversion)), dataLink });
        // An array (CA) may stand there too; no part of a frame is one.
        if (composition !== 0 && (yield* readHeader(composition))?.id === "CN") chains.push(composition);
        at = next;
      }
    }
    return found;
  }

  private *channel(block: Block, name: number, conversion: number): Reading<Omit<Channel, "dataLink">> {
    const { data } = block;
    return {
      name: yield* readText(name),
      type: data.getUint8(0),
      sync: data.getUint8(1),
      dataType: data.getUint8(2),
      bitOffset: data.getUint8(3),
      byteOffset: data.getUint32(4, true),
      bitCount: data.getUint32(8, true),
      ...(yield* readConversion(conversion)),
    };
  }

  /** A block not seen before, with at least this many links and bytes of data. */
  private *block(at: number, id: string, links: number, bytes: number): Reading<Block | undefined> {
    const isNew = !this.seen.has(at) && this.seen.size < MAX_BLOCKS;
    const block = isNew ? yield* readBlock(at, id) : undefined;
    this.seen.add(at);
    if (block !== undefined && block.links.length >= links && block.data.byteLength >= bytes) return block;
    this.out.problem("badBlock", at);
    return undefined;
  }
}

/** CC: none and linear are numbers, everything else a table. */
function* readConversion(at: number): Reading<{ offset: number; factor: number; hasTable: boolean }> {
  const none = { offset: 0, factor: 1, hasTable: false };
  if (at === 0) return none;
  const block = yield* readBlock(at, "CC");
  if (block === undefined || block.data.byteLength < 24) return none;
  const type = block.data.getUint8(0);
  if (type === 1 && block.data.byteLength >= 40) {
    return { offset: block.data.getFloat64(24, true), factor: block.data.getFloat64(32, true), hasTable: false };
  }
  return { ...none, hasTable: type !== 0 };
}
