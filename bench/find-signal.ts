// A search for a signal over an hour of the electric car of the simulator, in a worker (DBC-10): from the curve of the
// motor speed; from the moments at which the brake was pressed; from a window in which it was pressed and one in which it
// was not. Each search has to name the signal. `--frames N` (2,600,000: an hour).
import { bitsOf } from "@canopy/can/find-signal/columns";
import type { Findings } from "@canopy/can/find-signal/find-signal";
import type { FindTarget } from "@canopy/can/find-signal/target";
import { MAX_MOMENTS } from "@canopy/contract/signals/find-signal";
import { HOUR_US, SECOND_US, type TimeWindow } from "../apps/server/frames/store/time-window.ts";
import { curveGrid } from "../apps/server/signals/curves/curve-grid.ts";
import { BRAKE_SWITCH, MOTOR_SPEED } from "./load/ev-signals.ts";
import { fillDevice } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { type BenchStore, openStore } from "./load/frame-server.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { medianMs } from "./load/quantile.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const DEVICE = 1;
const FIRST = 8;
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
    const { presses, pressed, released } = await braking(server, window);
    const moments: FindTarget = { kind: "moments", timesUs: presses.slice(0, MAX_MOMENTS), toleranceUs: SECOND_US / 2 };
    const windows: FindTarget = { kind: "windows", a: pressed, b: released };
    const first = await find(reference);
    // Wheels turn as the motor does and the pedal moves with the switch: it is among the first, not always before them.
    mustName("the reference", first.list.slice(0, FIRST), MOTOR_SPEED);
    mustName("the moments", (await find(moments)).list.slice(0, FIRST), BRAKE_SWITCH);
    mustName("the windows", (await find(windows)).list, BRAKE_SWITCH);
    const metrics = {
      frames: first.frames,
      messages: first.messages,
      presses: presses.length,
      hours: (window.toUs - window.fromUs) / HOUR_US,
      referenceMs: await medianMs(() => find(reference)),
      momentsMs: await medianMs(() => find(moments)),
      windowsMs: await medianMs(() => find(windows)),
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await server.close();
  }
}

function mustName(way: string, list: Findings["list"], wanted: typeof MOTOR_SPEED): void {
  const [signal] = wanted.signals;
  const bits = signal && new Set(bitsOf(signal));
  const isNamed = list.some(({ id, field }) => id === wanted.message.id && bitsOf(field).some((bit) => bits?.has(bit)));
  if (!isNamed) throw new Error(`${way} did not name ${signal?.name} but ${list[0]?.id} at ${list[0]?.field.startBit}`);
}

interface Braking {
  /** When the brake was pressed anew. */
  readonly presses: readonly number[];
  /** The longest time of each. */
  readonly pressed: TimeWindow;
  readonly released: TimeWindow;
}

/** From the curve of the switch, at a tenth of a second. */
async function braking({ store }: BenchStore, window: TimeWindow): Promise<Braking> {
  const grid = curveGrid(window, Math.round((window.toUs - window.fromUs) / (SECOND_US / 10)));
  const query = { bindingNumber: DEVICE, ...BRAKE_SWITCH, ...grid, originUs: grid.fromUs };
  const points = (await store.frames.pixels(query)).curves[0] ?? [];
  const presses: number[] = [];
  const longest: [TimeWindow, TimeWindow] = [
    { fromUs: 0, toUs: 0 },
    { fromUs: 0, toUs: 0 },
  ];
  let since = points[0]?.lastUs ?? 0;
  for (const [i, { last, lastUs }] of points.entries()) {
    const before = points[i - 1]?.last ?? last;
    if (last !== before) since = lastUs;
    if (last > before) presses.push(lastUs);
    const state = last > 0 ? 1 : 0;
    if (lastUs - since > longest[state].toUs - longest[state].fromUs) longest[state] = { fromUs: since, toUs: lastUs };
  }
  if (presses.length === 0) throw new Error("the brake was never pressed");
  return { presses, pressed: longest[1], released: longest[0] };
}

/** As the route asks for a signal. */
async function motorSpeed({ store }: BenchStore, window: TimeWindow): Promise<FindTarget> {
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
