import { setImmediate as nextTurn } from "node:timers/promises";
import { type ThinnedTrack, thinTrack } from "@canopy/can/gps/thin-track";
import type { Track } from "@canopy/can/gps/track";
import { readTrack } from "@canopy/contract/places/tracks";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../devices/find-device.ts";
import { asUnavailable } from "../frames/as-unavailable.ts";
import { askedRange } from "../frames/history/history-range.ts";
import type { PointStore } from "../frames/store/points.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { collectTrack } from "./collect-track.ts";
import { describeTrack } from "./describe-track.ts";

interface TrackServices {
  readonly db: Db;
  readonly points: PointStore;
}

/** GPS-01 */
export function trackRoutes({ db, points }: TrackServices): Route[] {
  return [
    route(readTrack, async ({ caller, params, query, signal }) => {
      const range = askedRange(query.start_time, query.end_time);
      const device = await findDevice(db, caller.tenantId, params.things_id);
      if (!device) throw new ApiError(platformErrors.notFound);
      const wanted = { bindingNumber: device.bindingNumber, ...range };
      const track = await asUnavailable(() => collectTrack(points, wanted, signal));
      return { data: describeTrack(track, await thinned(track, query.max_points, signal)) };
    }),
  ];
}

/** Other calls have their turn while a long track is thinned. */
async function thinned(track: Track, maxPoints: number, signal: AbortSignal): Promise<ThinnedTrack> {
  const work = thinTrack(track, maxPoints);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await nextTurn(undefined, { signal });
  }
}
