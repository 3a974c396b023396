import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Buckets, FrameReader } from "../store/frame-store.ts";
import { MINUTE_US, spanWindow, type TimeWindow, within } from "../store/time-window.ts";
import { type DeletedSpan, type DeletedWindow, insertDeletedWindows } from "./deleted-window-store.ts";

/** What is deleted, and where it is logged that it could not be written down. */
export interface RecordedRange extends TimeWindow {
  /** Null, of a task of no tenant: nothing is written down. */
  readonly tenantId: string | null;
  readonly bindingNumber: number;
  readonly channels?: readonly number[] | undefined;
  readonly log: Log;
}

/** Does a deletion, and writes down the times that had frames before it and have none behind it. */
export type RecordDeleted = <T>(range: RecordedRange, work: () => Promise<T>) => Promise<T>;

/** A minute, as the gap ledger looks; where a device has years, they are longer. */
const MOST_BUCKETS = 20_000;
/** Of one deletion and channel. */
const MOST_SPANS = 1000;
/** More than a ledger has lanes. */
const MOST_CHANNELS = 16;

interface RecordingParts {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "buckets" | "extent">;
}

/** DAT-10: compared before and behind, so that what stays is not told: pinned windows, and what a task that ended early left. */
export function deletedRecorder({ db, frames }: RecordingParts): RecordDeleted {
  return async (range, work) => {
    const { tenantId, bindingNumber } = range;
    if (tenantId === null) return work();
    const failed = (error: unknown) =>
      range.log.warn({ err: error, binding: bindingNumber }, "deleted times were not written down");
    const count = await counter(frames, range).catch(failed);
    const before = await count?.().catch(failed);
    try {
      return await work();
    } finally {
      if (count && before)
        await count()
          .then((after) => insertDeletedWindows(db, { tenantId, bindingNumber }, windowsOf(range, before, after)))
          .catch(failed);
    }
  };
}

type Counted = ReadonlyMap<number, Buckets>;

/** Counts the frames of a range by channel in buckets; undefined: it has none. */
async function counter(
  frames: RecordingParts["frames"],
  { bindingNumber, channels: asked, ...range }: RecordedRange,
): Promise<(() => Promise<Counted>) | undefined> {
  const { times, channels } = await frames.extent(bindingNumber);
  const window = times && within(range, spanWindow(times));
  if (window === undefined) return undefined;
  const wanted = channels.filter((channel) => asked?.includes(channel) ?? true).slice(0, MOST_CHANNELS);
  const bucketUs = Math.max(MINUTE_US, Math.ceil((window.toUs - window.fromUs) / MOST_BUCKETS));
  return async () => {
    const counted = new Map<number, Buckets>();
    for (const channel of wanted) {
      const query = { ...window, bindingNumber, filter: { channels: [channel] } };
      counted.set(channel, await frames.buckets(query, bucketUs));
    }
    return counted;
  };
}

const windowsOf = (range: TimeWindow, before: Counted, after: Counted): DeletedWindow[] =>
  [...before].flatMap(([channel, buckets]) =>
    spansOf(range, buckets, after.get(channel)).map((span) => ({ channel, ...span })),
  );

/** Buckets that are empty now, together; where they are too many, short times between them too. */
function spansOf(range: TimeWindow, before: Buckets, after: Buckets | undefined): DeletedSpan[] {
  const left = new Set(after?.list.map(({ index }) => index));
  const gone = before.list.flatMap(({ index }) => (left.has(index) ? [] : [{ from: index, to: index + 1 }]));
  let runs = joined(gone, 0);
  for (let between = 1; runs.length > MOST_SPANS; between *= 2) runs = joined(runs, between);
  const msOf = (index: number) => (before.originUs + index * before.bucketUs) / 1000;
  return runs.map(({ from, to }) => ({
    fromMs: Math.max(Math.floor(range.fromUs / 1000), msOf(from)),
    toMs: Math.min(Math.ceil(range.toUs / 1000), msOf(to)),
  }));
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** Runs with no more buckets between them than that become one. */
function joined(runs: readonly Run[], between: number): Run[] {
  const found: Run[] = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (last !== undefined && run.from - last.to <= between) found[found.length - 1] = { from: last.from, to: run.to };
    else found.push(run);
  }
  return found;
}
