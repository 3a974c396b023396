import { checkTraffic } from "@canopy/can/dbc/decode/traffic";
import { platformErrors } from "@canopy/contract/platform/errors";
import { checkDbc } from "@canopy/contract/signals/dbc-check";
import { findDevice } from "../../devices/find-device.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import { DAY_US, MINUTE_US } from "../../frames/store/time-window.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { parsedDbc } from "./parsed-dbc.ts";
import { newestOfChannel, observedIds } from "./read-traffic.ts";

interface Services {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "page" | "traffic">;
  now(): number;
}

/** A list that a page shows is cut; the counts say how many there are. */
const MAX_LISTED = 500;

/** DBC-01: a revision held against the last minutes that a channel carried. */
export function dbcCheckRoutes({ db, frames, now }: Services): Route[] {
  return [
    route(checkDbc, async ({ caller, params, query, signal }) => {
      const device = await findDevice(db, caller.tenantId, params.things_id);
      const named = device && (await parsedDbc(db, caller.tenantId, query.dbc_id, query.revision));
      if (!named) throw new ApiError(platformErrors.notFound);
      const place = { bindingNumber: device.bindingNumber, channel: query.channel };
      // No frame is stored under a time further ahead than a day.
      const all = { ...place, fromUs: 0, toUs: now() * 1000 + DAY_US };
      const newestUs = await asUnavailable(() => newestOfChannel(frames, all, signal));
      const toUs = newestUs === undefined ? all.toUs : newestUs + 1;
      const fromUs = Math.max(0, toUs - query.minutes * MINUTE_US);
      const observed =
        newestUs === undefined
          ? []
          : await asUnavailable(() => observedIds(frames, { ...place, fromUs, toUs }, signal));
      const check = checkTraffic(named.dbc, observed);
      const rename = <T extends { id: number; isExtended: boolean; name: string }>(list: readonly T[]) =>
        list.slice(0, MAX_LISTED).map(({ id, isExtended, name, ...rest }) => ({
          message_id: id,
          is_extended: isExtended,
          message: name,
          ...rest,
        }));
      return {
        data: {
          revision: named.revision,
          start_time: newestUs === undefined ? null : Math.floor(fromUs / 1000),
          end_time: newestUs === undefined ? null : Math.floor(toUs / 1000),
          frames: check.frames,
          matched_frames: check.matchedFrames,
          ids: observed.length,
          matched_ids: check.matchedIds,
          messages: check.messages,
          seen_messages: check.seenMessages,
          unknown: check.unknown
            .slice(0, MAX_LISTED)
            .map(({ id, isExtended, frames }) => ({ message_id: id, is_extended: isExtended, frames })),
          lengths: rename(check.lengths).map((row) => ({ ...row, found: [...row.found] })),
          outside: rename(check.outside),
          byte_orders: rename(check.byteOrders),
          cycles: rename(check.cycles).map(({ expectedMs, foundMs, ...row }) => ({
            ...row,
            expected_ms: expectedMs,
            found_ms: foundMs,
          })),
        },
      };
    }),
  ];
}
