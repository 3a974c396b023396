import { LIVE_MAX_CONNECTIONS_PER_USER, liveErrors, liveStream } from "@canopy/contract/frames/live";
import type { Bus } from "../../platform/bus/bus.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, socketRoute } from "../../platform/http/route.ts";
import { isOwnOrigin } from "../../platform/http/web-sockets.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { FrameReader } from "../store/frame-store.ts";
import { findLiveDevice, readableDevices } from "./live-access-store.ts";
import { LiveFeed } from "./live-feed.ts";
import { LivePlacesHub } from "./live-places-hub.ts";
import { LiveRights } from "./live-rights.ts";
import { readableByAll, readableWatched } from "./live-rights-store.ts";
import { type LiveParts, LiveSession } from "./live-session.ts";
import { LiveStatusHub } from "./live-status-hub.ts";
import { watchUserNews } from "./live-user-news.ts";

export interface LiveServices {
  readonly bus: Bus;
  readonly db: Db;
  readonly frames: FrameReader;
  /** The callers of these tokens. */
  resolveCallers(tokens: readonly string[]): Promise<ReadonlyMap<string, Caller>>;
  /** Where the pages are for people; a proxy may have changed the host of the request. */
  readonly publicUrl: string | undefined;
  readonly log: Log;
  now(): number;
}

/** The live stream: docs/live-stream.md. */
export function liveRoutes({ bus, db, frames, resolveCallers, publicUrl, log, now }: LiveServices): Route[] {
  const publicHost = publicUrl && new URL(publicUrl).host;
  const parts: LiveParts = {
    feed: new LiveFeed(bus),
    hub: new LiveStatusHub(bus, now),
    places: new LivePlacesHub(bus, now),
    rights: new LiveRights({
      resolveCallers,
      readableWatched: (watched) => readableWatched(db, watched),
      readableByAll: (callers) => readableByAll(db, callers),
      log,
    }),
    resolveCaller: async (token) => (await resolveCallers([token])).get(token) ?? null,
    findDevice: (caller, deviceId) => findLiveDevice(db, caller, deviceId),
    readableDevices: (caller) => readableDevices(db, caller),
    readPage: (query, signal) => frames.page(query, signal),
    admit: connectionsOf(LIVE_MAX_CONNECTIONS_PER_USER),
    watchNews: (user, onNews) => watchUserNews(bus, user, onNews),
    log,
    now,
  };
  return [
    socketRoute(liveStream, refusePlainCall, {
      admit({ origin, host }) {
        if (!isOwnOrigin(origin, [host, publicHost])) throw new ApiError(liveErrors.liveOrigin);
      },
      open(socket) {
        const session = new LiveSession(socket, parts);
        socket.on("message", (data: Buffer, isBinary) => session.hear(data, isBinary));
        socket.on("pong", () => session.alive());
        socket.on("close", () => session.end());
      },
    }),
  ];
}

function refusePlainCall(): never {
  throw new ApiError(liveErrors.liveUpgrade);
}

function connectionsOf(limit: number): LiveParts["admit"] {
  const open = new Map<string, number>();
  return (userId) => {
    const count = open.get(userId) ?? 0;
    if (count >= limit) return undefined;
    open.set(userId, count + 1);
    return () => {
      const left = (open.get(userId) ?? 1) - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
    };
  };
}
