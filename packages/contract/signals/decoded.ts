import { z } from "zod";
import { historyErrors, storeErrors } from "../frames/errors.ts";
import { frameKey, MAX_TIME_BAR_BUCKETS, storedFrame } from "../frames/history.ts";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { askedMs, MAX_EPOCH_MS, timeUs } from "../platform/times.ts";
import { functionErrors } from "./function-errors.ts";
import { signalReference } from "./signal-reference.ts";

/** DBC-07, as DAT-02: signals of a table's choice; the next is refused. */
export const MAX_DECODED_SIGNALS = 30;
export const MAX_DECODED_ROWS = 500;
/** A value is shown beside those of other messages for this long; after it, the value may have changed. */
export const HELD_US = 60_000_000;

const chosenSignals = z.array(signalReference).max(MAX_DECODED_SIGNALS, functionErrors.signalLimit.code);

const asked = {
  start_time: askedMs.default(0),
  end_time: askedMs.default(MAX_EPOCH_MS),
  items: chosenSignals.min(1),
};

const column = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("found"),
    message: z.string(),
    unit: z.string(),
    revision: z.number(),
    /** Places after the point that its values are shown with. */
    places: z.number(),
  }),
  /** The signal, its revision or its DBC is gone. */
  z.object({ state: z.literal("failed"), code: z.string(), message: z.string() }),
]);
export type DecodedColumn = z.output<typeof column>;

const cell = z.object({
  /** A decimal text beyond 2^53. */
  value: z.union([z.number(), z.string()]),
  /** The name that the DBC gives the value. */
  text: z.string().nullable(),
  /** Of an earlier frame: it still held when this row's frame came. */
  held: z.boolean(),
});
export type DecodedCell = z.output<typeof cell>;

/** The frame whose values are new in this row. */
const row = storedFrame.extend({
  /** One for each signal; null: unknown. */
  cells: z.array(cell.nullable()),
});
export type DecodedRow = z.output<typeof row>;

/**
 * DBC-07: a row for each stored frame of the messages of the chosen signals, in the order of time. Values of other
 * messages are those that held then.
 */
export const listDecoded = endpoint({
  ...readsDevice,
  name: "signals.listDecoded",
  method: "POST",
  reads: true,
  path: "/things/{things_id}/signals/decoded",
  summary: { zh: "历史数据（解码后按键分页）", en: "Decoded history, in pages by key" },
  body: z.strictObject({
    ...asked,
    order: z.enum(["newer", "older"]).default("newer"),
    page_size: z.number().int().min(1).max(MAX_DECODED_ROWS).default(100),
    /** The page goes on behind this row, which is not repeated. */
    cursor: frameKey.optional(),
    /** Jump to a time (microseconds). */
    at: timeUs.optional(),
  }),
  reply: z.object({
    columns: z.array(column),
    list: z.array(row),
    older: frameKey.nullable(),
    newer: frameKey.nullable(),
  }),
  errors: [historyErrors.rangeReversed, ...storeErrors],
});

/** Where in a range the rows of `listDecoded` are. */
export const decodedTimeBar = endpoint({
  ...readsDevice,
  name: "signals.decodedTimeBar",
  method: "POST",
  reads: true,
  path: "/things/{things_id}/signals/decoded/time-bar",
  summary: { zh: "解码后历史数据的时间条（每格行数）", en: "Rows of the decoded history per bucket of a range" },
  body: z.strictObject({
    ...asked,
    buckets: z.number().int().min(1).max(MAX_TIME_BAR_BUCKETS).default(240),
  }),
  reply: z.object({
    data: z.object({
      start_time: z.number(),
      /** Width of a bucket in microseconds; the first begins at `start_time`, which may lie before the asked one. */
      bucket_us: z.number(),
      rows: z.array(z.number()),
      /** Rows of the asked range itself: the first bucket and the last one may reach beyond it. */
      total: z.number(),
    }),
  }),
  errors: [historyErrors.rangeReversed, ...storeErrors],
});

/** Kept per user and device. */
export const getSignalChoice = endpoint({
  ...readsDevice,
  name: "signals.getSignalChoice",
  method: "GET",
  path: "/things/{things_id}/signals/choice",
  summary: { zh: "历史数据所选的信号", en: "The signals that the user chose for a device's decoded history" },
  reply: z.object({ list: z.array(signalReference) }),
});

export const setSignalChoice = endpoint({
  ...readsDevice,
  name: "signals.setSignalChoice",
  method: "PUT",
  path: "/things/{things_id}/signals/choice",
  summary: { zh: "保存所选的信号", en: "Keep the choice of signals" },
  body: z.strictObject({ signals: chosenSignals }),
  reply: z.object({ list: z.array(signalReference) }),
});
