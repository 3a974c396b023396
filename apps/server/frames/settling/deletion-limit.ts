import { eachFrame, type StoreAccess } from "../reading/read-pages.ts";
import type { ReadPlan } from "../reading/read-plan.ts";
import type { IndexSnapshot } from "../reading/segment-index.ts";
import type { FrameFilter } from "../store/frame-filter.ts";
import type { StoreWorkers } from "../store/threads/store-workers.ts";
import { MINUTE_US, type TimeWindow } from "../store/time-window.ts";

interface LimitAccess extends StoreAccess {
  readonly workers: StoreWorkers;
}

interface LimitedFrames {
  readonly bindingNumber: number;
  readonly windows: readonly TimeWindow[];
  readonly filter: FrameFilter;
}

/** The time before which at most `limit` frames of the windows lie: by minutes first, then within one. */
export async function cutTime(
  access: LimitAccess,
  snapshot: IndexSnapshot,
  plan: ReadPlan,
  { bindingNumber, windows, filter }: LimitedFrames,
  limit: number,
): Promise<number> {
  let left = limit;
  for (const window of windows) {
    const query = {
      ...window,
      bindingNumber,
      filter,
      originUs: window.fromUs - (window.fromUs % MINUTE_US),
      bucketUs: MINUTE_US,
    };
    // Minutes that the window cuts count whole here; the frames themselves decide below.
    const minutes = await access.workers.run("buckets", { plan, query: { ...query, fromUs: query.originUs } });
    for (const { index, frames } of minutes) {
      const minuteUs = query.originUs + index * MINUTE_US;
      const fromUs = Math.max(window.fromUs, minuteUs);
      const toUs = Math.min(window.toUs, minuteUs + MINUTE_US);
      if (frames <= left && toUs - fromUs === MINUTE_US) {
        left -= frames;
        continue;
      }
      const isFirst = left === limit;
      const found = await timeOfFrame(
        access,
        snapshot,
        { fromUs, toUs, bindingNumber, filter },
        { after: left, isFirst },
      );
      if (found.timeUs !== undefined) return found.timeUs;
      left -= found.frames;
    }
  }
  return windows.at(-1)?.toUs ?? 0;
}

/**
 * The time of frame number `after` (from 0) of a window; undefined: it has fewer. Frames of one time stamp go together,
 * and where the window is the first with frames, those of its first time stamp go whatever their number.
 */
async function timeOfFrame(
  access: LimitAccess,
  snapshot: IndexSnapshot,
  window: TimeWindow & Pick<LimitedFrames, "bindingNumber" | "filter">,
  { after, isFirst }: { readonly after: number; readonly isFirst: boolean },
): Promise<{ timeUs: number | undefined; frames: number }> {
  let frames = 0;
  let firstUs: number | undefined;
  let timeUs: number | undefined;
  const inside = (one: { firstUs: number; lastUs: number }) => one.lastUs >= window.fromUs && one.firstUs < window.toUs;
  const part = { segments: snapshot.segments.filter(inside), landed: snapshot.landed.filter(inside) };
  const query = {
    ...window,
    order: "oldestFirst",
    limit: Number.POSITIVE_INFINITY,
  } as const;
  await eachFrame(access, part, query, undefined, (_source, _parts, _row, at) => {
    firstUs ??= at;
    if (frames >= after && !(isFirst && at === firstUs)) {
      timeUs = at;
      return false;
    }
    frames += 1;
    return true;
  });
  return { timeUs, frames };
}
