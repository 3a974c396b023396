import { listPoints, newestData, pointCurve } from "@canopy/contract/frames/points";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { ClickHouseClient } from "@clickhouse/client";
import { findDevice } from "../devices/find-device.ts";
import { cancelledBy } from "../platform/clickhouse/cancelled-by.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { readExtent } from "./history-extent.ts";
import { askedRange } from "./history-range.ts";
import { newestFrames, newestPosition } from "./newest-store.ts";
import { countPoints, newestPoints, pageOfPoints, pointPixels } from "./point-values-store.ts";
import { unlessAway } from "./unless-away.ts";

interface PointServices {
  readonly db: Db;
  readonly client: ClickHouseClient;
  readonly now: () => number;
}

interface Asked {
  readonly caller: Caller;
  readonly params: { readonly things_id: string };
}

/** DEV-04, STA-04: what devices report of the fields of their type, and the newest of everything. */
export function pointRoutes({ db, client, now }: PointServices): Route[] {
  const bindingOf = async ({ caller, params }: Asked): Promise<number> => {
    const device = await findDevice(db, caller.tenantId, params.things_id);
    if (!device) throw new ApiError(platformErrors.notFound);
    return device.bindingNumber;
  };
  return [
    route(newestData, async (asked) => {
      const device = await bindingOf(asked);
      const store = cancelledBy(client, asked.signal);
      return unlessAway(async () => {
        const points = await newestPoints(store, device);
        if (asked.query.parts === "points") return { data: { points, position: null, frames: [] } };
        const { times } = await readExtent({ db, client: store }, device, now());
        const frames = times ? await newestFrames(store, device, times.lastUs) : [];
        return { data: { points, position: await newestPosition(store, device), frames } };
      });
    }),
    route(listPoints, async (asked) => {
      const { start_time, end_time, group, page_size, before } = asked.query;
      const range = askedRange(start_time, end_time);
      const device = await bindingOf(asked);
      const store = cancelledBy(client, asked.signal);
      return unlessAway(async () => {
        const toUs = before === undefined ? range.toUs : Math.min(range.toUs, before * 1000);
        const limit = page_size + 1;
        const found = toUs > range.fromUs ? await pageOfPoints(store, { device, group, ...range, toUs, limit }) : [];
        const list = found.slice(0, page_size);
        const older = found.length > page_size ? (list.at(-1)?.time ?? null) : null;
        return {
          list: list.map(({ time, values }) => ({ time, values })),
          older,
          total_size: await countPoints(store, { device, group, ...range }),
        };
      });
    }),
    route(pointCurve, async (asked) => {
      const { start_time, end_time, group, fields, pixels } = asked.query;
      const range = askedRange(start_time, end_time);
      const device = await bindingOf(asked);
      const store = cancelledBy(client, asked.signal);
      const pixelMs = Math.max(1, Math.ceil((end_time - start_time) / pixels));
      return unlessAway(async () => {
        const curves = [];
        for (const field of fields) {
          const wanted = { device, group, ...range, field, pixelUs: pixelMs * 1000 };
          curves.push({ field, pixels: await pointPixels(store, wanted) });
        }
        return { data: { pixel_ms: pixelMs, curves } };
      });
    }),
  ];
}
