// GPS-03: 10,000 fences and 1,000 positions a second: processor time of the judge as a share of one core. Half of the
// fences are circles, half polygons of 24 corners, all around one city, and every device watches all of them.
// `--seconds N` (60) of driving.
import type { Fence } from "@canopy/can/gps/fence";
import type { Place } from "@canopy/can/gps/gcj02";
import { type FenceRule, FenceSet } from "../apps/server/alarms/engine/fence-set.ts";
import { PlaceWatch } from "../apps/server/alarms/engine/place-watch.ts";
import { flag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { cpuSeconds } from "./load/process-use.ts";
import type { BenchResult } from "./run.ts";

const FENCES = 10_000;
const DEVICES = 1000;
/** Of the city, in degrees: some 55 km. */
const CITY_DEG = 0.5;
const METRES_PER_DEG = 111_195;
const CORNERS = 24;
const METRES_PER_S = 14;
const LIMITS: Limits = { atMost: { coreShare: 0.2 } };
const T0_US = Date.UTC(2026, 10, 14, 8) * 1000;

export async function run(): Promise<BenchResult> {
  const seconds = flag("seconds", 60);
  const random = randomFrom(7);
  const place = (): Place => ({ latitude: 31 + random() * CITY_DEG, longitude: 121 + random() * CITY_DEG });
  const rules = Array.from(
    { length: FENCES },
    (_, i): FenceRule => ruleOn(i, fenceAt(place(), 100 + random() * 900, i)),
  );
  const built = cpuSeconds(process.pid);
  const set = new FenceSet(rules);
  const indexSeconds = cpuSeconds(process.pid) - built;
  const cars = Array.from({ length: DEVICES }, () => ({
    watch: new PlaceWatch(set),
    at: place(),
    heading: random() * 2 * Math.PI,
  }));
  let changes = 0;
  const drive = (s: number) => {
    for (const car of cars) {
      car.heading += (random() - 0.5) * 0.3;
      car.at = moved(car.at, car.heading);
      const timeUs = T0_US + s * 1_000_000;
      car.watch.judge({ timeUs, ...car.at }, timeUs / 1000);
      changes += car.watch.takeChanges().length;
      car.watch.takeDirty();
    }
  };
  const firstFrom = cpuSeconds(process.pid);
  drive(0);
  const firstSeconds = cpuSeconds(process.pid) - firstFrom;
  const from = cpuSeconds(process.pid);
  for (let s = 1; s <= seconds; s++) drive(s);
  const coreShare = (cpuSeconds(process.pid) - from) / seconds;
  const metrics = {
    coreShare,
    microsecondsPerPosition: (coreShare / DEVICES) * 1e6,
    firstPositionMs: (firstSeconds / DEVICES) * 1000,
    indexSeconds,
    changes,
  };
  return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
}

const ruleOn = (i: number, fence: Fence): FenceRule => ({
  id: String(i),
  fences: [{ fence, isEnter: true }],
  connector: "and",
  dwellUs: 30_000_000,
  mode: "edge",
});

function fenceAt(centre: Place, radiusM: number, i: number): Fence {
  if (i % 2 === 0) return { kind: "circle", centre, radiusM };
  const corners = Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    return {
      latitude: centre.latitude + (radiusM / METRES_PER_DEG) * Math.sin(angle),
      longitude: centre.longitude + (radiusM / METRES_PER_DEG) * Math.cos(angle),
    };
  });
  return { kind: "polygon", corners };
}

const moved = ({ latitude, longitude }: Place, heading: number): Place => ({
  latitude: latitude + (METRES_PER_S / METRES_PER_DEG) * Math.cos(heading),
  longitude: longitude + (METRES_PER_S / METRES_PER_DEG) * Math.sin(heading),
});

/** The same drive every time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}
