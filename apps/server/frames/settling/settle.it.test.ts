import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { START_US, StoreWorld } from "../../testing/engines/test-store-world.ts";

/** More than one file takes, so that two are written. */
const DEVICES = 201;

describe("settling two files at once", () => {
  let world: StoreWorld;
  beforeAll(async () => {
    world = await StoreWorld.open();
  });
  afterAll(() => world.close());

  it("ends with both of them, also where one fails, and loses nothing [DAT-08]", async () => {
    const steps: string[] = [];
    let isBroken = true;
    const store = await world.start(undefined, {
      step: async (step) => {
        const isFirst = steps.push(step) === 1;
        if (isFirst && isBroken) throw new Error("the first file fails");
        if (isBroken) await sleep(100);
      },
    });
    const devices = Array.from({ length: DEVICES }, () => world.newDevice());
    for (const device of devices) await world.land(store, device, [START_US, START_US + 1]);
    await expect(store.settleAll()).rejects.toThrow("the first file fails");
    const atTheFault = [...steps];
    await sleep(500);
    expect(steps).toEqual(atTheFault);
    expect(steps).toContain("committed");
    isBroken = false;
    await store.settleAll();
    for (const device of devices.slice(-3)) await world.expectFrames(store, device);
    expect((await store.report()).landedFrames).toBe(0);
    await store.close();
  });
});
