// Curves of one 100 Hz signal, 2,000 pixels: materialised, decoded on read, ten at once, half a year.
// `--hours N` (24) and `--frames N` of the whole device (10,000,000; the figure is meant for 80,000,000).

import { curveGrid } from "../apps/server/signals/curve-grid.ts";
import { curvePoints } from "../apps/server/signals/curve-points.ts";
import { decodeCurves } from "../apps/server/signals/decode-curves.ts";
import { readKeptPixels } from "../apps/server/signals/kept-signal-store.ts";
import { materialiseDay } from "../apps/server/signals/materialise-day.ts";
import { parseDbc } from "../packages/can/dbc/parse.ts";
import { flag, numberOf, openFrameTable, type StoreClient } from "./load/frame-table.ts";
import { quantile } from "./load/quantile.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 900_200;
const HOUR_US = 3_600_000_000;
const DAY_US = 24 * HOUR_US;
const START_US = Date.UTC(2026, 0, 5) * 1000;
const STEP_US = 10_000;
const PIXELS = 2_000;
const REPEATS = 7;
const SIGNALS = 10;
const DAYS = 180;
/** One sample in so many is a peak, at no regular pixel. */
const PEAK_EVERY = 99_991;
const PEAK = 60_000;

const LIMIT = { materialisedMs: 150, decodedMs: 700, tenSignalsMs: 500, halfYearMs: 300 };
const PEERS = {
  victoriametrics: { decodedMs: 211 },
  postgresql: { decodedMs: 1_500 },
  influxdb: { decodedMs: 4_000 },
};

const DBC = `VERSION ""\n\nBU_: E\n\nBO_ 256 Fast: 8 E\n SG_ Value : 0|16@1+ (1,0) [0|0] "" E\n`;

export async function run(): Promise<BenchResult> {
  const { client, close } = await openFrameTable();
  try {
    const samples = Math.round((flag("hours", 24) * HOUR_US) / STEP_US);
    await fill(client, samples, flag("frames", 10_000_000));
    const [message] = parseDbc(DBC).dbc.messages;
    const signal = message?.signals[0];
    if (!message || !signal) throw new Error("the bench has no signal");
    const wanted = { bindingNumber: DEVICE, channel: 0, message, signals: [signal] };
    const range = { fromUs: START_US, toUs: START_US + samples * STEP_US };
    const grid = curveGrid(range, PIXELS);
    const decode = () => decodeCurves(client, wanted, grid, PIXELS * 4);
    const began = performance.now();
    // Ten series of one signal: as much to keep and to read as ten signals.
    const series = Array.from({ length: SIGNALS }, (_, i) => ({ number: i + 1, signal }));
    const work = { client, device: DEVICE, checkPoint: () => undefined };
    const messages = [{ ...wanted, alsoIds: undefined, series }];
    for (let at = START_US; at < range.toUs; at += DAY_US) await materialiseDay({ ...work, messages }, at / DAY_US);
    const materialiseSeconds = (performance.now() - began) / 1000;
    await fillHalfYear(client);
    for (const table of ["signal_seconds", "signal_minutes"])
      await client.command({ query: `optimize table ${table} final` });

    const kept = (numbers: readonly number[]) => readKeptPixels(client, { device: DEVICE, series: numbers }, grid, []);
    const half = curveGrid({ fromUs: START_US - DAYS * DAY_US, toUs: START_US }, PIXELS);
    const peaks = Math.floor((samples - 1) / PEAK_EVERY);
    const [decoded] = await decode();
    const pixels = (await kept([1])).get(1) ?? [];
    for (const curve of [decoded, { kind: "pixels" as const, pixels }])
      if (curve?.kind !== "pixels" || peaksOf(curve.pixels) !== peaks) throw new Error("a peak was lost");
    const metrics = {
      frames: await numberOf(client, `select count() from frames where device = ${DEVICE}`),
      points: samples,
      peaks,
      materialisedMs: await median(() => kept([1])),
      decodedMs: await median(decode),
      tenSignalsMs: await median(() => kept(series.map(({ number }) => number))),
      halfYearMs: await median(() => readKeptPixels(client, { device: DEVICE, series: [100] }, half, [])),
      // What any question costs here, however little it asks.
      emptyQueryMs: await median(() => numberOf(client, "select 1")),
      pointsMs: await median(async () => curvePoints({ kind: "pixels", pixels }, range.fromUs, grid.pixelUs)),
      materialiseSamplesPerSecond: (samples * SIGNALS) / materialiseSeconds,
      keptBytesPerSignalDay: await keptBytes(client, samples),
    };
    const ratios = Object.fromEntries(
      Object.entries(LIMIT).map(([name, limit]) => [name, limit / metrics[name as keyof typeof LIMIT]]),
    );
    return { metrics, peers: { limit: LIMIT, ...PEERS }, ratios };
  } finally {
    await close();
  }
}

/** The signal, and as much of other identifiers as the device has frames; made in the store. */
async function fill(client: StoreClient, samples: number, frames: number): Promise<void> {
  const value = `if(number % ${PEAK_EVERY} = 0 and number > 0, ${PEAK}, 2000 + number % 977)`;
  await client.command({
    query: `insert into frames select ${DEVICE}, 0, 256, ${START_US} + number * ${STEP_US} + number % 3, 0, 8,
      toUInt64(${value}), '', 1, intDiv(number, 300), number % 300 from numbers(${samples})`,
  });
  const others = Math.max(0, frames - samples);
  await client.command({
    query: `insert into frames select ${DEVICE}, number % 2, 300 + number % 39,
      ${START_US} + intDiv(number * ${samples * STEP_US}, ${Math.max(1, others)}), 0, 8, number * 2654435761, '', 2,
      intDiv(number, 300), number % 300 from numbers(${others})`,
  });
  await client.command({ query: "optimize table frames final" });
}

/** Minutes as they would have been kept: nobody waits for 1.5 thousand million frames. */
async function fillHalfYear(client: StoreClient): Promise<void> {
  const first = START_US / 60_000_000 - DAYS * 1440;
  await client.command({
    query: `insert into signal_minutes select ${DEVICE}, 100, ${first} + number, 6000, 0, number % 977, 59990000,
      number % 991, 30000000, 0, 10000000 + number % 1000, 3000 + number % 997, 1 from numbers(${DAYS * 1440})`,
  });
}

const sampleAt = (timeUs: number) => Math.round((timeUs - START_US) / STEP_US);

/** Every peak lies in its own pixel or shares one; counted by pixel and looked for there. */
function peaksOf(pixels: readonly { max: number; samples: number; firstUs: number; lastUs: number }[]): number {
  let found = 0;
  for (const { max, firstUs, lastUs } of pixels) {
    const from = Math.ceil(sampleAt(firstUs) / PEAK_EVERY);
    const to = Math.floor(sampleAt(lastUs) / PEAK_EVERY);
    const expected = Math.max(0, to - Math.max(1, from) + 1);
    if (expected > 0 && max === PEAK) found += expected;
  }
  return found;
}

async function keptBytes(client: StoreClient, samples: number): Promise<number> {
  const bytes = await numberOf(
    client,
    `select sum(data_compressed_bytes) from system.parts where active and database = currentDatabase()
      and table = 'signal_seconds'`,
  );
  return (bytes / SIGNALS) * (DAY_US / (samples * STEP_US));
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
