import { checkTraffic } from "@canopy/can/dbc/traffic";
import { platformErrors } from "@canopy/contract/platform/errors";
import { checkDbc } from "@canopy/contract/signals/dbc-check";
import type { ClickHouseClient } from "@clickhouse/client";
import { findDevice } from "../devices/find-device.ts";
import { storedRange } from "../frames/history-range.ts";
import { DAY_US } from "../frames/ingest-days.ts";
import { unlessAway } from "../frames/unless-away.ts";
import { usageOfBinding } from "../frames/usage-store.ts";
import { cancelledBy } from "../platform/clickhouse/cancelled-by.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { parsedDbc } from "./parsed-dbc.ts";
import { newestOfChannel, observedIds } from "./traffic-store.ts";

interface Services {
  readonly db: Db;
  readonly client: ClickHouseClient;
  now(): number;
}

/** A list that a page shows is cut; the counts say how many there are. */
const MAX_LISTED = 500;

/** DBC-01: a revision held against the last minutes that a channel carried. */
export function dbcCheckRoutes({ db, client, now }: Services): Route[] {
  return [
    route(checkDbc, async ({ caller, params, query, signal }) => {
      const device = await findDevice(db, caller.tenantId, params.things_id);
      const named = device && (await parsedDbc(db, caller.tenantId, query.dbc_id, query.revision));
      if (!named) throw new ApiError(platformErrors.notFound);
      const store = cancelledBy(client, signal);
      const place = { bindingNumber: device.bindingNumber, channel: query.channel };
      const range = await storedRange(db, device.bindingNumber, now());
      // What is newest is nearly always of the last day that has frames; the whole history is looked through after that.
      const lastDay = (await usageOfBinding(db, device.bindingNumber)).at(-1);
      const lately = { ...range, fromUs: Math.max(range.fromUs, (lastDay?.day ?? 0) * DAY_US) };
      const newestUs = await unlessAway(
        async () =>
          (await newestOfChannel(store, { ...place, ...lately })) ?? newestOfChannel(store, { ...place, ...range }),
      );
      const toUs = newestUs === undefined ? range.toUs : newestUs + 1;
      const fromUs = Math.max(range.fromUs, toUs - query.minutes * 60_000_000);
      const observed =
        newestUs === undefined ? [] : await unlessAway(() => observedIds(store, { ...place, fromUs, toUs }));
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
