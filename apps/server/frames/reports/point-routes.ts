import { formatHex } from "@canopy/can/bytes/hex";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { listPoints, type NewestData, newestData, point, pointCurve } from "@canopy/contract/frames/points";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { asUnavailable } from "../as-unavailable.ts";
import { askedRange } from "../history/history-range.ts";
import type { FrameReader, StoredFrame } from "../store/frame-store.ts";
import type { PointStore } from "../store/points/points.ts";
import { MINUTE_US } from "../store/time-window.ts";

interface PointServices {
  readonly db: Db;
  readonly frames: FrameReader;
  readonly points: PointStore;
}

interface PointsQuery {
  readonly caller: Caller;
  readonly params: { readonly things_id: string };
}

/** A cycle is rarely longer; over more than a minute a busy bus would be read for its old frames. */
const NEWEST_WITHIN_US = MINUTE_US;
const MAX_NEWEST_FRAMES = 1000;

/** DEV-04, STA-04: reported values of a type's fields, and the newest data of a device. */
export function pointRoutes({ db, frames, points }: PointServices): Route[] {
  const bindingOf = async ({ caller, params }: PointsQuery): Promise<number> => {
    const device = await findDevice(db, caller.tenantId, params.things_id);
    if (!device) throw new ApiError(platformErrors.notFound);
    return device.bindingNumber;
  };
  return [
    route(newestData, async (asked) => {
      const bindingNumber = await bindingOf(asked);
      return asUnavailable(async () => {
        const reported = (await points.newestPoints(bindingNumber)).map((one) => point.parse(one));
        if (asked.query.parts === "points") return { data: { points: reported, position: null, frames: [] } };
        const newest = await frames.newest(bindingNumber, NEWEST_WITHIN_US, MAX_NEWEST_FRAMES, asked.signal);
        const position = await points.newestPosition(bindingNumber);
        return { data: { points: reported, position, frames: newest.map(newestFrame) } };
      });
    }),
    route(listPoints, async (asked) => {
      const { start_time, end_time, group, page_size, before } = asked.query;
      const range = askedRange(start_time, end_time);
      const wanted = { bindingNumber: await bindingOf(asked), group, ...range };
      return asUnavailable(async () => {
        const toUs = before === undefined ? range.toUs : Math.min(range.toUs, before * 1000);
        const found = await points.page({ ...wanted, toUs, limit: page_size + 1 });
        const list = found.slice(0, page_size).map((one) => point.omit({ group: true }).parse(one));
        const older = found.length > page_size ? (list.at(-1)?.time ?? null) : null;
        return { list, older, total_size: await points.count(wanted) };
      });
    }),
    route(pointCurve, async (asked) => {
      const { start_time, end_time, group, fields, pixels } = asked.query;
      const range = askedRange(start_time, end_time);
      const bindingNumber = await bindingOf(asked);
      const pixelMs = Math.max(1, Math.ceil((end_time - start_time) / pixels));
      return asUnavailable(async () => {
        const curves = [];
        for (const field of fields) {
          const found = await points.pixels({ bindingNumber, group, ...range, field, pixelUs: pixelMs * 1000 });
          curves.push({ field, pixels: found });
        }
        return { data: { pixel_ms: pixelMs, curves } };
      });
    }),
  ];
}

const newestFrame = ({ timeUs, channel, id, flags, data }: StoredFrame): NewestData["frames"][number] => ({
  time: Math.floor(timeUs / 1000),
  channel,
  id,
  extended: (flags & FLAG_EXTENDED) !== 0,
  data: formatHex(data),
});
