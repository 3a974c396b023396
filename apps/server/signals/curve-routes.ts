import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { type CurveItem, readCurves } from "@canopy/contract/signals/curves";
import type { ClickHouseClient } from "@clickhouse/client";
import { findDevice } from "../devices/find-device.ts";
import { unlessAway } from "../frames/unless-away.ts";
import { cancelledBy } from "../platform/clickhouse/cancelled-by.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { readCurvesOf } from "./read-curves.ts";

interface CurveServices {
  readonly db: Db;
  readonly client: ClickHouseClient;
  readonly now: () => number;
}

export function curveRoutes({ db, client, now }: CurveServices): Route[] {
  return [
    route(readCurves, async ({ caller: { tenantId }, params, body, signal, language }) => {
      const [fromUs, toUs] = [Number(body.start_time), Number(body.end_time)];
      if (fromUs >= toUs) throw new ApiError(historyErrors.rangeReversed, { field: "end_time" });
      const device = await findDevice(db, tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const { pixels, items: wanted } = body;
      const query = { tenantId, bindingNumber: device.bindingNumber, fromUs, toUs, pixels, items: wanted };
      const { pixelUs, items } = await unlessAway(() =>
        readCurvesOf({ db, client: cancelledBy(client, signal) }, { ...query, nowUs: now() * 1000 }),
      );
      return {
        data: {
          pixel_us: pixelUs,
          items: items.map((item): CurveItem => {
            if ("error" in item) return { state: "failed", code: item.error.code, message: item.error.text[language] };
            const { source, revision, kind, samples, cycleUs } = item;
            const [times, values, breaks] = [[...item.times], [...item.values], [...item.breaks]];
            return { state: "drawn", source, revision, kind, samples, times, values, breaks, cycle_us: cycleUs };
          }),
        },
      };
    }),
  ];
}
