import { readCb1Header } from "@canopy/can/frame/cb1-decode";
import type { Run } from "../segments/run.ts";
import { inLandedOrder, landedRuns } from "../settling/landed-runs.ts";
import type { LandedBatch } from "./segment-index.ts";

/** About 30 bytes of memory each. */
const MOST_FRAMES = 1_000_000;
/** Whoever looks at a range zooms and moves in it. */
const HELD_MS = 20_000;
/** Frames of a part, on average: the last part is read again with each batch that comes, and each part has its own runs. */
const PART_FRAMES = 50_000;

/** Batches that follow each other, as runs. */
interface Part {
  readonly batches: readonly LandedBatch[];
  readonly runs: readonly Run[];
  readonly frames: number;
  readonly firstUs: number;
  readonly lastUs: number;
}

interface CacheSizes {
  readonly most?: number;
  readonly part?: number;
}

/**
 * The runs of landed batches, in parts, while somebody looks at them: the next question over them, or over some more,
 * reads only what is new. A landed batch never changes, so the ids of the batches say which runs they are.
 */
export class LandedCache {
  // By the ids of their batches, in order of their last use.
  readonly #parts = new Map<string, Part>();
  readonly #most: number;
  readonly #part: number;
  #frames = 0;
  #release: ReturnType<typeof setTimeout> | undefined;

  constructor({ most = MOST_FRAMES, part = PART_FRAMES }: CacheSizes = {}) {
    this.#most = most;
    this.#part = part;
  }

  get frames(): number {
    return this.#frames;
  }

  /** In the order of time: a key may have several runs, one behind the other. */
  runsOf(batches: readonly LandedBatch[]): readonly Run[] {
    const parts = cutInParts(inLandedOrder(batches), this.#part).map((part) => this.#partOf(part));
    const runs = groupsApart(parts).flatMap((group) => this.#joined(group).runs);
    for (const [old, { frames }] of this.#parts) {
      if (this.#frames <= this.#most) break;
      this.#parts.delete(old);
      this.#frames -= frames;
    }
    clearTimeout(this.#release);
    this.#release = setTimeout(() => this.#clear(), HELD_MS).unref();
    return runs;
  }

  /** Parts whose times lie between each other are one: `k` counts over the frames of one time stamp. */
  #joined(group: readonly Part[]): Part {
    const [only] = group;
    if (only !== undefined && group.length === 1) return only;
    return this.#partOf(inLandedOrder(group.flatMap(({ batches }) => batches)));
  }

  #partOf(batches: readonly LandedBatch[]): Part {
    const key = batches.map(({ id }) => id).join();
    const known = this.#parts.get(key);
    const part = known ?? readPart(batches);
    if (known === undefined) this.#frames += part.frames;
    this.#parts.delete(key);
    this.#parts.set(key, part);
    return part;
  }

  #clear(): void {
    this.#parts.clear();
    this.#frames = 0;
  }
}

function readPart(batches: readonly LandedBatch[]): Part {
  const runs = landedRuns(batches);
  let [frames, firstUs, lastUs] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { count, timesUs } of runs) {
    frames += count;
    firstUs = Math.min(firstUs, timesUs[0] as number);
    lastUs = Math.max(lastUs, timesUs[count - 1] as number);
  }
  return { batches, runs, frames, firstUs, lastUs };
}

/** A spread of the ids, which are counted one by one. */
const SPREAD = 2_654_435_761;

/** Each batch says by itself whether a part ends with it: other batches before or behind it leave the parts as they are. */
function cutInParts(batches: readonly LandedBatch[], frames: number): LandedBatch[][] {
  const parts: LandedBatch[][] = [];
  let isOpen = false;
  for (const batch of batches) {
    if (isOpen) parts.at(-1)?.push(batch);
    else parts.push([batch]);
    const header = readCb1Header(batch.body);
    isOpen = Math.imul(batch.id, SPREAD) >>> 0 >= ((header.ok ? header.value.frames : 0) / frames) * 2 ** 32;
  }
  return parts;
}

/** In the order of time; parts whose times touch are in one group. */
function groupsApart(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  let endUs = Number.NEGATIVE_INFINITY;
  for (const part of parts.toSorted((a, b) => a.firstUs - b.firstUs)) {
    if (groups.length > 0 && part.firstUs <= endUs) groups.at(-1)?.push(part);
    else groups.push([part]);
    endUs = Math.max(endUs, part.lastUs);
  }
  return groups;
}
