import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DiskWatch } from "./frames/landing/disk-watch.ts";
import type { OpenFrameStore } from "./frames/store/open-frame-store.ts";
import { STALLED_MS, storeHealth } from "./frames/store/store-health.ts";
import { createLog } from "./platform/log.ts";
import { openDatabase } from "./platform/postgres/open-database.ts";
import { readyParts } from "./ready-parts.ts";
import { START_US, StoreWorld } from "./testing/engines/test-store-world.ts";
import { type TestApp, testApp } from "./testing/test-app.ts";

const GB = 1024 ** 3;
const full = new DiskWatch("", async () => ({ bavail: 0, blocks: 10 * GB, bsize: 1 }));
const roomy = new DiskWatch("", async () => ({ bavail: 9 * GB, blocks: 10 * GB, bsize: 1 }));
const filesOk = async () => "ok" as const;
const ALL_OK = { database: "ok", frames: "ok", files: "ok", disk: "ok", landing: "ok" };

let frames: StoreWorld;
let store: OpenFrameStore;
let world: TestApp;
/** Answers of the probes. */
let health: OpenFrameStore["health"];

beforeAll(async () => {
  frames = await StoreWorld.open();
  store = await frames.openStore();
  world = await testApp(
    {},
    { store, readyParts: () => readyParts(world.database.pool, { health: () => health() }, 300) },
  );
});
afterAll(async () => {
  await world.close();
  await store.close();
  await frames.close();
});

/** An answer is shared for this long; checks are a second apart. */
async function readyz(query = "") {
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const answer = await world.app.inject(`/readyz${query}`);
  return { status: answer.statusCode, ...answer.json() };
}

const readParts = () => readyParts(world.database.pool, { health: () => health() });

describe("/readyz [OPS-03]", () => {
  it("is 200 while every part works", async () => {
    health = () => storeHealth(frames.database.pool, roomy, filesOk);
    expect(await readyz()).toEqual({ status: 200, ready: true, engines: { postgres: "ready" }, parts: ALL_OK });
  });

  it("says that the disk is full", async () => {
    health = () => storeHealth(frames.database.pool, full, filesOk);
    expect(await readyz()).toMatchObject({ status: 503, ready: false, parts: { ...ALL_OK, disk: "full" } });
  });

  it("says that the files are refused, or that their place does not answer [FIL-06]", async () => {
    health = () => storeHealth(frames.database.pool, roomy, async () => "refused");
    expect(await readyz()).toMatchObject({ status: 503, parts: { ...ALL_OK, files: "refused" } });
    health = () => storeHealth(frames.database.pool, roomy, () => new Promise(() => undefined));
    expect(await readParts()).toEqual({ ...ALL_OK, files: "unreachable" });
  });

  it("says that the frames' database is away, or does not answer", async () => {
    const away = openDatabase({ url: "postgres://nobody@127.0.0.1:1/nothing", log: createLog("silent") });
    health = () => storeHealth(away.pool, roomy, filesOk);
    expect(await readyz()).toMatchObject({ status: 503, parts: { ...ALL_OK, frames: "unreachable" } });
    await away.close();
    health = () => new Promise(() => undefined);
    expect(await readyz()).toMatchObject({ status: 503, parts: { ...ALL_OK, frames: "unreachable" } });
  });

  it("lets a balancer send people here while what is away is not of this process", async () => {
    const parts = { frames: "unreachable", files: "unreachable", disk: "full", landing: "stalled" } as const;
    health = async () => parts;
    expect(await readyz("?for=pages")).toMatchObject({ status: 200, ready: true, parts });
    expect(await readyz()).toMatchObject({ status: 503, ready: false, parts });
    expect((await world.app.inject("/readyz?for=nothing")).statusCode).toBe(400);
  });

  it("says that landing is stalled, which one device among others is not", async () => {
    health = () => storeHealth(frames.database.pool, roomy, filesOk);
    const devices = [frames.newDevice(), frames.newDevice(), frames.newDevice()];
    for (const device of devices) await frames.land(store, device, [START_US]);
    const late = (device: { bindingNumber: number } | undefined) =>
      frames.database.pool.query(
        "update landing set landed_at = now() - $1 * interval '1 millisecond' where binding = $2",
        [STALLED_MS + 1000, device?.bindingNumber],
      );
    await late(devices[0]);
    expect(await readyz()).toMatchObject({ status: 200, parts: ALL_OK });
    await late(devices[1]);
    expect(await readyz()).toMatchObject({ status: 503, parts: { ...ALL_OK, landing: "stalled" } });
    await store.settleAll();
    expect(await readyz()).toMatchObject({ status: 200 });
  });
});
