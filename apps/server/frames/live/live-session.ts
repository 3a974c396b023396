import {
  LIVE_BEAT_MS,
  LIVE_HELLO_MS,
  LIVE_MAX_SUBSCRIPTIONS,
  type LiveNotice,
  liveErrors,
  liveRequest,
  type UserNotice,
} from "@canopy/contract/frames/live";
import { type ErrorDef, platformErrors } from "@canopy/contract/platform/errors";
import type { z } from "zod";
import type { Caller } from "../../platform/http/caller.ts";
import { suffices } from "../../platform/http/check-devices.ts";
import type { Log } from "../../platform/log.ts";
import { TokenBucket } from "../../platform/token-bucket.ts";
import type { LiveDevice } from "./live-access-store.ts";
import type { LiveFeed } from "./live-feed.ts";
import { fillFromStore, type ReadPage } from "./live-fill.ts";
import type { LivePlacesHub, PlacesWatch } from "./live-places-hub.ts";
import { LiveQueue, type QueueSocket } from "./live-queue.ts";
import type { Judgement, LiveRights } from "./live-rights.ts";
import type { Bindings } from "./live-rights-store.ts";
import { both, type LiveStatusHub, type StatusWatch } from "./live-status-hub.ts";

/** Shared by all sessions of a process. */
export interface LiveParts {
  readonly feed: LiveFeed;
  readonly hub: LiveStatusHub;
  readonly places: LivePlacesHub;
  /** Asked about again and again while the connection is open. */
  readonly rights: LiveRights;
  /** The caller of this token. */
  resolveCaller(token: string): Promise<Caller | null>;
  findDevice(caller: Caller, deviceId: string): Promise<LiveDevice | undefined>;
  /** Undefined: the whole tenant. */
  readableDevices(caller: Caller): Promise<ReadonlySet<string> | undefined>;
  readPage: ReadPage;
  /** Whether a user may have one more connection; answers how to give it back. */
  admit(userId: string): (() => void) | undefined;
  /** What concerns a user changed. Answers how to stop. */
  watchNews(user: Pick<Caller, "userId" | "tenantId">, onNews: (notice: UserNotice) => void): () => void;
  readonly log: Log;
  now(): number;
}

/** The part of a `ws` socket used here. */
export interface SessionSocket extends QueueSocket {
  close(code: number, reason?: string): void;
  terminate(): void;
  ping(): void;
}

type Request = z.output<typeof liveRequest>;
type FramesRequest = Extract<Request, { type: "frames" }>;
type StatusRequest = Extract<Request, { type: "status" }>;

interface Subscription {
  readonly deviceId: string;
  readonly bindingNumber: number;
  readonly stop: () => void;
}

/** A client that takes no data and answers no ping for this long is gone. */
const DEAD_MS = 60_000;
/** Requests per second: a page that opens sends a few at once. */
const BURST = 100;
const PER_SECOND = 20;

/** Private use (RFC 6455, 7.4.2), after the HTTP status that means the same. */
const CLOSE = { badMessage: 4400, unauthenticated: 4401, late: 4408, tooMany: 4429 } as const;

/** One client: its caller, its subscriptions and their rights. */
export class LiveSession {
  private readonly socket: SessionSocket;
  private readonly parts: LiveParts;
  private readonly queue: LiveQueue;
  private readonly subscriptions = new Map<number, Subscription>();
  private readonly closing = new AbortController();
  private readonly timers: NodeJS.Timeout[] = [];
  private token = "";
  private caller: Caller | undefined;
  private giveBack: (() => void) | undefined;
  private leaveRights: (() => void) | undefined;
  private leaveNews: (() => void) | undefined;
  private status: (StatusWatch & { stop(): void; readonly named: ReadonlySet<string> | undefined }) | undefined;
  private heardMs: number;
  private readonly requests: TokenBucket;
  /** Requests are carried out one after the other, so that a stop never overtakes its start. */
  private work: Promise<void> = Promise.resolve();

  constructor(socket: SessionSocket, parts: LiveParts) {
    this.socket = socket;
    this.parts = parts;
    this.queue = new LiveQueue(socket, parts.now);
    this.heardMs = parts.now();
    this.requests = new TokenBucket(PER_SECOND, BURST, this.heardMs);
    this.timers.push(
      setTimeout(() => this.caller ?? this.fail(platformErrors.unauthenticated, CLOSE.late), LIVE_HELLO_MS),
    );
  }

  hear(data: Uint8Array, isBinary: boolean): void {
    this.heardMs = this.parts.now();
    if (this.closing.signal.aborted) return;
    const request = isBinary ? undefined : readRequest(data);
    if (!request) this.fail(liveErrors.liveBadMessage, CLOSE.badMessage);
    else if (!this.requests.take(this.parts.now())) this.fail(platformErrors.rateLimited, CLOSE.tooMany);
    else {
      this.work = this.work.then(() => this.carryOut(request)).catch((error: unknown) => this.giveUp(error));
    }
  }

  alive(): void {
    this.heardMs = this.parts.now();
  }

  /** The socket is gone. */
  end(): void {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    for (const timer of this.timers) clearInterval(timer);
    for (const { stop } of this.subscriptions.values()) stop();
    this.subscriptions.clear();
    this.status?.stop();
    this.queue.close();
    this.leaveRights?.();
    this.leaveNews?.();
    this.giveBack?.();
  }

  private async carryOut(request: Request): Promise<void> {
    if (this.closing.signal.aborted) return;
    if (request.type === "hello") return this.greet(request.token);
    if (!this.caller) return this.fail(platformErrors.unauthenticated, CLOSE.unauthenticated);
    if (request.type === "frames") return this.openFrames(request, this.caller);
    if (request.type === "status") return this.watchStatus(request, this.caller);
    this.stopFrames(request.id);
  }

  private async greet(token: string): Promise<void> {
    if (this.caller) return this.fail(liveErrors.liveBadMessage, CLOSE.badMessage);
    const caller = await this.parts.resolveCaller(token);
    if (!caller) return this.fail(platformErrors.unauthenticated, CLOSE.unauthenticated);
    if (this.closing.signal.aborted) return;
    this.giveBack = this.parts.admit(caller.userId);
    if (!this.giveBack) return this.fail(liveErrors.liveTooManyConnections, CLOSE.tooMany);
    this.token = token;
    this.caller = caller;
    this.leaveRights = this.parts.rights.watch({ check: () => this.checkRights() });
    this.leaveNews = this.parts.watchNews(caller, (notice) => this.tell(notice));
    this.timers.push(setInterval(() => this.beat(), LIVE_BEAT_MS));
    this.tell({ type: "welcome" });
  }

  private async openFrames(request: FramesRequest, caller: Caller): Promise<void> {
    const { id, device_id: deviceId, channels, after } = request;
    if (this.subscriptions.has(id)) return this.fail(liveErrors.liveBadMessage, CLOSE.badMessage);
    if (this.subscriptions.size >= LIVE_MAX_SUBSCRIPTIONS) return this.refuse(id, liveErrors.liveTooManySubscriptions);
    const device = await this.parts.findDevice(caller, deviceId);
    if (this.closing.signal.aborted) return;
    if (!device) return this.refuse(id, platformErrors.notFound);
    if (!suffices(device.level, "read")) return this.refuse(id, platformErrors.forbidden);
    const { bindingNumber } = device;
    const stopping = new AbortController();
    const unwatch = this.parts.feed.watch({
      bindingNumber,
      channels,
      onBatch: ({ batch, frames }) => this.queue.batch(id, batch, frames),
    });
    const stop = () => {
      stopping.abort();
      unwatch();
      this.queue.forget(id);
    };
    this.subscriptions.set(id, { deviceId, bindingNumber, stop });
    this.tell({ type: "opened", id });
    if (after) void this.fill({ id, bindingNumber, channels, after, signal: stopping.signal });
  }

  private async fill({ id, ...missed }: Pick<FramesRequest, "id" | "channels"> & FillPart): Promise<void> {
    const request = {
      ...missed,
      channels: missed.channels,
      send: (batch: Uint8Array) => this.queue.filled(id, batch),
      gap: (fromMs: number, toMs: number) => this.tell({ type: "gap", id, from_ms: fromMs, to_ms: toMs }),
    };
    try {
      await fillFromStore(this.parts.readPage, request, this.parts.now());
    } catch (error) {
      if (missed.signal.aborted) return;
      this.parts.log.warn({ err: error, device: missed.bindingNumber }, "missed live frames could not be filled in");
    }
    if (!missed.signal.aborted) this.tell({ type: "filled", id });
  }

  private stopFrames(id: number): void {
    this.subscriptions.get(id)?.stop();
    this.subscriptions.delete(id);
  }

  private async watchStatus({ devices, places }: StatusRequest, caller: Caller): Promise<void> {
    this.status?.stop();
    this.status = undefined;
    if (devices.length === 0) return;
    const named = devices === "all" ? undefined : new Set(devices);
    const scope = within(named, await this.parts.readableDevices(caller));
    if (this.closing.signal.aborted) return;
    const watch: StatusWatch & PlacesWatch = {
      tenantId: caller.tenantId,
      scope,
      onStatuses: (message) => this.queue.status(message),
      // A client that reads too slowly does without them.
      onRates: (message) => void this.queue.status(message),
      onNews: (notice) => this.tell(notice),
      onPlaces: (message) => this.queue.status(message),
    };
    const stops = [this.parts.hub.watch(watch), ...(places ? [this.parts.places.watch(watch)] : [])];
    const stop = () => {
      for (const end of stops) end();
    };
    this.status = Object.assign(watch, { stop, named });
  }

  /** The open subscriptions; later ones are judged at the next check. */
  private checkRights() {
    const subscriptions = [...this.subscriptions];
    const { status } = this;
    const thingsIds = [...new Set(subscriptions.map(([, { deviceId }]) => deviceId))];
    return {
      asked: { token: this.token, thingsIds, watchesStatus: status !== undefined },
      judge: (judgement: Judgement | null) => {
        if (this.closing.signal.aborted) return;
        if (judgement === null) return this.fail(platformErrors.unauthenticated, CLOSE.unauthenticated);
        this.caller = judgement.caller;
        this.endRevoked(subscriptions, judgement.bindings);
        if (status) status.scope = within(status.named, judgement.readable);
      },
    };
  }

  private endRevoked(subscriptions: readonly (readonly [number, Subscription])[], bindings: Bindings): void {
    for (const [id, subscription] of subscriptions) {
      const isStillOurs = bindings.get(subscription.deviceId) === subscription.bindingNumber;
      if (isStillOurs || this.subscriptions.get(id) !== subscription) continue;
      this.stopFrames(id);
      this.refuse(id, liveErrors.liveRevoked);
    }
  }

  private beat(): void {
    const quietMs = this.parts.now() - Math.max(this.heardMs, this.queue.lastTakenMs);
    if (quietMs > DEAD_MS) {
      this.socket.terminate();
      return;
    }
    this.socket.ping();
    if (this.queue.isIdle) this.tell({ type: "beat" });
  }

  private refuse(id: number, { code }: ErrorDef): void {
    this.tell({ type: "closed", id, code });
  }

  private tell(notice: LiveNotice): void {
    if (!this.closing.signal.aborted && !this.queue.notice(notice)) this.socket.terminate();
  }

  private fail({ code }: ErrorDef, closeCode: number): void {
    this.tell({ type: "failed", code });
    this.end();
    this.socket.close(closeCode, code);
  }

  private giveUp(error: unknown): void {
    this.parts.log.error({ err: error }, "a live request failed");
    this.fail(platformErrors.unavailable, 1011);
  }
}

interface FillPart {
  readonly bindingNumber: number;
  readonly after: NonNullable<FramesRequest["after"]>;
  readonly signal: AbortSignal;
}

function within(named: ReadonlySet<string> | undefined, readable: ReadonlySet<string> | undefined) {
  if (named === undefined) return readable;
  return readable === undefined ? named : both(named, readable);
}

function readRequest(data: Uint8Array): Request | undefined {
  try {
    return liveRequest.safeParse(JSON.parse(Buffer.from(data).toString("utf8"))).data;
  } catch {
    return undefined;
  }
}
