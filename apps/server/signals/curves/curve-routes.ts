import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { type CurveItem, readCurves } from "@canopy/contract/signals/curves";
import { findDevice } from "../../devices/find-device.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { type CurveStores, readCurvesOf } from "./read-curves.ts";

export function curveRoutes({ db, frames }: CurveStores): Route[] {
  return [
    route(readCurves, async ({ caller: { tenantId }, params, body, signal, language }) => {
      const [fromUs, toUs] = [Number(body.start_time), Number(body.end_time)];
      if (fromUs >= toUs) throw new ApiError(historyErrors.rangeReversed, { field: "end_time" });
      const device = await findDevice(db, tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const { pixels, items: wanted, kept_only: keptOnly } = body;
      const query = { tenantId, bindingNumber: device.bindingNumber, fromUs, toUs, pixels, items: wanted, keptOnly };
      const { pixelUs, items } = await asUnavailable(() => readCurvesOf({ db, frames }, query, signal));
      return {
        data: {
          pixel_us: pixelUs,
          items: items.map((item): CurveItem => {
            if ("unkept" in item) return { state: "unkept" };
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
