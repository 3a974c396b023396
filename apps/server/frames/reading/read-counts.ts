import type { RunTimes } from "../segments/run-times.ts";
import { type DataMask, passesKey } from "../store/frame-filter.ts";
import type { Bucket, FrameQuery } from "../store/frame-store.ts";
import { MINUTE_US, type TimeWindow } from "../store/time-window.ts";
import { countMatches, eachRun, keyFilter, type ReadPlan, rowsInWindow } from "./read-plan.ts";
import { mayHaveData, rowsWithData, sumOf } from "./run-filter.ts";
import { runsOf, type SegmentAccess } from "./segment-sources.ts";
import { runsOfLanded } from "./snapshots.ts";
import { loadedParts, memorySource, partsOf, type SourceRun } from "./source-run.ts";

/** Frames that a query finds. Runs that lie wholly in the range are counted by their footers. */
export async function countFrames(access: SegmentAccess, plan: ReadPlan, query: FrameQuery): Promise<number> {
  let count = 0;
  const { filter, fromUs, toUs } = query;
  const cut: SourceRun[] = [];
  for (const row of plan.segments) {
    for (const run of await runsOf(access, row, query, keyFilter(filter))) {
      const isWhole = run.firstUs >= fromUs && run.lastUs < toUs;
      if (filter.data && !mayMatch(run, filter.data)) continue;
      if (isWhole && filter.data === undefined) count += run.count;
      else cut.push(run);
    }
  }
  count += await countCut(access, cut, query);
  for (const run of await runsOfLanded(access, plan.landed, [], query))
    if (passesKey(run, filter)) count += countMatches({ source: memorySource(run), from: 0, to: run.count }, filter);
  return count;
}

const mayMatch = ({ stored }: SourceRun, data: DataMask): boolean =>
  stored === undefined || mayHaveData(stored.footer, stored.index, data);

const RUNS_AT_ONCE = 64;

async function countCut(access: SegmentAccess, runs: readonly SourceRun[], query: FrameQuery): Promise<number> {
  let count = 0;
  for await (const part of loadedParts(access.files, runs, RUNS_AT_ONCE))
    for (const source of part) count += countMatches(rowsInWindow(source, query), query.filter);
  return count;
}

/** Frames per bucket from `originUs` on, over `[originUs, endUs)`. */
export interface BucketQuery extends FrameQuery {
  readonly originUs: number;
  readonly bucketUs: number;
}

/** Those with frames, by index. */
export async function readBuckets(access: SegmentAccess, plan: ReadPlan, query: BucketQuery): Promise<Bucket[]> {
  const buckets = new BucketCounts(query);
  const isByMinute = query.bucketUs % MINUTE_US === 0 && query.originUs % MINUTE_US === 0 && isEmpty(query.filter);
  if (isByMinute) {
    for (const row of plan.segments) {
      const footer = await access.footers.get(row);
      for (let at = 0; at < footer.minutes.minute.length; at += 1) {
        const { frames, firstUs, lastUs } = footer.minuteAt(at);
        if (firstUs >= query.fromUs && firstUs < query.toUs) buckets.add(firstUs, lastUs, frames);
      }
    }
  }
  const counted = isByMinute ? { segments: [], landed: plan.landed } : plan;
  const { data } = query.filter;
  const isRead = (run: SourceRun) => (data === undefined ? !buckets.addWhole(run) : mayMatch(run, data));
  for await (const { source, from, to } of eachRun(access, counted, query, keyFilter(query.filter), isRead)) {
    const matches = data && rowsWithData(source, source.count, (k) => partsOf(source).plane(k), data);
    if (data && matches === undefined) continue;
    buckets.addRows(partsOf(source).times, from, to, matches);
  }
  return buckets.list();
}

const isEmpty = (filter: FrameQuery["filter"]) => Object.values(filter).every((part) => part === undefined);

class BucketCounts {
  readonly #originUs: number;
  readonly #bucketUs: number;
  readonly #range: TimeWindow;
  readonly #buckets = new Map<number, { index: number; frames: number; firstUs: number; lastUs: number }>();

  constructor({ originUs, bucketUs, fromUs, toUs }: BucketQuery) {
    this.#originUs = originUs;
    this.#bucketUs = bucketUs;
    this.#range = { fromUs, toUs };
  }

  add(firstUs: number, lastUs: number, frames: number): void {
    const index = this.#indexOf(firstUs);
    const known = this.#buckets.get(index);
    if (known === undefined) {
      this.#buckets.set(index, { index, frames, firstUs, lastUs });
      return;
    }
    known.frames += frames;
    known.firstUs = Math.min(known.firstUs, firstUs);
    known.lastUs = Math.max(known.lastUs, lastUs);
  }

  /** A run by its footer; false where it does not lie in one bucket, or not wholly in the range. */
  addWhole({ firstUs, lastUs, count }: SourceRun): boolean {
    const { fromUs, toUs } = this.#range;
    if (firstUs < fromUs || lastUs >= toUs || this.#indexOf(firstUs) !== this.#indexOf(lastUs)) return false;
    this.add(firstUs, lastUs, count);
    return true;
  }

  #indexOf(timeUs: number): number {
    return Math.floor((timeUs - this.#originUs) / this.#bucketUs);
  }

  addRows(times: RunTimes, from: number, to: number, matches: Uint8Array | undefined): void {
    let row = from;
    while (row < to) {
      const index = this.#indexOf(times.at(row));
      const end = times.nextRowAt(this.#originUs + (index + 1) * this.#bucketUs, row + 1, to);
      let [frames, first, last] = [end - row, row, end - 1];
      if (matches !== undefined) {
        first = matches.indexOf(1, row);
        last = matches.lastIndexOf(1, end - 1);
        frames = sumOf(matches, row, end);
      }
      if (frames > 0) this.add(times.at(first), times.at(last), frames);
      row = end;
    }
  }

  list(): Bucket[] {
    return [...this.#buckets.values()].sort((a, b) => a.index - b.index);
  }
}
