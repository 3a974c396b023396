import { z } from "zod";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { listErrors } from "./send-errors.ts";

/** DAT-02: data points of a table's choice; the next is refused. */
export const MAX_DATA_POINTS = 30;

/** An identifier, and one signal of it where a DBC is at hand. */
const dataPoint = z.object({
  id: z.number().int().min(0).max(0x1fffffff),
  extended: z.boolean(),
  /** The message's name when it was chosen; empty: unknown. */
  message: z.string().max(128),
  signal: z.string().max(128).nullable(),
});
export type DataPoint = z.output<typeof dataPoint>;

const dataPoints = z.array(dataPoint).max(MAX_DATA_POINTS, listErrors.pointLimit.code);

/** Kept per user and device. */
export const getDataPoints = endpoint({
  ...readsDevice,
  name: "frames.getDataPoints",
  method: "GET",
  path: "/things/{things_id}/data-points",
  summary: { zh: "历史表格所选的数据点", en: "The data points that the user chose for a device's history" },
  reply: z.object({ list: z.array(dataPoint) }),
});

export const setDataPoints = endpoint({
  ...readsDevice,
  name: "frames.setDataPoints",
  method: "PUT",
  path: "/things/{things_id}/data-points",
  summary: { zh: "保存所选的数据点", en: "Keep the choice of data points" },
  body: z.object({ points: dataPoints }),
  reply: z.object({ list: z.array(dataPoint) }),
});
