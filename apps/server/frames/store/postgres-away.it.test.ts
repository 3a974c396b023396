import { setTimeout as sleep } from "node:timers/promises";
import { platformErrors } from "@canopy/contract/platform/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { createLog } from "../../platform/log.ts";
import { type Database, openDatabase } from "../../platform/postgres/open-database.ts";
import { type Device, LATER_MS, START_US, StoreWorld, timeOf } from "../../testing/engines/test-store-world.ts";
import { type FaultLine, openLine } from "../../testing/faults/fault-line.ts";
import { between, randomFrom } from "../../testing/faults/random.ts";
import { asUnavailable } from "../as-unavailable.ts";
import type { OpenFrameStore } from "./open-frame-store.ts";
import { MINUTE_US } from "./time-window.ts";

/** Seconds of faults; more in `npm run test:faults`. */
const FAULTS_S = Number(process.env.CANOPY_STORE_ROUNDS ?? 0) > 0 ? 30 : 3;
const SEED = Number(process.env.CANOPY_FAULT_SEED ?? 1);
const ALWAYS = { fromUs: 0, toUs: 2 ** 52, filter: {} };
const secondsFrom = (fromUs: number, count = 60) => Array.from({ length: count }, (_, i) => fromUs + i * 1_000_000);

describe("a PostgreSQL server that is away", { timeout: 120_000 * PATIENCE }, () => {
  let world: StoreWorld;
  let target: number | string;
  let line: FaultLine;
  let far: Database;
  let store: OpenFrameStore;

  beforeAll(async () => {
    world = await StoreWorld.open();
    const url = new URL(world.database.url);
    const folder = url.searchParams.get("host");
    target = folder === null ? Number(url.port || 5432) : `${folder}/.s.PGSQL.5432`;
    line = await openLine(target);
    url.searchParams.delete("host");
    url.host = `127.0.0.1:${line.port}`;
    far = openDatabase({ url: url.href, log: createLog("silent"), maxConnections: 5 });
    store = await world.start(undefined, { database: far });
  });
  afterAll(async () => {
    await store.close();
    await far.close();
    await line.close();
    await world.close();
  });

  /** As upkeep does: until it succeeds, however often it fails. */
  async function untilDone(work: () => Promise<unknown>): Promise<number> {
    for (let failures = 0; ; failures += 1)
      try {
        await work();
        return failures;
      } catch {
        await sleep(10);
      }
  }

  it("connections that break anywhere: nothing is lost or doubled, and readers are told so [DAT-08]", async () => {
    const random = randomFrom(SEED);
    const end = performance.now() + FAULTS_S * 1000;
    const answers = { good: 0, away: 0 };
    let failures = 0;
    // A slow machine needs longer until upkeep meets a cut and a reader meets none.
    const hasMetBoth = () => failures > 0 && answers.good > 0;
    const isOver = () => performance.now() > (hasMetBoth() ? end : end + 60_000);
    const cutting = (async () => {
      while (!isOver()) {
        await sleep(between(random, 5, 60));
        line.cut();
      }
    })();
    const devices = Array.from({ length: 4 }, () => world.newDevice());
    const landing = devices.map(async (device) => {
      for (let part = 0; !isOver(); part += 1)
        await world.land(store, device, secondsFrom(START_US + part * MINUTE_US));
    });
    const upkeep = (async () => {
      while (!isOver()) {
        failures += await untilDone(() => store.settleAll());
        failures += await untilDone(() => store.merge(LATER_MS));
      }
    })();
    const reading = (async () => {
      while (!isOver()) {
        const { bindingNumber } = devices[between(random, 0, 3)] as Device;
        const counted = asUnavailable(() => store.frames.count({ bindingNumber, ...ALWAYS }));
        const error = await counted.then(() => undefined).catch((caught: unknown) => caught);
        if (error === undefined) answers.good += 1;
        else {
          expect(error).toMatchObject({ def: platformErrors.unavailable });
          answers.away += 1;
        }
        await sleep(1);
      }
    })();
    await Promise.all([cutting, upkeep, reading, ...landing]);
    expect(failures).toBeGreaterThan(0);
    expect(answers.good).toBeGreaterThan(0);

    for (const device of devices) await world.expectFrames(store, device);
    await store.settleAll();
    await world.sweep(store);
    for (const device of devices) await world.expectFrames(store, device);
    expect(await world.problems(store)).toEqual([]);
    expect(await world.leftovers()).toEqual([]);
  });

  it("a deletion whose answer was lost is done once when it is asked for again", async () => {
    const device = world.newDevice();
    for (let part = 0; part < 6; part += 1) {
      await world.land(store, device, secondsFrom(START_US + part * MINUTE_US));
      if (part === 3) await store.settleAll();
    }
    const range = {
      bindingNumber: device.bindingNumber,
      keep: [],
      fromUs: START_US + 90_000_000,
      toUs: START_US + 300_000_000,
    };
    const deleting = untilDone(() => store.frames.removal.deleteRange(range, Number.POSITIVE_INFINITY));
    for (let i = 0; i < 20; i += 1) {
      await sleep(5);
      line.cut();
    }
    await deleting;
    device.frames = device.frames.filter((frame) => timeOf(frame) < range.fromUs || timeOf(frame) >= range.toUs);
    await world.expectFrames(store, device);
    await world.sweep(store);
    expect(await world.problems(store)).toEqual([]);
  });

  it("a server that is down for a while: landing and readers wait for it", async () => {
    const device = world.newDevice();
    await world.land(store, device, secondsFrom(START_US));
    const { port } = line;
    await line.close();
    // Idle connections are noticed to be broken.
    await sleep(100);
    let isLanded = false;
    const landing = world.land(store, device, secondsFrom(START_US + MINUTE_US)).then(() => {
      isLanded = true;
    });
    const reading = store.frames.count({ bindingNumber: device.bindingNumber, ...ALWAYS });
    await sleep(1500);
    expect(isLanded).toBe(false);
    line = await openLine(target, port);
    expect(await reading).toBeGreaterThanOrEqual(60);
    await landing;
    await world.expectFrames(store, device);
  });
});
