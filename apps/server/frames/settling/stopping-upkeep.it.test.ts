import { afterAll, beforeAll, expect, it } from "vitest";
import { START_US, StoreWorld } from "../../testing/engines/test-store-world.ts";
import { until } from "../../testing/processes/spawn-program.ts";
import { MINUTE_US } from "../store/time-window.ts";
import { LEVEL_DAY } from "./merge.ts";

const DEVICES = 60;
const secondsFrom = (fromUs: number) => Array.from({ length: 60 }, (_, i) => fromUs + i * 1_000_000);

let world: StoreWorld;
beforeAll(async () => {
  world = await StoreWorld.open();
});
afterAll(() => world.close());

it("a stop of the upkeep gives up the merge under way and leaves it with the others for the next start [OPS-02]", async () => {
  const store = await world.start();
  const devices = Array.from({ length: DEVICES }, () => world.newDevice());
  for (const part of [0, 2]) {
    for (const device of devices) await world.land(store, device, secondsFrom(START_US + part * MINUTE_US));
    await store.settleAll();
  }
  const merged = async () => {
    const found = await world.database.pool.query<{ binding: number }>(
      "select distinct binding from segments where level = $1",
      [LEVEL_DAY],
    );
    return found.rows.length;
  };
  store.upkeep.start();
  await until(async () => (await merged()) > 0);
  await store.upkeep.stop();
  const atStop = await merged();
  expect(atStop).toBeLessThan(DEVICES);
  store.upkeep.start();
  await until(async () => (await merged()) > atStop);
  await store.upkeep.stop();
  for (const device of devices.slice(0, 3)) await world.expectFrames(store, device);
  await store.close();
});
