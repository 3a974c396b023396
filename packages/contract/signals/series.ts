import { z } from "zod";
import { historyErrors, storeErrors } from "../frames/errors.ts";
import { endpoint, readsDevice } from "../platform/endpoint.ts";
import { queryMs } from "../platform/times.ts";
import { curveErrors } from "./curve-errors.ts";
import { MAX_CURVE_ITEMS, MAX_CURVE_PIXELS } from "./curves.ts";
import { parseSignal, type SignalReference } from "./signal-reference.ts";

/** `CHANNEL!DBC[@REVISION]!IDHEX[x]!SIGNAL`, as `listDeviceSignals` lists them. */
const signalText = z
  .string()
  .max(256)
  .refine((text) => parseSignal(text) !== undefined, curveErrors.signalText.code);
/** A query has one value or several of the same name. */
const signalTexts = z
  .union([signalText, z.array(signalText).max(MAX_CURVE_ITEMS)])
  .default([])
  .transform((texts) => (typeof texts === "string" ? [texts] : texts));

export const signalsIn = (texts: readonly string[]): SignalReference[] =>
  texts.map(parseSignal).filter((signal) => signal !== undefined);

const deviceSignal = z.object({
  /** Names the signal in other calls. */
  signal: z.string(),
  /** For people: channel, message and signal. */
  name: z.string(),
  /** From 0. */
  channel: z.number(),
  message: z.string(),
  unit: z.string(),
  comment: z.string(),
  dbc_name: z.string(),
});
export type DeviceSignal = z.output<typeof deviceSignal>;

/** OPS-07: what other programs may draw of a device. */
export const listDeviceSignals = endpoint({
  ...readsDevice,
  name: "signals.listDeviceSignals",
  method: "GET",
  path: "/things/{things_id}/signals",
  summary: { zh: "设备通道所绑定的信号", en: "The signals that are bound to a device's channels" },
  reply: z.object({ list: z.array(deviceSignal) }),
});

const seriesRow = z.object({
  /** ISO 8601 with microseconds. */
  time: z.string(),
  /** As `DeviceSignal.name`. */
  name: z.string(),
  value: z.number(),
});
export type SeriesRow = z.output<typeof seriesRow>;

/** OPS-07: a curve as rows, for tools that read tables: Grafana's Infinity, spreadsheets, scripts. No peak is lost. */
export const readSeries = endpoint({
  ...readsDevice,
  name: "signals.readSeries",
  method: "GET",
  path: "/things/{things_id}/signals/series",
  summary: { zh: "以行的形式读取信号曲线", en: "Curves of signals as rows" },
  query: z.object({
    signal: signalTexts,
    /** Inside. */
    start_time: queryMs,
    /** Outside. */
    end_time: queryMs,
    /** Width of the picture: up to four samples of each are sent. */
    points: z.coerce.number().int().min(1).max(MAX_CURVE_PIXELS).default(1000),
  }),
  reply: z.array(seriesRow),
  errors: [historyErrors.rangeReversed, ...Object.values(curveErrors), ...storeErrors],
});
