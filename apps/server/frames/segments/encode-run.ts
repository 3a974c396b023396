import { type Block, packBlock } from "./block.ts";
import type { PlaneEntry, RunEntry } from "./footer-columns.ts";
import { packNumbers } from "./packed-numbers.ts";
import { codePlane, PLANE_CONSTANT, writePlane } from "./planes.ts";
import { RUN_FRAMES, type Run } from "./run.ts";
import { codeTimes, timeScratch } from "./times.ts";

/**
 * From this number of frames on each plane is a block of its own, so that a reader inflates only the bytes it needs.
 */
export const OWN_BLOCK_FRAMES = 2048;

export interface EncodedRun {
  readonly entry: RunEntry;
  readonly planes: readonly PlaneEntry[];
  /** As they follow each other in the segment. */
  readonly blocks: readonly Uint8Array[];
}

const NO_BLOCK: Block = { bytes: new Uint8Array(0), crc: 0 };
const planeScratch = new Uint8Array(64 * RUN_FRAMES);
const kScratch = new Float64Array(RUN_FRAMES);

/** At most `RUN_FRAMES` frames. */
export function encodeRun(run: Run): EncodedRun {
  const { channel, id, flags, size, count, timesUs } = run;
  const numbers = timeScratch(count);
  const time = codeTimes(timesUs, count, numbers);
  const timeBlock = time.bits === 0 ? NO_BLOCK : packBlock(packNumbers(numbers, count, time.bits), 1);
  const kBits = bitsOfKs(run.ks, count);
  const kBlock = kBits === 0 ? NO_BLOCK : packBlock(packKs(run.ks as Uint32Array, count, kBits), 1);
  const codes = run.planes.map((plane) => codePlane(plane, count));
  const stored = codes.map(({ mode }) => (mode === PLANE_CONSTANT ? 0 : count));
  const isGroup = count < OWN_BLOCK_FRAMES;
  let groupRaw = 0;
  const planeBlocks = run.planes.map((plane, k) => {
    if (stored[k] === 0 || typeof plane === "number") return NO_BLOCK;
    const mode = (codes[k] as { mode: typeof PLANE_CONSTANT }).mode;
    writePlane(plane, count, mode, planeScratch, isGroup ? groupRaw : 0);
    if (!isGroup) return packBlock(planeScratch.subarray(0, count), 3);
    groupRaw += count;
    return NO_BLOCK;
  });
  const group = groupRaw === 0 ? NO_BLOCK : packBlock(planeScratch.subarray(0, groupRaw), 3);
  return {
    entry: {
      firstUs: time.firstUs,
      lastUs: timesUs[count - 1] as number,
      timeBaseUs: time.baseUs,
      timePeriodUs: time.periodUs,
      id,
      timeLength: timeBlock.bytes.length,
      timeCrc: timeBlock.crc,
      kLength: kBlock.bytes.length,
      kCrc: kBlock.crc,
      groupLength: group.bytes.length,
      groupCrc: group.crc,
      count,
      channel,
      flags,
      size,
      timeMode: time.mode,
      timeBits: time.bits,
      kBits,
    },
    planes: codes.map(({ mode, or, and }, k) => ({
      planeLength: (planeBlocks[k] as Block).bytes.length,
      planeCrc: (planeBlocks[k] as Block).crc,
      planeMode: mode,
      planeOr: or,
      planeAnd: and,
    })),
    blocks: [timeBlock, kBlock, group, ...planeBlocks].map(({ bytes }) => bytes).filter(({ length }) => length > 0),
  };
}

function bitsOfKs(ks: Uint32Array | null, count: number): number {
  if (ks === null) return 0;
  let most = 0;
  for (let i = 0; i < count; i += 1) most = Math.max(most, ks[i] as number);
  return 32 - Math.clz32(most);
}

function packKs(ks: Uint32Array, count: number, bits: number): Uint8Array {
  for (let i = 0; i < count; i += 1) kScratch[i] = ks[i] as number;
  return packNumbers(kScratch, count, bits);
}
