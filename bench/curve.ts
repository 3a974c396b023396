// Curves of 2,000 pixels out of one device: decoded on read, ten signals of three messages, kept, half a year of it.
// `--frames N` (100,000,000: 40 hours), `--peer-frames N` (10,000,000) of them in a plain PostgreSQL table, `--store
// FOLDER` keeps all for the next time.
import type { CurvePixel } from "../apps/server/frames/reading/curve-pixels.ts";
import type { OpenFrameStore } from "../apps/server/frames/store/open-frame-store.ts";
import { DAY_US, HOUR_US, type TimeWindow } from "../apps/server/frames/store/time-window.ts";
import { type CurveGrid, curveGrid } from "../apps/server/signals/curves/curve-grid.ts";
import { curvePoints } from "../apps/server/signals/curves/curve-points.ts";
import { MOTOR_SPEED, PEAK, PEAKS, TEN_SIGNALS } from "./load/ev-signals.ts";
import { type Filled, fillDevice, START_US } from "./load/fill-device.ts";
import { fillPlainTable } from "./load/fill-plain-table.ts";
import { flag } from "./load/flags.ts";
import { type BenchStore, openStore } from "./load/frame-server.ts";
import { fillHalfYear, HALF_YEAR_DAYS } from "./load/half-year.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { PlainTable } from "./load/plain-table.ts";
import { medianMs } from "./load/quantile.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 1;
const HALF_YEAR_DEVICE = 2;
const PIXELS = 2_000;

const LIMITS = {
  atMost: { decodedMs: 250, hourMs: 20, tenSignalsMs: 1200, materialisedMs: 60, tenKeptMs: 150, halfYearMs: 150 },
};
/** Published or measured before for 8.5 M points. */
const PEERS = { victoriametrics: { decodedMs: 211 }, influxdb: { decodedMs: 4_000 }, clickhouse: { decodedMs: 670 } };

export async function run(): Promise<BenchResult> {
  const server = await openStore();
  try {
    const { store } = server;
    const traffic = new VehicleTraffic("ev", { peaks: PEAKS });
    const filled = await fillDevice(store, { bindingNumber: DEVICE, traffic, frames: flag("frames", 100_000_000) });
    const peaksUs = traffic.peaksUs.slice();
    const day = { fromUs: filled.fromUs, toUs: Math.min(filled.toUs, filled.fromUs + DAY_US) };
    const grid = curveGrid(day, PIXELS);
    const decoded = await drawn(store, grid, [1], peaksUs);
    const metrics = {
      frames: filled.frames,
      fillFramesPerSecond: filled.fillFramesPerSecond,
      hours: (day.toUs - day.fromUs) / HOUR_US,
      points: decoded.reduce((sum, { samples }) => sum + samples, 0),
      peaks: peaksUs.filter((timeUs) => timeUs < grid.toUs).length,
      decodedMs: await medianMs(() => motorSpeed(store, grid)),
      hourMs: await medianMs(() => motorSpeed(store, curveGrid(someHour(filled), PIXELS))),
      tenSignalsMs: await medianMs(() => tenSignals(store, grid)),
      pointsMs: await medianMs(async () => curvePoints({ kind: "pixels", pixels: decoded }, day.fromUs, grid.pixelUs)),
      ...(await keptFigures(server, grid, peaksUs)),
    };
    const postgresql = await peer(server, traffic);
    const ratios = { ...againstLimits(metrics, LIMITS), postgresqlHour: postgresql.hourMs / metrics.hourMs };
    return { metrics, peers: { limit: limitsOf(LIMITS), ...PEERS, postgresql }, ratios };
  } finally {
    await server.close();
  }
}

/** In the middle of what is there. */
function someHour({ fromUs, toUs }: Filled): TimeWindow {
  const startUs = Math.floor((fromUs + toUs) / 2);
  return { fromUs: startUs, toUs: Math.min(toUs, startUs + HOUR_US) };
}

const motorSpeed = ({ frames }: OpenFrameStore, grid: CurveGrid, series?: readonly number[]) =>
  frames.pixels({ bindingNumber: DEVICE, ...MOTOR_SPEED, ...grid, originUs: grid.fromUs, series });

/** As a page asks for them: the messages at once. `first` is the number of the first kept series. */
function tenSignals({ frames }: OpenFrameStore, grid: CurveGrid, first?: number) {
  let next = first ?? 0;
  return Promise.all(
    TEN_SIGNALS.map((wanted) => {
      const series = first === undefined ? undefined : wanted.signals.map(() => next++);
      return frames.pixels({ bindingNumber: DEVICE, ...wanted, ...grid, originUs: grid.fromUs, series });
    }),
  );
}

/** The curve of the peaks, where each of them must be seen. */
async function drawn(
  store: OpenFrameStore,
  grid: CurveGrid,
  series: readonly number[],
  peaksUs: readonly number[],
): Promise<readonly CurvePixel[]> {
  const { curves } = await motorSpeed(store, grid, series);
  const pixels = new Map(curves[0]?.map((pixel) => [pixel.index, pixel]));
  for (const timeUs of peaksUs) {
    if (timeUs >= grid.toUs) continue;
    const pixel = pixels.get(Math.floor((timeUs - grid.fromUs) / grid.pixelUs));
    if (pixel?.max !== PEAK) throw new Error(`the peak at ${timeUs} was lost`);
  }
  return curves[0] ?? [];
}

async function keptFigures({ store, database }: BenchStore, grid: CurveGrid, peaksUs: readonly number[]) {
  const { signal } = new AbortController();
  let number = 1;
  const messages = TEN_SIGNALS.map(({ channel, message, signals }) => ({
    bindingNumber: DEVICE,
    channel,
    message,
    series: signals.map((one) => ({ number: number++, signal: one })),
  }));
  const began = performance.now();
  await store.kept.keep(messages, { fromDay: 0 }, signal);
  const keepSeconds = (performance.now() - began) / 1000;
  await drawn(store, grid, [1], peaksUs);
  const { isKept } = await motorSpeed(store, grid, [1]);
  if (!isKept) throw new Error("kept values draw pixels of a second and more: --frames of 2,000,000 at least");
  const bodies = await database.pool.query<{ bytes: number; count: number }>(
    "select avg(seconds_length + minutes_length)::float8 as bytes, count(*)::int as count from kept_bodies",
  );
  await fillHalfYear(store, HALF_YEAR_DEVICE);
  const halfYear = curveGrid({ fromUs: START_US - HALF_YEAR_DAYS * DAY_US, toUs: START_US }, PIXELS);
  const readHalfYear = () =>
    store.frames.pixels({
      bindingNumber: HALF_YEAR_DEVICE,
      ...MOTOR_SPEED,
      ...halfYear,
      originUs: halfYear.fromUs,
      series: [100],
    });
  if (!(await readHalfYear()).isKept) throw new Error("the kept half year was not used");
  return {
    materialisedMs: await medianMs(() => motorSpeed(store, grid, [1])),
    tenKeptMs: await medianMs(() => tenSignals(store, grid, 1)),
    halfYearMs: await medianMs(readHalfYear),
    keepBodiesPerSecond: (bodies.rows[0]?.count ?? 0) / keepSeconds,
    keptBytesPerSignalDay: bodies.rows[0]?.bytes ?? Number.NaN,
  };
}

/** Least and largest of each pixel, which is less than a curve, in SQL. */
async function peer(server: BenchStore, traffic: VehicleTraffic): Promise<Record<string, number> & { hourMs: number }> {
  const table = await PlainTable.create(server, "plain_frames");
  const frames = flag("peer-frames", 10_000_000);
  const { toUs } = await fillPlainTable(table, { traffic, startUs: START_US, frames });
  await table.addIndexes();
  const { channel, message } = MOTOR_SPEED;
  const curve = (window: TimeWindow) =>
    medianMs(() => table.curve({ channel, id: message.id, ...curveGrid(window, PIXELS) }));
  const hour = { fromUs: START_US, toUs: Math.min(toUs, START_US + HOUR_US) };
  const hours = (toUs - START_US) / HOUR_US;
  return { frames, hours, hourMs: await curve(hour), allHoursMs: await curve({ fromUs: START_US, toUs }) };
}
