import type { Transmission } from "@canopy/contract/devices/transmissions";
import {
  type DeviceNotice,
  LIVE_PATH,
  type LiveNotice,
  liveNotice,
  type UserNotice,
} from "@canopy/contract/frames/live";
import { type LiveStatus, readFramesMessage, readStatusMessage } from "@canopy/contract/frames/live-binary";
import { readPlacesMessage } from "@canopy/contract/frames/live-places";
import { readRatesMessage } from "@canopy/contract/frames/live-rates";
import { currentToken } from "../../platform/api.ts";
import { type LiveState, liveStore } from "../../platform/live.ts";
import { LiveConnection, type LiveConnectionState, type LiveSocket } from "./live-connection.ts";
import { type FrameHandlers, FrameWatch, type FrameWatchOptions } from "./live-frames.ts";
import {
  type PlacesListener,
  type RatesListener,
  type StatusListener,
  type StatusScope,
  StatusWatches,
} from "./live-status.ts";

export type { FrameHandlers, FrameWatchOptions, LiveStatus, StatusScope };

/** Live data of this tab: one connection, opened at the first watch and closed when nobody watches. */
export interface LiveClient {
  state(): LiveConnectionState;
  onState(listener: () => void): () => void;
  /**
   * How devices are, at most twice a second and only what changed; what is known already comes at once. `deviceId` is
   * the `id` of a thing everywhere here, as in every call.
   */
  watchStatus(scope: StatusScope, onStatus: StatusListener, onRates?: RatesListener): () => void;
  /** GPS-04: the positions of all devices as they arrive, at most twice a second. */
  watchPlaces(onPlaces: PlacesListener): () => void;
  /** DEV-06: all that a device sends again and again, whenever it changes; how it is now is the caller's to ask. */
  watchTransmissions(deviceId: string, onList: (list: readonly Transmission[]) => void): () => void;
  /** DAT-04: stored frames of a device were deleted. */
  watchDeleted(deviceId: string, onDeleted: (range: DeletedRange) => void): () => void;
  /** UDS-01: the diagnosis of a device went on. */
  watchDiagnosis(deviceId: string, onChange: () => void): () => void;
  /** MSG-01, NAV-09, TRG-05: messages, announcements or alarms changed, or may have while there was no connection; a task has ended. */
  watchNews(onNews: (notice: UserNotice) => void): () => void;
  /** Frames as they arrive. After a broken connection what was missed is filled in; what could not be is told. */
  watchFrames(options: FrameWatchOptions, handlers: FrameHandlers): () => void;
}

export interface DeletedRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface LiveClientParts {
  openSocket(): LiveSocket;
  token(): string | null;
  now(): number;
  random(): number;
  /** Told with the time of the next attempt where it waits for one. */
  onState?(state: LiveConnectionState, retryAt: number): void;
}

/** A page that is left and one that is opened often share a device: so long the connection is kept for the next. */
const LINGER_MS = 3000;

export function createLiveClient(parts: LiveClientParts): LiveClient {
  const frames = new Map<number, FrameWatch>();
  const statuses = new StatusWatches((asked) => connection.send({ type: "status", ...asked }));
  const devices = new Set<(notice: DeviceNotice) => void>();
  const news = new Set<(notice: UserNotice) => void>();
  const listeners = new Set<() => void>();
  let lastId = 0;
  let lingering: ReturnType<typeof setTimeout> | undefined;
  const connection = new LiveConnection(parts, {
    onWelcome() {
      for (const watch of frames.values()) if (!watch.hasEnded) connection.send(watch.request());
      statuses.ask();
      for (const type of ["messages", "announcements", "alarms"] as const) for (const hear of [...news]) hear({ type });
    },
    onText(text) {
      const notice = readNotice(text);
      if (notice && "id" in notice) frames.get(notice.id)?.hear(notice);
      if (notice && "device_id" in notice) for (const hear of [...devices]) hear(notice);
      if (notice && isNews(notice)) for (const hear of [...news]) hear(notice);
      return notice;
    },
    onBinary(message) {
      const batch = readFramesMessage(message);
      const rates = readRatesMessage(message);
      const places = readPlacesMessage(message);
      if (batch) frames.get(batch.subscription)?.take(batch);
      else if (rates) statuses.takeRates(rates);
      else if (places) statuses.takePlaces(places);
      else statuses.take(readStatusMessage(message) ?? []);
    },
    onState(state, retryAt) {
      parts.onState?.(state, retryAt);
      for (const listener of [...listeners]) listener();
    },
  });

  const watched = () => {
    clearTimeout(lingering);
    connection.open();
  };
  const left = () => {
    if (frames.size > 0 || statuses.size > 0 || news.size > 0) return;
    clearTimeout(lingering);
    lingering = setTimeout(() => connection.close(), LINGER_MS);
  };

  const watchStatus: LiveClient["watchStatus"] = (scope, onStatus, onRates) => {
    const stop = statuses.add(scope, onStatus, onRates);
    watched();
    return () => {
      stop();
      left();
    };
  };

  const watchDevice = (deviceId: string, onNotice: (notice: DeviceNotice) => void) => {
    const hear = (notice: DeviceNotice) => notice.device_id === deviceId && onNotice(notice);
    devices.add(hear);
    // The server tells of the devices whose status is watched.
    const stop = watchStatus([deviceId], () => undefined);
    return () => {
      devices.delete(hear);
      stop();
    };
  };

  return {
    state: () => connection.state,
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watchStatus,
    watchPlaces(onPlaces) {
      const stops = [statuses.addPlaces(onPlaces), watchStatus("all", () => undefined)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    watchTransmissions: (deviceId, onList) =>
      watchDevice(deviceId, (notice) => notice.type === "transmissions" && onList(notice.list)),
    watchDeleted: (deviceId, onDeleted) =>
      watchDevice(deviceId, (notice) => {
        if (notice.type === "deleted") onDeleted({ fromMs: notice.from_ms, toMs: notice.to_ms });
      }),
    watchDiagnosis: (deviceId, onChange) =>
      watchDevice(deviceId, (notice) => notice.type === "diagnosis" && onChange()),
    watchNews(onNews) {
      news.add(onNews);
      watched();
      return () => {
        news.delete(onNews);
        left();
      };
    },
    watchFrames(options, handlers) {
      lastId += 1;
      const watch = new FrameWatch(lastId, options, handlers, parts.now);
      frames.set(watch.id, watch);
      connection.send(watch.request());
      watched();
      return () => {
        if (!frames.delete(watch.id)) return;
        watch.end();
        connection.send({ type: "stop", id: watch.id });
        left();
      };
    },
  };
}

const NEWS: readonly string[] = ["messages", "announcements", "alarms", "task"] satisfies UserNotice["type"][];
const isNews = (notice: LiveNotice): notice is UserNotice => NEWS.includes(notice.type);

function readNotice(text: string): LiveNotice | undefined {
  try {
    return liveNotice.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

let shared: LiveClient | undefined;

/** The live client of this tab. */
export function liveClient(): LiveClient {
  shared ??= createLiveClient({
    openSocket: () => new WebSocket(addressOf(location), []),
    token: currentToken,
    now: Date.now,
    random: Math.random,
    onState: (state, retryAt) => liveStore.set(shownState(state, retryAt, liveStore.get())),
  });
  return shared;
}

function addressOf({ protocol, host }: Location): string {
  return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/api${LIVE_PATH}`;
}

/** The first attempt of a page is not worth a word. */
function shownState(state: LiveConnectionState, retryAt: number, before: LiveState): LiveState {
  if (state === "open") return { kind: "live" };
  if (state === "idle") return { kind: "idle" };
  return state === "connecting" && before.kind === "idle" ? before : { kind: "reconnecting", retryAt };
}
