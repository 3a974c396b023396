import type { FrameBatch } from "@canopy/can/frame/batch";
import type { Frame } from "@canopy/can/frame/frame";
import type { IdTraffic, LoadBucket, LoadQuery, TrafficQuery } from "./bus-traffic.ts";
import type { EachBinding } from "./each-binding.ts";
import type { FindQuery, Found } from "./find-query.ts";
import type { FrameFilter } from "./frame-filter.ts";
import type { FramePosition } from "./frame-position.ts";
import type {
  CurvesQuery,
  Extremes,
  ExtremesQuery,
  FigureQuery,
  Figures,
  MessageCurves,
  PixelQuery,
  Pixels,
  SampleQuery,
  Samples,
} from "./signal-query.ts";
import type { TimeWindow } from "./time-window.ts";

/** A `FramePosition` too. */
export interface StoredFrame extends Frame {
  readonly k: number;
}

export interface FrameQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly filter: FrameFilter;
}

export type PageOrder = "oldestFirst" | "newestFirst";

export interface PageQuery extends FrameQuery {
  readonly order: PageOrder;
  readonly limit: number;
  /** The last frame of the page before. */
  readonly after?: FramePosition | undefined;
}

export interface FramePage {
  readonly frames: readonly StoredFrame[];
  /** Undefined: there are no more. */
  readonly next: FramePosition | undefined;
}

export interface Bucket {
  readonly index: number;
  readonly frames: number;
  readonly firstUs: number;
  readonly lastUs: number;
}

export interface Buckets {
  /** Where bucket 0 begins: at the range, or at the minute before it where buckets are of whole minutes. */
  readonly originUs: number;
  readonly bucketUs: number;
  /** Those with frames. */
  readonly list: readonly Bucket[];
}

export interface Extent {
  /** Undefined: there are no frames. */
  readonly times: { readonly firstUs: number; readonly lastUs: number } | undefined;
  readonly channels: readonly number[];
  readonly frames: number;
  /** As the package counts them. */
  readonly bytes: number;
}

/** Counters of one day of a binding; bytes as the package counts them. */
export interface UsageDay {
  readonly bindingNumber: number;
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly frames: number;
  readonly bytes: number;
}

export interface ExpiringUsage {
  readonly bytes: number;
  /** Of these bytes; 0 where there are none. */
  readonly oldestDay: number;
  readonly newestDay: number;
}

export interface RecentUsage {
  readonly bindingNumber: number;
  readonly oldestDay: number;
  readonly bytes: number;
}

export interface DeleteRange extends TimeWindow {
  readonly bindingNumber: number;
  /** Windows pinned by open alarms: they stay. */
  readonly keep: readonly TimeWindow[];
  /** Only these; all where it is left out. */
  readonly channels?: readonly number[] | undefined;
}

export interface Deleted {
  readonly deleted: number;
  /** As the package counts them. */
  readonly bytes: number;
  /** Frames left in the range for the next task, without pinned ones. */
  readonly remaining: number;
}

/** Frames of a binding that may expire: of days before `beforeDay` and also stored before it. */
export interface Expiry {
  readonly bindingNumber: number;
  readonly beforeDay: number;
  /** Read when its turn comes. */
  keep(): Promise<readonly TimeWindow[]>;
}

export interface Expiring extends EachBinding {
  /** Told of each that lost frames. */
  readonly gone?: ((expiry: Expiry, frames: number) => void) | undefined;
}

/**
 * Every frame of every binding, whatever of it is only landed and whatever is settled. The order of frames is
 * (time, k). A call whose signal aborts ends its work and rejects.
 */
export interface FrameReader {
  page(query: PageQuery, signal?: AbortSignal): Promise<FramePage>;
  /** The last `perId` frames of each channel, identifier and flags before a position, in the order of time. */
  lastBefore(query: FrameQuery, before: FramePosition, perId: number, signal?: AbortSignal): Promise<StoredFrame[]>;
  /** In order and in bounded memory; a batch is good until the next is asked for. */
  stream(query: FrameQuery, signal?: AbortSignal): AsyncGenerator<FrameBatch, void, undefined>;
  count(query: FrameQuery, signal?: AbortSignal): Promise<number>;
  /** Buckets of at least this width: from a minute on they are of whole minutes. */
  buckets(query: FrameQuery, leastUs: number, signal?: AbortSignal): Promise<Buckets>;
  extent(bindingNumber: number, signal?: AbortSignal): Promise<Extent>;
  /** Of each channel and identifier the newest frame, looked for this far before the newest of all. */
  newest(bindingNumber: number, withinUs: number, limit: number, signal?: AbortSignal): Promise<StoredFrame[]>;
  samples(query: SampleQuery, signal?: AbortSignal): Promise<Samples>;
  pixels(query: PixelQuery, signal?: AbortSignal): Promise<Pixels>;
  /** For each message, in their order. */
  curves(query: CurvesQuery, signal?: AbortSignal): Promise<MessageCurves[]>;
  /** From kept values alone, without a frame; values that are not finite do not count. */
  extremes(query: ExtremesQuery, signal?: AbortSignal): Promise<Extremes>;
  /** Of the query's first signal. */
  figures(query: FigureQuery, signal?: AbortSignal): Promise<Figures>;
  /** Each identifier of a channel. */
  traffic(query: TrafficQuery, signal?: AbortSignal): Promise<IdTraffic[]>;
  load(query: LoadQuery, signal?: AbortSignal): Promise<LoadBucket[]>;
  /** DBC-10: always in a worker. */
  find(query: FindQuery, signal?: AbortSignal): Promise<Found>;
}

/** Of one day (without a binding) or of one binding (without a day). */
export interface UsageSum {
  readonly day: number | null;
  readonly bindingNumber: number | null;
  readonly frames: number;
  readonly bytes: number;
}

/** Stored frames and bytes by day and by tenant, always equal to those of the frames. */
export interface FrameUsage {
  /** Days with frames, oldest first; quarantine is no day. */
  daysOf(bindingNumber: number): Promise<UsageDay[]>;
  /** CAP-05: frames and bytes of a tenant, quarantine included. */
  ofTenant(tenantId: string): Promise<{ frames: number; bytes: number }>;
  /** Bytes of a tenant by day, oldest first; day -1 is the quarantine. */
  daysOfTenant(tenantId: string): Promise<{ day: number; bytes: number }[]>;
  /** Of each binding with frames: its oldest day, and its bytes of the days `fromDay` to before `toDay`. */
  recent(bindings: readonly number[], fromDay: number, toDay: number): Promise<RecentUsage[]>;
  /** STA-01: sums of each day over these bindings, and of each binding, of the days `fromDay` to before `toDay`. */
  sums(bindings: readonly number[], fromDay: number, toDay: number): Promise<UsageSum[]>;
  /** STA-01: each of these days of each of these bindings, where it has frames. */
  daysOfEach(bindings: readonly number[], fromDay: number, toDay: number): Promise<UsageDay[]>;
  /** DAT-06: settled bytes of a tenant that are of days before `beforeDay` and were stored before it. */
  expiring(tenantId: string, beforeDay: number): Promise<ExpiringUsage>;
  /** Of all bindings that have any, quarantine included. */
  ofAll(): Promise<{ bindingNumber: number; bytes: number }[]>;
}

export interface FrameRemoval {
  /** DAT-04: the oldest `limit` frames of a range. */
  deleteRange(range: DeleteRange, limit: number, signal?: AbortSignal): Promise<Deleted>;
  /** DAT-05: all frames of a device that stays, and its quarantine. */
  empty(
    bindingNumber: number,
    keep: readonly TimeWindow[],
    signal?: AbortSignal,
  ): Promise<Pick<Deleted, "deleted" | "bytes">>;
  /** Everything of a binding that has ended: its number never comes back. */
  drop(bindingNumber: number): Promise<void>;
  /** DAT-06; returns how many frames went. What one binding cannot do keeps no other: the first fault is thrown in the end. */
  expire(expiries: readonly Expiry[], going?: Expiring): Promise<number>;
}

export interface FrameStore extends FrameReader {
  readonly usage: FrameUsage;
  readonly removal: FrameRemoval;
}
