import { z } from "zod";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { MAX_EPOCH_MS, queryMs, timeUs } from "../platform/times.ts";
import { historyErrors, storeErrors } from "./errors.ts";
import { FRAME_DIRECTIONS, FRAME_TYPES, frameFilters } from "./frame-filters.ts";

/** DAT-02: above this number of rows the page warns, with the count. */
export const COUNT_WARNING = 10_000;
export const MAX_FRAMES_PER_PAGE = 1000;
export const MAX_TIME_BAR_BUCKETS = 4000;

/** Where a frame stands among all of its device: `time.k`; `k` numbers the frames of one time stamp. */
export const frameKey = z
  .string()
  .regex(/^\d{1,16}\.\d{1,10}$/)
  .refine((text) => {
    const [time = 0, k = 0] = text.split(".").map(Number);
    return time <= Number.MAX_SAFE_INTEGER && k <= 0xffff_ffff;
  }, "outOfRange");

const range = {
  /** From here on; absent: from the first frame. */
  start_time: queryMs.default(0),
  /** Before here; absent: to the last frame. */
  end_time: queryMs.default(MAX_EPOCH_MS),
};
const ofDevice = {
  ...readsDevice,
  errors: [historyErrors.rangeReversed, historyErrors.tooManyIds, ...storeErrors],
} as const;

export const storedFrame = z.object({
  key: frameKey,
  /** Microseconds since 1970, in decimal. */
  time: timeUs,
  channel: z.number(),
  id: z.number(),
  extended: z.boolean(),
  type: z.enum(FRAME_TYPES),
  direction: z.enum(FRAME_DIRECTIONS),
  /** CAN FD: bit rate switch and error state indicator. */
  brs: z.boolean(),
  esi: z.boolean(),
  /** In bytes; a remote frame has a length and no data. */
  length: z.number(),
  /** Hex, upper case. */
  data: z.string(),
  /** UDS-06: the J1939 message of more than eight bytes that ends with this packet, as if it had come in one frame. */
  joined: z.object({ id: z.number(), data: z.string() }).optional(),
});
export type StoredFrameRow = z.output<typeof storedFrame>;

/** DAT-02: one page of frames. The list is always in the order of time, oldest first, whichever way one goes. */
export const listFrames = endpoint({
  ...ofDevice,
  name: "frames.listFrames",
  method: "GET",
  path: "/things/{things_id}/frames",
  summary: { zh: "历史帧（按键分页）", en: "Stored frames, in pages by key" },
  query: z.object({
    ...range,
    filters: frameFilters,
    /** `newer`: from the beginning of the range (or `cursor`, or `at`) on; `older`: back from its end. */
    order: z.enum(["newer", "older"]).default("newer"),
    page_size: z.coerce.number().int().min(1).max(MAX_FRAMES_PER_PAGE).default(100),
    /** The page goes on behind this frame, which is not repeated. */
    cursor: frameKey.optional(),
    /** Jump to a time (microseconds): `newer` begins with the first frame at or after it, `older` ends before it. */
    at: timeUs.optional(),
  }),
  reply: z.object({
    list: z.array(storedFrame),
    /** `cursor` for `order=older`; null: there is nothing before. */
    older: frameKey.nullable(),
    /** `cursor` for `order=newer`; null: there is nothing behind, yet. */
    newer: frameKey.nullable(),
  }),
});

export const countFrames = endpoint({
  ...ofDevice,
  name: "frames.countFrames",
  method: "GET",
  path: "/things/{things_id}/frames/count",
  summary: { zh: "历史帧数量", en: "How many frames a query finds" },
  query: z.object({ ...range, filters: frameFilters }),
  /** `exact` is always true: nothing is estimated. */
  reply: z.object({ data: z.object({ frames: z.number(), exact: z.literal(true) }) }),
});

/** The extent of a device's stored frames: where a page begins to look. */
export const frameExtent = endpoint({
  ...ofDevice,
  name: "frames.frameExtent",
  method: "GET",
  path: "/things/{things_id}/frames/extent",
  summary: { zh: "已存储帧的时间范围与数量", en: "First and last stored frame, number and bytes of all" },
  reply: z.object({
    data: z.object({
      first: timeUs.nullable(),
      last: timeUs.nullable(),
      frames: z.number(),
      bytes: z.number(),
      channels: z.array(z.number()),
    }),
  }),
});

export const frameTimeBar = endpoint({
  ...ofDevice,
  name: "frames.frameTimeBar",
  method: "GET",
  path: "/things/{things_id}/frames/time-bar",
  summary: { zh: "时间条（每格帧数与空缺）", en: "Frames per bucket of a range, and its gaps" },
  query: z.object({
    /** Absent: where the stored frames begin and end. */
    start_time: queryMs.optional(),
    end_time: queryMs.optional(),
    filters: frameFilters,
    buckets: z.coerce.number().int().min(1).max(MAX_TIME_BAR_BUCKETS).default(240),
  }),
  reply: z.object({
    data: z.object({
      start_time: z.number(),
      end_time: z.number(),
      /** Width of a bucket in microseconds; the first begins at `start_time`, which may lie before the asked one. */
      bucket_us: z.number(),
      frames: z.array(z.number()),
      /** From the last frame before to the first after, in microseconds; only those that leave a bucket empty. */
      gaps: z.array(z.object({ from: timeUs, to: timeUs })),
    }),
  }),
});
