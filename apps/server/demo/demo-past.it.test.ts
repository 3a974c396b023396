import { Writable } from "node:stream";
import { readCb1Header } from "@canopy/can/frame/cb1-decode";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PipeLink } from "../../simulator/link/pipe-link.ts";
import { Terminal } from "../../simulator/terminal/terminal.ts";
import { createLog } from "../platform/log.ts";
import { countDistances } from "../statistics/count-distances.ts";
import { partsOf } from "../store-parts.ts";
import { type TestDemo, testDemo } from "../testing/worlds/test-demo.ts";
import type { DemoFleet } from "./demo-fleet.ts";
import { startDemoPast } from "./demo-past.ts";
import { DEMO_VEHICLES } from "./demo-vehicles.ts";

vi.setConfig({ testTimeout: 120_000 });

const DRIVEN_S = 40;
let demo: TestDemo;
let fleet: DemoFleet;

beforeAll(async () => {
  demo = await testDemo();
  fleet = { ...(await demo.start()), drivenS: DRIVEN_S };
});
afterAll(() => demo.world.close());

function past(of: DemoFleet = fleet) {
  const { world } = demo;
  const stores = { db: world.database.db, ...partsOf(world.store) };
  const distances = (signal: AbortSignal) => countDistances({ ...stores, now: Date.now }, signal);
  const log = createLog("fatal");
  return startDemoPast({ ...stores, dataFolder: world.transferFolder, log, countDistances: distances, waitMs: 0 }, of);
}

const framesOf = async () => {
  const { frames } = partsOf(demo.world.store);
  return Promise.all(fleet.devices.map(async ({ bindingNumber }) => (await frames.extent(bindingNumber)).frames));
};

/** What the terminals of the demo record in that time. */
function recorded(): number[] {
  return DEMO_VEHICLES.map(({ vehicle, seed }, i) => {
    let frames = 0;
    const count = new Writable({
      write(record: Buffer, _, done) {
        const header = record[0] === 0x46 ? readCb1Header(record.subarray(5)) : undefined;
        frames += header?.ok ? header.value.frames : 0;
        done();
      },
    });
    const startUs = fleet.beganMs * 1000 - DRIVEN_S * 1e6;
    const deviceId = fleet.devices[i]?.deviceId ?? "";
    const terminal = new Terminal({ deviceId, kind: vehicle, seed, startUs, epoch: 0 });
    terminal.attach(new PipeLink(count));
    for (let second = 1; second <= DRIVEN_S; second++) terminal.advance(startUs + second * 1e6);
    terminal.flush();
    return frames;
  });
}

it("the hour before the first start is there once, whenever the start before was ended [OPS-01]", async () => {
  // Ended with the first vehicle whole, or in the middle of it.
  const first = past();
  await vi.waitFor(async () => expect((await framesOf()).some((frames) => frames > 0)).toBe(true), 60_000);
  await first.stop();
  await past().done;
  expect(await framesOf()).toEqual(recorded());

  const { frames, points } = partsOf(demo.world.store);
  for (const { bindingNumber } of fleet.devices) {
    const { times } = await frames.extent(bindingNumber);
    expect(times?.lastUs).toBeLessThan(fleet.beganMs * 1000);
    expect(times?.firstUs).toBeGreaterThanOrEqual((fleet.beganMs - DRIVEN_S * 1000) * 1000);
    const window = { fromUs: 0, toUs: fleet.beganMs * 1000, limit: 1000 };
    expect((await points.positions({ bindingNumber, ...window })).length).toBeGreaterThan(DRIVEN_S / 2);
  }

  const driven = await demo.world.database.pool.query("select 1 from thing_distance_days where distance_m > 0");
  expect(driven.rowCount).toBeGreaterThan(0);

  // Once more adds nothing.
  await past().done;
  expect(await framesOf()).toEqual(recorded());
});

it("its frames fire no alarm [TRG-01]", async () => {
  const { call } = demo.world;
  const answer = await call(demo, { method: "GET", url: "/api/alarm-events?page_size=25" });
  expect([answer.statusCode, answer.json().list]).toEqual([200, []]);
});
