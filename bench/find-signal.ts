// A search for a signal over an hour of the electric car of the simulator, in a worker (DBC-10): from a reference, from
// moments and from two windows. `--frames N` (2,600,000: an hour).
import type { Findings } from "@canopy/can/find-signal/find-signal";
import type { FindTarget } from "@canopy/can/find-signal/target";
import { HOUR_US, SECOND_US } from "../apps/server/frames/store/time-window.ts";
import { curveGrid } from "../apps/server/signals/curves/curve-grid.ts";
import { MOTOR_SPEED } from "./load/ev-signals.ts";
import { fillDevice } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { type BenchStore, openStore } from "./load/frame-server.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { medianMs } from "./load/quantile.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 1;
const LIMITS = { atMost: { referenceMs: 3000, momentsMs: 3000, windowsMs: 3000 } };

export async function run(): Promise<BenchResult> {
  const server = await openStore();
  try {
    const { store } = server;
    const traffic = new VehicleTraffic("ev");
    const filled = await fillDevice(store, { bindingNumber: DEVICE, traffic, frames: flag("frames", 2_600_000) });
    const window = { fromUs: filled.fromUs, toUs: Math.min(filled.toUs, filled.fromUs + HOUR_US) };
    const find = (target: FindTarget) =>
      store.frames.find({ bindingNumber: DEVICE, ...window, target, mostFrames: 1e9 }) as Promise<Findings>;
    const reference = await motorSpeed(server, window);
    const first = await find(reference);
    const [best] = first.list;
    if (best?.id !== MOTOR_SPEED.message.id) throw new Error(`the motor speed was found in ${best?.id}`);
    const at = (share: number) => window.fromUs + share * (window.toUs - window.fromUs);
    const moments = { timesUs: [0.2, 0.35, 0.5, 0.65, 0.8].map(at), toleranceUs: SECOND_US };
    const windows = { a: { fromUs: at(0.1), toUs: at(0.2) }, b: { fromUs: at(0.6), toUs: at(0.7) } };
    const metrics = {
      frames: first.frames,
      messages: first.messages,
      hours: (window.toUs - window.fromUs) / HOUR_US,
      referenceMs: await medianMs(() => find(reference)),
      momentsMs: await medianMs(() => find({ kind: "moments", ...moments })),
      windowsMs: await medianMs(() => find({ kind: "windows", ...windows })),
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await server.close();
  }
}

/** As the route asks for a signal. */
async function motorSpeed({ store }: BenchStore, window: { fromUs: number; toUs: number }): Promise<FindTarget> {
  const grid = curveGrid(window, 2000);
  const { curves } = await store.frames.pixels({
    bindingNumber: DEVICE,
    ...MOTOR_SPEED,
    ...grid,
    originUs: grid.fromUs,
  });
  const points = curves[0] ?? [];
  return {
    kind: "reference",
    timeUs: Float64Array.from(points, ({ lastUs }) => lastUs),
    value: Float64Array.from(points, ({ last }) => last),
  };
}
