// Raw pages and curves out of one device's history. `--frames N` (10,000,000; the figure is meant for 100,000,000).
import { readCurve } from "../apps/server/frames/history-curve.ts";
import { readFramePage } from "../apps/server/frames/history-store.ts";
import { readTimeBar } from "../apps/server/frames/history-summary.ts";
import { vehicleDbc } from "../apps/simulator/vehicles/load-vehicle.ts";
import { fillFromVehicle, flag, numberOf, openFrameTable, type StoreClient } from "./load/frame-table.ts";
import { quantile } from "./load/quantile.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 900_100;
const HOUR_US = 3_600_000_000;
const PERIOD_US = 180_000_000;
const START_US = Date.UTC(2026, 0, 5) * 1000;
const PAGES = 60;
const PAGE = 100;
const REPEATS = 7;
/** Of the day: design §11, 24 h at 100 Hz in a device of 80 M frames, decoded on read. */
const LIMIT = { dayCurveMs: 700, pageP95Ms: 100, hourCurveMs: 100 };
const PEERS = {
  victoriametrics: { dayCurveMs: 211 },
  postgresql: { dayCurveMs: 1_500 },
  influxdb: { dayCurveMs: 4_000 },
};

export async function run(): Promise<BenchResult> {
  const { client, close } = await openFrameTable();
  try {
    const { frames, hours } = await fill(client, flag("frames", 10_000_000));
    const range = { fromUs: START_US, toUs: START_US + Math.round(hours * HOUR_US) };
    const pages = await pageTimes(client, range);
    const [message] = vehicleDbc("ev.dbc").messages.filter(({ signals }) => signals.some(isPlain));
    const signal = message?.signals.find(isPlain);
    if (!message || !signal) throw new Error("the vehicle has no plain signal");
    const channel = await numberOf(
      client,
      `select any(ch) from frames where device = ${DEVICE} and id = ${message.id}`,
    );
    const curve = (hoursLong: number) => {
      const window = { fromUs: range.toUs - Math.round(Math.min(hours, hoursLong) * HOUR_US), toUs: range.toUs };
      return () => readCurve(client, { ...window, bindingNumber: DEVICE, channel, message, signal, pixels: 2_000 });
    };
    const bar = () => readTimeBar(client, { ...range, bindingNumber: DEVICE, filter: {} }, 240);
    const metrics: Record<string, number> & { pageP95Ms: number } = {
      frames,
      hours,
      pageP50Ms: quantile(pages, 0.5),
      pageP95Ms: quantile(pages, 0.95),
      // A curve of less than its range would be beside figures of another size.
      ...(hours >= 1 && { hourCurveMs: await median(curve(1)) }),
      ...(hours >= 24 && { dayCurveMs: await median(curve(24)) }),
      timeBarMs: await median(bar),
    };
    const ratios = {
      page: LIMIT.pageP95Ms / metrics.pageP95Ms,
      ...(metrics.hourCurveMs !== undefined && { hourCurve: LIMIT.hourCurveMs / metrics.hourCurveMs }),
      ...(metrics.dayCurveMs !== undefined && { dayCurve: LIMIT.dayCurveMs / metrics.dayCurveMs }),
    };
    return { metrics, peers: { limit: LIMIT, ...PEERS }, ratios };
  } finally {
    await close();
  }
}

const isPlain = ({
  multiplexed,
  isMultiplexor,
  length,
}: {
  multiplexed: unknown;
  isMultiplexor: boolean;
  length: number;
}) => multiplexed === null && !isMultiplexor && length >= 8;

/** Minutes as the vehicle sends them; the rest are the same frames, later: the engine copies faster than we drive. */
async function fill(client: StoreClient, wanted: number): Promise<{ frames: number; hours: number }> {
  const untilUs = START_US + PERIOD_US;
  const vehicle = { kind: "ev", device: DEVICE, startUs: START_US, frames: wanted, untilUs } as const;
  const first = await fillFromVehicle(client, vehicle);
  const periods = Math.max(1, Math.ceil(wanted / first.frames));
  for (let period = 1; period < periods; period += 1)
    await client.command({
      query: `insert into frames select device, ch, id, ts + ${period * PERIOD_US}, flags, len, d8, ext, epoch,
        seq + ${period * 1_000_000}, n from frames where device = ${DEVICE} and ts < ${untilUs}`,
    });
  await client.command({ query: "optimize table frames final" });
  const frames = await numberOf(client, `select count() from frames where device = ${DEVICE}`);
  return { frames, hours: (periods * PERIOD_US) / HOUR_US };
}

/** Jumps to anywhere, then the page after it: forward and backward, all frames or one identifier. */
async function pageTimes(client: StoreClient, range: { fromUs: number; toUs: number }): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < PAGES; i += 1) {
    const atUs = range.fromUs + Math.floor(((range.toUs - range.fromUs) * ((i * 37) % PAGES)) / PAGES);
    const isForward = i % 2 === 0;
    const query = {
      ...(isForward
        ? { fromUs: atUs, toUs: range.toUs }
        : { fromUs: range.fromUs, toUs: Math.max(atUs, range.fromUs + 1) }),
      bindingNumber: DEVICE,
      filter: i % 3 === 0 ? { channels: [0] } : {},
      order: isForward ? ("oldestFirst" as const) : ("newestFirst" as const),
      limit: PAGE,
    };
    const began = performance.now();
    const { next } = await readFramePage(client, query);
    times.push(performance.now() - began);
    if (next === undefined) continue;
    const again = performance.now();
    await readFramePage(client, { ...query, after: next });
    times.push(performance.now() - again);
  }
  return times;
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < REPEATS; i += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return quantile(times, 0.5);
}
