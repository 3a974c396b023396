import { MAX_CURVE_ITEMS } from "@canopy/contract/signals/curves";
import { searchDbcs } from "@canopy/contract/signals/dbc-uses";
import { listDeviceSignals, readSeries, signalsIn } from "@canopy/contract/signals/series";
import { readStatistics } from "@canopy/contract/signals/statistics";
import { z } from "zod";
import { device, range, rangeOf, type Tool } from "./tool.ts";

/** Enough to see a shape; a model pays for every point it reads. */
const POINTS = 50;
const MAX_POINTS = 500;

const listInput = z.object({ device });

export const listSignals: Tool<typeof listInput> = {
  name: "list_signals",
  title: "List the signals of a device",
  description:
    "Decoded signals that are bound to the device's channels. `signal` names one in read_curve and get_statistics.",
  input: listInput,
  async run(canopy, input, abort) {
    const { list } = await canopy(listDeviceSignals, { params: { things_id: input.device } }, { signal: abort });
    return { signals: list };
  },
};

const searchInput = z.object({ keyword: z.string().trim().min(1).max(128) });

export const searchSignals: Tool<typeof searchInput> = {
  name: "search_signals",
  title: "Search all DBC files",
  description:
    "Messages and signals of all DBC files of the tenant whose name, comment or unit has every word. A signal of a channel is named CHANNEL!DBC_ID!IDHEX!SIGNAL, with an x behind the id of an extended frame; channels begin at 0.",
  input: searchInput,
  run: (canopy, query, signal) => canopy(searchDbcs, { query }, { signal }),
};

const signals = z
  .array(z.string().max(256))
  .min(1)
  .max(MAX_CURVE_ITEMS)
  .describe("as list_signals tells them: CHANNEL!DBC_ID!IDHEX!SIGNAL");
const curveInput = z.object({
  device,
  signals,
  ...range,
  points: z.number().int().min(1).max(MAX_POINTS).default(POINTS).describe("width; each keeps its peaks"),
});

export const readCurve: Tool<typeof curveInput> = {
  name: "read_curve",
  title: "Read the curve of signals",
  description:
    "Values of signals over a time. Every sample where they are few, else the first, smallest, largest and last of each point: no peak is lost.",
  input: curveInput,
  async run(canopy, { device: things_id, signals: signal, points, ...times }, abort) {
    const { fromMs, toMs } = rangeOf(times);
    const query = { signal, start_time: fromMs, end_time: toMs, points };
    const rows = await canopy(readSeries, { params: { things_id }, query }, { signal: abort });
    const curves: Record<string, [string, number][]> = {};
    for (const { name, time, value } of rows) {
      curves[name] ??= [];
      curves[name].push([time, value]);
    }
    return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), curves };
  },
};

const statisticsInput = z.object({ device, signals, ...range });

export const getStatistics: Tool<typeof statisticsInput> = {
  name: "get_statistics",
  title: "Statistics of signals",
  description: "Samples, smallest, largest, mean and RMS of signals over every sample of a time.",
  input: statisticsInput,
  async run(canopy, { device: things_id, signals: texts, ...times }, signal) {
    const { fromMs, toMs } = rangeOf(times);
    const items = signalsIn(texts);
    const body = { start_time: String(fromMs * 1000), end_time: String(toMs * 1000), items };
    const { data } = await canopy(readStatistics, { params: { things_id }, body }, { signal });
    return {
      signals: data.items.map((item, place) => {
        const name = items[place]?.signal;
        if (item.state === "failed") return { name, error: item.message };
        const { samples, min, max, mean, rms } = item;
        return { name, samples, min, max, mean, rms };
      }),
    };
  },
};
