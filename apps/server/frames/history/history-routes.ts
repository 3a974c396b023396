import { frameCurve } from "@canopy/contract/frames/curve";
import { historyErrors } from "@canopy/contract/frames/errors";
import { countFrames, frameExtent, frameTimeBar, listFrames } from "@canopy/contract/frames/history";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { asUnavailable } from "../as-unavailable.ts";
import type { FrameStore } from "../store/frame-store.ts";
import type { TimeWindow } from "../store/time-window.ts";
import { curveColumns } from "./curve-columns.ts";
import { askedRange } from "./history-range.ts";
import { filterOf } from "./history-rows.ts";
import { readTimeBar, widthOf } from "./history-summary.ts";
import { readHistoryPage } from "./read-history-page.ts";
import { signalOfDefinition } from "./signal-of-definition.ts";

export interface HistoryServices {
  readonly db: Db;
  readonly frames: FrameStore;
  readonly now: () => number;
}

interface RangeQuery {
  readonly caller: Caller;
  readonly params: { readonly things_id: string };
  readonly signal: AbortSignal;
}

/** DAT-02: stored frames of a device. */
export function historyRoutes({ db, frames, now }: HistoryServices): Route[] {
  const bindingOf = async ({ caller, params }: RangeQuery): Promise<number> => {
    const device = await findDevice(db, caller.tenantId, params.things_id);
    if (!device) throw new ApiError(platformErrors.notFound);
    return device.bindingNumber;
  };

  /** Without both ends the range is the extent of the stored frames, to the millisecond. */
  const rangeOf = async (
    { signal }: RangeQuery,
    bindingNumber: number,
    startMs?: number,
    endMs?: number,
  ): Promise<TimeWindow> => {
    if (startMs !== undefined && endMs !== undefined) return askedRange(startMs, endMs);
    const { times } = await frames.extent(bindingNumber, signal);
    const { firstUs, lastUs } = times ?? { firstUs: now() * 1000 - 1000, lastUs: now() * 1000 };
    return askedRange(startMs ?? Math.floor(firstUs / 1000), endMs ?? Math.floor(lastUs / 1000) + 1);
  };

  return [
    route(listFrames, async (asked) => {
      const { query } = asked;
      const window = askedRange(query.start_time, query.end_time);
      const bindingNumber = await bindingOf(asked);
      const page = {
        bindingNumber,
        window,
        filter: filterOf(query.filters),
        order: query.order,
        limit: query.page_size,
        cursor: query.cursor,
        atUs: query.at === undefined ? undefined : Number(query.at),
      };
      return asUnavailable(() => readHistoryPage(frames, page, asked.signal));
    }),
    route(countFrames, async (asked) => {
      const { query } = asked;
      const range = askedRange(query.start_time, query.end_time);
      const wanted = { bindingNumber: await bindingOf(asked), ...range, filter: filterOf(query.filters) };
      return { data: { frames: await asUnavailable(() => frames.count(wanted, asked.signal)), exact: true as const } };
    }),
    route(frameExtent, async (asked) => {
      const bindingNumber = await bindingOf(asked);
      const { times, channels, ...sums } = await asUnavailable(() => frames.extent(bindingNumber, asked.signal));
      const [first, last] = times ? [String(times.firstUs), String(times.lastUs)] : [null, null];
      return { data: { first, last, frames: sums.frames, bytes: sums.bytes, channels: [...channels] } };
    }),
    route(frameTimeBar, async (asked) => {
      const { query } = asked;
      const bindingNumber = await bindingOf(asked);
      return asUnavailable(async () => {
        const range = await rangeOf(asked, bindingNumber, query.start_time, query.end_time);
        const wanted = { bindingNumber, ...range, filter: filterOf(query.filters) };
        const bar = await readTimeBar(frames, wanted, query.buckets, asked.signal);
        return {
          data: {
            start_time: bar.originUs / 1000,
            end_time: range.toUs / 1000,
            bucket_us: bar.bucketUs,
            frames: [...bar.frames],
            gaps: bar.gaps.map(({ fromUs, toUs }) => ({ from: String(fromUs), to: String(toUs) })),
          },
        };
      });
    }),
    route(frameCurve, async (asked) => {
      const { query, signal } = asked;
      const defined = signalOfDefinition(query.signal);
      if (defined === undefined) throw new ApiError(historyErrors.signalOutside, { field: "signal" });
      const { message, signal: drawn } = defined;
      const bindingNumber = await bindingOf(asked);
      return asUnavailable(async () => {
        const range = await rangeOf(asked, bindingNumber, query.start_time, query.end_time);
        const grid = { originUs: range.fromUs, pixelUs: widthOf(range, query.pixels) };
        const wanted = { bindingNumber, ...range, ...grid, channel: query.channel, message, signals: [drawn] };
        const { curves } = await frames.pixels(wanted, signal);
        return {
          data: {
            start_time: range.fromUs / 1000,
            end_time: range.toUs / 1000,
            pixel_us: grid.pixelUs,
            ...curveColumns(curves[0] ?? [], range.fromUs),
          },
        };
      });
    }),
  ];
}
