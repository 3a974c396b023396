// Segments in a bucket of a real S3 server (OpenStack Swift, on this machine): requests and time of a curve of a day and of
// a page, cold and again, and what an import costs beside one into a folder: in CPU, for the S3 server shares the machine.
// `--frames N` (10,000,000: four hours).
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type OpenFrameStore, openFrameStore } from "../apps/server/frames/store/open-frame-store.ts";
import { DAY_US, type TimeWindow } from "../apps/server/frames/store/time-window.ts";
import { createLog } from "../apps/server/platform/log.ts";
import { curveGrid } from "../apps/server/signals/curves/curve-grid.ts";
import { s3SettingsOf, testS3, whyNoS3 } from "../apps/server/testing/engines/test-s3.ts";
import { openS3Line, type S3Line } from "../apps/server/testing/faults/s3-line.ts";
import { MOTOR_SPEED } from "./load/ev-signals.ts";
import { fillDevice } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { type BenchStore, openStore } from "./load/frame-server.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const [IN_FOLDER, IN_BUCKET] = [1, 2];
const PIXELS = 2_000;
const PAGES = 20;
const LIMITS = { atMost: { curveRequests: 64, pageRequests: 3 }, atLeast: { fillCpuRatio: 0.8 } };

export async function run(): Promise<BenchResult> {
  const why = whyNoS3();
  if (why) throw new Error(why);
  const server = await openStore();
  const s3 = await testS3();
  const line = await openS3Line(s3.port);
  try {
    const metrics = await measure(server, s3.port, line);
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await server.close();
    await line.close();
    await s3.stop();
  }
}

async function measure({ store, database, folder }: BenchStore, port: number, line: S3Line) {
  const frames = flag("frames", 10_000_000);
  const traffic = () => new VehicleTraffic("ev");
  const near = await withCpu(() => fillDevice(store, { bindingNumber: IN_FOLDER, traffic: traffic(), frames }));
  // Another index: that of the folder names files that the bucket lacks.
  await store.frames.removal.drop(IN_FOLDER);
  await store.sweepAll();
  const open = (at = line.port) =>
    openFrameStore({
      database,
      folder: join(folder, "bucket", "segments"),
      log: createLog("error"),
      s3: s3SettingsOf(at, "bench"),
    });
  // Past the line, which runs in this process.
  const writer = await open(port);
  const far = await withCpu(() => fillDevice(writer, { bindingNumber: IN_BUCKET, traffic: traffic(), frames }));
  await writer.close();
  const { fromUs, toUs } = far.answer;
  const day = { fromUs, toUs: Math.min(toUs, fromUs + DAY_US) };
  const reader = await open();
  try {
    const cold = await counted(line, () => curve(reader, day));
    const warm = await counted(line, () => curve(reader, day));
    const pages = await pagesOf(open, line, day);
    return {
      frames: far.answer.frames,
      framesPerCpuSecond: far.answer.frames / far.cpuSeconds,
      fillCpuRatio: near.cpuSeconds / far.cpuSeconds,
      curveRequests: cold.requests,
      curveColdMs: cold.ms,
      curveWarmMs: warm.ms,
      ...pages,
    };
  } finally {
    await reader.close();
  }
}

const curve = ({ frames }: OpenFrameStore, day: TimeWindow) => {
  const grid = curveGrid(day, PIXELS);
  return frames.pixels({ bindingNumber: IN_BUCKET, ...MOTOR_SPEED, ...grid, originUs: grid.fromUs });
};

/** Each from a store that has just been opened: nothing is near. */
async function pagesOf(open: () => Promise<OpenFrameStore>, line: S3Line, { fromUs, toUs }: TimeWindow) {
  const cold: Counted[] = [];
  for (let i = 0; i < PAGES; i += 1) {
    const store = await open();
    const at = fromUs + ((i + 0.5) / PAGES) * (toUs - fromUs);
    const query = { bindingNumber: IN_BUCKET, fromUs: at, toUs, filter: {}, order: "oldestFirst", limit: 100 } as const;
    cold.push(await counted(line, () => store.frames.page(query)));
    await store.close();
  }
  const ofRequests = cold.map(({ requests }) => requests);
  const ofMs = cold.map(({ ms }) => ms);
  return {
    pageRequests: Math.max(...ofRequests),
    pageColdP50Ms: quantile(ofMs, 0.5),
    pageColdP95Ms: quantile(ofMs, 0.95),
  };
}

/** Of this process with its threads. */
async function withCpu<T>(work: () => Promise<T>): Promise<{ readonly answer: T; readonly cpuSeconds: number }> {
  const before = process.cpuUsage();
  const answer = await work();
  const { user, system } = process.cpuUsage(before);
  return { answer, cpuSeconds: (user + system) / 1e6 };
}

interface Counted {
  readonly requests: number;
  readonly ms: number;
}

async function counted(line: S3Line, work: () => Promise<unknown>): Promise<Counted> {
  await sleep(50);
  line.requests.length = 0;
  const began = performance.now();
  await work();
  return { requests: line.requests.length, ms: performance.now() - began };
}
