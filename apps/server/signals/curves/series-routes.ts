import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { listDeviceSignals, readSeries, signalsIn } from "@canopy/contract/signals/series";
import { findDevice } from "../../devices/find-device.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { CurveStores } from "./read-curves.ts";
import { readSeriesOf, signalsOfDevice } from "./read-series.ts";

/** OPS-07: signals and curves in the shape that tools of tables read. */
export function seriesRoutes(stores: CurveStores): Route[] {
  return [
    route(listDeviceSignals, async ({ caller: { tenantId }, params }) => ({
      list: await signalsOfDevice(stores.db, { tenantId, thingsId: params.things_id }),
    })),
    route(readSeries, async ({ caller: { tenantId }, params, query, signal }) => {
      const [fromUs, toUs] = [query.start_time * 1000, query.end_time * 1000];
      if (fromUs >= toUs) throw new ApiError(historyErrors.rangeReversed, { field: "end_time" });
      const device = await findDevice(stores.db, tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const { bindingNumber } = device;
      const asked = { tenantId, bindingNumber, fromUs, toUs, pixels: query.points, items: signalsIn(query.signal) };
      return asUnavailable(() => readSeriesOf(stores, asked, signal));
    }),
  ];
}
