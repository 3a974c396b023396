import { busHealth, MAX_HEALTH_DAYS } from "@canopy/contract/frames/bus-health";
import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { reportedBitRates, USUAL_BIT_RATES } from "../../devices/configuration/bit-rate-store.ts";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { asUnavailable } from "../as-unavailable.ts";
import { DAY_US } from "../store/time-window.ts";
import type { ControllerHealth } from "./bus-controller.ts";
import { readBusHealth } from "./bus-health.ts";
import { askedRange } from "./history-range.ts";
import type { HistoryServices } from "./history-routes.ts";

/** Age after which the traffic of an online terminal has arrived. */
const COMING_MS = 3000;

const USUAL_RANGE_MS = 30 * 60_000;

export function busHealthRoutes({ db, frames, now }: HistoryServices): Route[] {
  return [
    route(busHealth, async ({ caller, params, query, signal }) => {
      const device = await findDevice(db, caller.tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const { end_time: endMs = now(), start_time: startMs = endMs - USUAL_RANGE_MS } = query;
      const range = askedRange(startMs, endMs);
      if (range.toUs - range.fromUs > MAX_HEALTH_DAYS * DAY_US) {
        throw new ApiError(historyErrors.rangeTooLong, { field: "end_time", values: { days: MAX_HEALTH_DAYS } });
      }
      const { channel } = query;
      const reported = await reportedBitRates(db, caller.tenantId, params.things_id, channel);
      const rates = reported ?? USUAL_BIT_RATES;
      const asked = { bindingNumber: device.bindingNumber, channel, ...range };
      const health = await asUnavailable(() => readBusHealth(frames, asked, query.buckets, rates, signal));
      const sum = (column: readonly number[]) => column.reduce((total, one) => total + one, 0);
      return {
        data: {
          start_time: health.fromUs / 1000,
          bucket_us: health.bucketUs,
          whole_until: Math.min(range.toUs / 1000, now() - COMING_MS),
          bit_rates: {
            nominal: rates.nominalBps,
            data: rates.dataBps ?? rates.nominalBps,
            source: reported ? ("configuration" as const) : ("usual" as const),
          },
          load: health.load,
          peak: health.peak,
          frames: health.frames,
          error_frames: health.errorFrames,
          totals: {
            frames: sum(health.frames),
            extended: health.extended,
            error_frames: sum(health.errorFrames),
            ids: health.idCount,
            peak: Math.max(0, ...health.peak),
            peak_time: health.peakAtMs,
          },
          controller: controllerReply(health.controller),
          ids: health.ids,
        },
      };
    }),
  ];
}

function controllerReply(controller: ControllerHealth | null) {
  if (controller === null) return null;
  const { lastUs, ...errors } = controller;
  return { time: Math.floor(lastUs / 1000), ...errors };
}
