import { z } from "zod";
import { CHANNELS_END } from "../device-link/channels.ts";
import { transmission } from "../devices/transmissions.ts";
import { endpoint, RATE } from "../platform/endpoint.ts";
import { defineErrors } from "../platform/errors.ts";

/** docs/live-stream.md is the page to this file. */
export const LIVE_PATH = "/live";
/** Of a client's message; anything longer closes the connection. */
export const LIVE_MAX_MESSAGE_BYTES = 64 * 1024;
/** A connection has to authenticate within this time. */
export const LIVE_HELLO_MS = 5000;
export const LIVE_MAX_SUBSCRIPTIONS = 32;
export const LIVE_MAX_CONNECTIONS_PER_USER = 20;
/** Devices named one by one; for more, subscribe to all. */
export const LIVE_MAX_NAMED_DEVICES = 1000;
/** Bytes that wait for a slow client; beyond it the oldest go and are counted. */
export const LIVE_MAX_QUEUED_BYTES = 1024 * 1024;
/** Twice a second. */
export const LIVE_STATUS_MS = 500;
/** The server is heard at least this often, so that a client notices a dead connection. */
export const LIVE_BEAT_MS = 10_000;
/** A terminal whose clock is further ahead does not move the place from which missed frames are asked for. */
export const LIVE_CLOCK_AHEAD_MS = 60_000;
/** How far back, and how many frames, a client that comes back is filled up with; the rest is told as a gap. */
export const LIVE_FILL_MS = 10 * 60_000;
export const LIVE_FILL_FRAMES = 100_000;

export const liveErrors = defineErrors("frames", {
  liveUpgrade: { status: 426, zh: "此地址只接受 WebSocket 连接", en: "This address is for WebSocket connections" },
  liveOrigin: { status: 403, zh: "不允许从其他网站连接", en: "Connections from another site are not allowed" },
  liveBadMessage: { status: 400, zh: "无法识别的实时消息", en: "The live message could not be understood" },
  liveTooManySubscriptions: { status: 429, zh: "实时订阅过多", en: "Too many live subscriptions" },
  liveTooManyConnections: { status: 429, zh: "实时连接过多", en: "Too many live connections" },
  liveRevoked: {
    status: 403,
    zh: "权限已撤销，实时订阅已结束",
    en: "The right was withdrawn, the live subscription ended",
  },
});

/** The address of the stream. The first message authenticates: no token stands in an address. */
export const liveStream = endpoint({
  name: "frames.liveStream",
  method: "GET",
  path: LIVE_PATH,
  summary: { zh: "实时数据（WebSocket）", en: "Live data (WebSocket)" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
  reply: z.never(),
  errors: [liveErrors.liveUpgrade, liveErrors.liveOrigin],
});

const id = z.number().int().min(1).max(0xffff_ffff);
const deviceId = z.uuid().toLowerCase();
const whole = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/**
 * The last frame that a client has: its time, and how many frames of the same time stamp and of the watched channels
 * it has seen before it.
 */
export const livePosition = z.object({
  time_us: z
    .number()
    .int()
    .min(-(2 ** 51))
    .max(2 ** 51),
  k: z.number().int().min(0).max(0xffff_ffff),
});
export type LivePosition = z.output<typeof livePosition>;

/** Messages of a client, as JSON text. */
export const liveRequest = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello"), token: z.string().min(1).max(512) }),
  z.object({
    type: z.literal("frames"),
    id,
    /** The `id` of the device, as in every call. */
    device_id: deviceId,
    /** Left out: all. */
    channels: z
      .array(
        z
          .number()
          .int()
          .min(0)
          .max(CHANNELS_END - 1),
      )
      .max(CHANNELS_END)
      .optional(),
    /** Later frames are filled in from the store. */
    after: livePosition.optional(),
  }),
  /** There is one watch of statuses per connection: a new one takes the place of the last. */
  z.object({
    type: z.literal("status"),
    devices: z.union([z.literal("all"), z.array(deviceId).max(LIVE_MAX_NAMED_DEVICES)]),
    /** GPS-04: their positions too. */
    places: z.boolean().optional(),
  }),
  /** Ends one subscription of frames. */
  z.object({ type: z.literal("stop"), id }),
]);
export type LiveRequest = z.input<typeof liveRequest>;

/** Messages of the server as JSON text; frames, statuses and positions are binary messages (`live-*.ts`). */
export const liveNotice = z.discriminatedUnion("type", [
  z.object({ type: z.literal("welcome") }),
  z.object({ type: z.literal("beat") }),
  z.object({ type: z.literal("opened"), id }),
  /** Refused, or ended: the code says why. */
  z.object({ type: z.literal("closed"), id, code: z.string() }),
  /** Number of frames not sent because the client reads too slowly. */
  z.object({ type: z.literal("missed"), id, frames: whole }),
  /** Frames of this time are in the store and were not filled in. */
  z.object({ type: z.literal("gap"), id, from_ms: z.number(), to_ms: z.number() }),
  /** The missed frames have been sent. */
  z.object({ type: z.literal("filled"), id }),
  /** MSG-01, NAV-09: they changed; what they are now is asked for by a call. */
  z.object({ type: z.literal("messages") }),
  z.object({ type: z.literal("announcements") }),
  /** TRG-05: alarm events of the tenant changed. */
  z.object({ type: z.literal("alarms") }),
  /** A long-running task of the signed-in user has ended. */
  z.object({
    type: z.literal("task"),
    task_id: z.string(),
    kind: z.string(),
    state: z.enum(["done", "failed"]),
    message_code: z.string().nullable(),
  }),
  /** DEV-06: all that a watched device is sending again and again, whenever it changes. */
  z.object({ type: z.literal("transmissions"), device_id: deviceId, list: z.array(transmission) }),
  /** DAT-04: stored frames of a watched device are gone; what was read of this time is no longer true. */
  z.object({ type: z.literal("deleted"), device_id: deviceId, from_ms: z.number(), to_ms: z.number() }),
  /** UDS-01: the diagnosis of a watched device went on: a request, an answer, an end. What it is now is asked for. */
  z.object({ type: z.literal("diagnosis"), device_id: deviceId, job_id: z.string().nullable() }),
  /** The connection ends. */
  z.object({ type: z.literal("failed"), code: z.string() }),
]);
export type LiveNotice = z.output<typeof liveNotice>;
/** Of the signed-in user; nobody subscribes to them. */
export type UserNotice = Extract<LiveNotice, { type: "messages" | "announcements" | "alarms" | "task" }>;
/** Of one device, to everyone who watches its status. */
export type DeviceNotice = Extract<LiveNotice, { device_id: string }>;
