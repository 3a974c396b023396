import { frameCurve } from "@canopy/contract/frames/curve";
import { historyErrors } from "@canopy/contract/frames/errors";
import { countFrames, frameExtent, frameTimeBar, listFrames } from "@canopy/contract/frames/history";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { ClickHouseClient } from "@clickhouse/client";
import { findDevice } from "../devices/find-device.ts";
import { cancelledBy } from "../platform/clickhouse/cancelled-by.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { curveColumns } from "./curve-columns.ts";
import { readCurve } from "./history-curve.ts";
import { readExtent } from "./history-extent.ts";
import { askedRange, storedRange, within } from "./history-range.ts";
import { filterOf } from "./history-rows.ts";
import { countOrEstimate, readTimeBar } from "./history-summary.ts";
import { dayOf } from "./ingest-days.ts";
import { readHistoryPage } from "./read-history-page.ts";
import type { TimeWindow } from "./retention-store.ts";
import { signalOfDefinition } from "./signal-of-definition.ts";
import { unlessAway } from "./unless-away.ts";
import { framesOnDays } from "./usage-store.ts";

export interface HistoryServices {
  readonly db: Db;
  readonly client: ClickHouseClient;
  readonly now: () => number;
}

interface Asked {
  readonly caller: Caller;
  readonly params: { readonly things_id: string };
  readonly signal: AbortSignal;
}

/** DAT-02: what is stored of a device, for those who may read it. */
export function historyRoutes(services: HistoryServices): Route[] {
  const { db, now } = services;
  const bindingOf = async ({ caller, params }: Asked): Promise<number> => {
    const device = await findDevice(db, caller.tenantId, params.things_id);
    if (!device) throw new ApiError(platformErrors.notFound);
    return device.bindingNumber;
  };
  const storeFor = ({ signal }: Asked) => cancelledBy(services.client, signal);

  /** Without both ends the range is that of what is stored, to the millisecond. */
  const rangeOf = async (
    asked: Asked,
    bindingNumber: number,
    startMs?: number,
    endMs?: number,
  ): Promise<TimeWindow> => {
    if (startMs !== undefined && endMs !== undefined) return askedRange(startMs, endMs);
    const { times } = await readExtent({ db, client: storeFor(asked) }, bindingNumber, now());
    const { firstUs, lastUs } = times ?? { firstUs: now() * 1000 - 1000, lastUs: now() * 1000 };
    return askedRange(startMs ?? Math.floor(firstUs / 1000), endMs ?? Math.floor(lastUs / 1000) + 1);
  };

  return [
    route(listFrames, async (asked) => {
      const { query } = asked;
      const wanted = askedRange(query.start_time, query.end_time);
      const bindingNumber = await bindingOf(asked);
      const window = within(wanted, await storedRange(db, bindingNumber, now()));
      if (window === undefined) return { list: [], older: null, newer: null };
      return unlessAway(() =>
        readHistoryPage(storeFor(asked), {
          bindingNumber,
          window,
          filter: filterOf(query.filters),
          order: query.order,
          limit: query.page_size,
          cursor: query.cursor,
          atUs: query.at === undefined ? undefined : Number(query.at),
        }),
      );
    }),
    route(countFrames, async (asked) => {
      const { query } = asked;
      const wanted = askedRange(query.start_time, query.end_time);
      const bindingNumber = await bindingOf(asked);
      const window = within(wanted, await storedRange(db, bindingNumber, now()));
      if (window === undefined) return { data: { frames: 0, exact: true } };
      const filter = filterOf(query.filters);
      const most = await framesOnDays(db, bindingNumber, dayOf(window.fromUs), dayOf(window.toUs));
      const { frames, isExact } = await unlessAway(() =>
        countOrEstimate(storeFor(asked), { bindingNumber, ...window, filter }, most),
      );
      return { data: { frames, exact: isExact } };
    }),
    route(frameExtent, async (asked) => {
      const bindingNumber = await bindingOf(asked);
      const { times, channels, frames, bytes } = await unlessAway(() =>
        readExtent({ db, client: storeFor(asked) }, bindingNumber, now()),
      );
      const [first, last] = times ? [String(times.firstUs), String(times.lastUs)] : [null, null];
      return { data: { first, last, frames, bytes, channels: [...channels] } };
    }),
    route(frameTimeBar, async (asked) => {
      const { query } = asked;
      const bindingNumber = await bindingOf(asked);
      return unlessAway(async () => {
        const range = await rangeOf(asked, bindingNumber, query.start_time, query.end_time);
        const wanted = { bindingNumber, ...range, filter: filterOf(query.filters) };
        const { bucketUs, frames, gaps } = await readTimeBar(storeFor(asked), wanted, query.buckets);
        return {
          data: {
            ...timesOf(range),
            bucket_us: bucketUs,
            frames: [...frames],
            gaps: gaps.map(({ fromUs, toUs }) => ({ from: String(fromUs), to: String(toUs) })),
          },
        };
      });
    }),
    route(frameCurve, async (asked) => {
      const { query } = asked;
      const defined = signalOfDefinition(query.signal);
      if (defined === undefined) throw new ApiError(historyErrors.signalOutside, { field: "signal" });
      const bindingNumber = await bindingOf(asked);
      return unlessAway(async () => {
        const range = await rangeOf(asked, bindingNumber, query.start_time, query.end_time);
        const wanted = { bindingNumber, ...range, ...defined, channel: query.channel, pixels: query.pixels };
        const curve = await readCurve(storeFor(asked), wanted);
        return { data: { ...timesOf(range), pixel_us: curve.pixelUs, ...curveColumns(curve.pixels, range.fromUs) } };
      });
    }),
  ];
}

const timesOf = ({ fromUs, toUs }: TimeWindow) => ({ start_time: fromUs / 1000, end_time: toUs / 1000 });
