import { type ThinnedTrack, thinTrack } from "@canopy/can/gps/thin-track";
import type { Track } from "@canopy/can/gps/track";
import { exportTrack, importTrack, readTrack } from "@canopy/contract/places/tracks";
import { platformErrors } from "@canopy/contract/platform/errors";
import { asUnavailable } from "../frames/as-unavailable.ts";
import { askedRange } from "../frames/history/history-range.ts";
import type { PointStore } from "../frames/store/points/points.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { HttpReply, type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { collectTrack } from "./collect-track.ts";
import { describeTrack } from "./describe-track.ts";
import { trackFile } from "./export-track.ts";
import { importTrackFile, type PositionsStored } from "./import-track.ts";
import { inTurns } from "./in-turns.ts";
import { readPositions } from "./read-positions.ts";
import { TrackShelf } from "./track-shelf.ts";
import { findTrackedDevice } from "./tracked-device-store.ts";

interface TrackServices {
  readonly db: Db;
  readonly points: PointStore;
  readonly positionsStored: PositionsStored;
  readonly now: () => number;
}

interface TrackCall {
  readonly caller: Caller;
  readonly params: { readonly things_id: string };
}

/** GPS-01 */
export function trackRoutes({ db, points, positionsStored, now }: TrackServices): Route[] {
  const deviceOf = async ({ caller, params }: TrackCall) => {
    const device = await findTrackedDevice(db, caller.tenantId, params.things_id);
    if (!device) throw new ApiError(platformErrors.notFound);
    return device;
  };
  const shelf = new TrackShelf();
  return [
    route(readTrack, async (asked) => {
      const { start_time, end_time, max_points } = asked.query;
      const range = askedRange(start_time, end_time);
      const { bindingNumber } = await deviceOf(asked);
      const key = `${asked.caller.userId}/${bindingNumber}/${start_time}/${end_time}`;
      const kept = shelf.take(key);
      const track =
        kept ?? (await asUnavailable(() => collectTrack(points, { bindingNumber, ...range }, asked.signal)));
      const described = describeTrack(track, await thinned(track, max_points, asked.signal));
      // Once: the second answer is of the same moment as the first, a third one reads anew.
      if (!kept && described.thinned) shelf.put(key, track);
      if (described.total > 0) return { data: described };
      const newest = await asUnavailable(() => points.newestPosition(bindingNumber));
      return { data: { ...described, newest_time: newest?.time ?? null } };
    }),
    route(exportTrack, async (asked) => {
      const { start_time, end_time, format } = asked.query;
      const range = askedRange(start_time, end_time);
      const { bindingNumber, deviceId, name } = await deviceOf(asked);
      const pages = readPositions(points, { bindingNumber, ...range }, asked.signal);
      const file = await asUnavailable(() => trackFile(pages, { format, name }));
      const disposition = `attachment; filename="track-${deviceId}-${dayOf(start_time)}.${format}"`;
      return new HttpReply(file, 200, { "content-disposition": disposition, "cache-control": "private, no-store" });
    }),
    route(importTrack, async (asked) => {
      const { bindingNumber } = await deviceOf(asked);
      const target = { points, positionsStored, bindingNumber, nowMs: now(), signal: asked.signal };
      return { data: await asUnavailable(() => importTrackFile(asked.body, target)) };
    }),
  ];
}

/** As 20261114. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, -14).replaceAll("-", "");

/** Other calls have their turn while a long track is thinned. */
async function thinned(track: Track, maxPoints: number, signal: AbortSignal): Promise<ThinnedTrack> {
  return inTurns(thinTrack(track, maxPoints), signal);
}
