import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { readStatistics } from "@canopy/contract/signals/statistics";
import { findDevice } from "../../devices/find-device.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { resolveSignals } from "../bindings/resolve-signals.ts";
import { parsedDbc } from "../dbc/parsed-dbc.ts";
import { readStatisticsOf } from "./read-statistics.ts";

/** DBC-06: the figures between two cursors. */
export function statisticsRoutes({ db, frames }: { db: Db; frames: Pick<FrameReader, "figures" | "page"> }): Route[] {
  return [
    route(readStatistics, async ({ caller: { tenantId }, params, body, signal, language }) => {
      const [fromUs, toUs] = [Number(body.start_time), Number(body.end_time)];
      if (fromUs >= toUs) throw new ApiError(historyErrors.rangeReversed, { field: "end_time" });
      const device = await findDevice(db, tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const items = await resolveSignals((id, revision) => parsedDbc(db, tenantId, id, revision), body.items);
      const query = {
        bindingNumber: device.bindingNumber,
        fromUs,
        toUs,
        gapsUs: body.items.map((item) => item.gap_us),
      };
      return {
        data: {
          items: await asUnavailable(() => readStatisticsOf(frames, items, { ...query, signal }, language)),
        },
      };
    }),
  ];
}
