import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { collect } from "@canopy/can/logs/testing/collect";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { setPackage } from "../capacity/package-store.ts";
import { migrateClickHouse } from "../platform/clickhouse/migrate-clickhouse.ts";
import { type Jobs, startJobs } from "../platform/jobs/jobs.ts";
import { createLog } from "../platform/log.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { type TestClickHouse, testClickHouse } from "../testing/test-clickhouse.ts";
import { type TestDevice, testDevice } from "../testing/test-device.ts";
import { noEngine, TIMEOUT_MS } from "../testing/test-frame-engines.ts";
import { transferJobs, transferParts } from "../transfer-parts.ts";

/** More than is stored together, so that the worker dies between two inserts. */
const FRAMES = 450_000;
const CHUNK = 4 * 1024 * 1024;
const startMs = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
const soon = { timeout: 240_000, interval: 500 };

describe.skipIf(noEngine)("a worker killed -9", { timeout: 2 * TIMEOUT_MS }, () => {
  let world: TestApp;
  let store: TestClickHouse;
  let manager: TestUser;
  let device: TestDevice;
  let later: Jobs | undefined;
  const log = createLog("fatal");

  beforeAll(async () => {
    store = await testClickHouse();
    await migrateClickHouse(store.client, createLog("error"));
    world = await testApp({}, { client: store.client });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    device = await testDevice(world.database.db, manager.tenantId);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await later?.stop(500);
    await world?.close();
    await store?.drop();
  });

  const call = (method: "GET" | "POST" | "PUT", url: string, payload?: object | Buffer) =>
    world.call(manager, {
      method,
      url: `/api${url}`,
      ...(payload && { payload }),
      ...(payload instanceof Buffer && { headers: { "content-type": "application/octet-stream" } }),
    });
  /** Runs what waits until it is at this place, and dies there. */
  async function dieAt(place: string, work: () => Promise<unknown>): Promise<void> {
    const script = join(import.meta.dirname, "../testing/transfer-worker.ts");
    const args = [script, world.database.url, store.url, world.transferFolder, place];
    const worker = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const there = once(worker.stdout, "data");
    await work();
    await there;
    worker.kill("SIGKILL");
    await once(worker, "exit");
  }
  const goOn = async () => {
    const parts = transferParts({ db: world.database.db, client: store.client, folder: world.transferFolder });
    later ??= await startJobs({ database: world.database, log, jobs: transferJobs(parts), work: true });
  };
  const countInStore = async () => {
    const query = `select count() as all, uniqExact(ts) as different from frames where device = ${device.bindingNumber}`;
    const [row] = await (await store.client.query({ query, format: "JSONEachRow" })).json<Record<string, string>>();
    return { all: Number(row?.all), different: Number(row?.different) };
  };

  it("during an import or a download leaves nothing twice and nothing out [DAT-07] [DAT-03]", async () => {
    let text = "";
    for (let i = 0; i < FRAMES; i += 1) {
      const us = startMs * 1000 + i * 10;
      text += `(${Math.floor(us / 1e6)}.${String(us % 1e6).padStart(6, "0")}) can${i & 1} ${(0x100 + (i % 64)).toString(16)}#${i.toString(16).padStart(8, "0")}\n`;
    }
    const file = Buffer.from(text);
    const made = await call("POST", `/things/${device.thingsId}/import-tasks`, {
      name: "drive.log",
      size: file.length,
    });
    const url = `/import-tasks/${made.json().data.task_id}`;
    const state = async () => (await call("GET", url)).json().data;
    await dieAt("stored", async () => {
      for (let at = 0; at < file.length; at += CHUNK)
        expect((await call("PUT", `${url}/content?offset=${at}`, file.subarray(at, at + CHUNK))).statusCode).toBe(200);
      await vi.waitFor(async () => expect(await state()).toMatchObject({ state: "checked" }), soon);
      expect((await call("POST", `${url}/start`, {})).statusCode).toBe(200);
    });
    const half = await countInStore();
    expect(half.all).toBeGreaterThan(0);
    expect(half.all).toBeLessThan(FRAMES);

    await goOn();
    await vi.waitFor(
      async () => expect(await state()).toMatchObject({ state: "done", stored: FRAMES, repeated: 0 }),
      soon,
    );
    expect(await countInStore()).toEqual({ all: FRAMES, different: FRAMES });
    await later?.stop(500);
    later = undefined;

    let task = "";
    await dieAt("generating", async () => {
      const range = { start_time: startMs, end_time: startMs + 60_000, format: "candump" };
      task = (await call("POST", `/things/${device.thingsId}/download-tasks`, range)).json().data.task_id;
    });
    await goOn();
    const download = async () => (await call("GET", `/download-tasks/${task}`)).json().data;
    await vi.waitFor(async () => expect(await download()).toMatchObject({ stage: "waiting_to_download" }), soon);
    const answer = await call("GET", `/download-tasks/${task}/file`);
    const { frames } = collect("candump", answer.rawPayload);
    expect(frames.length).toBe(FRAMES);
    expect(new Set(frames.map(({ timeUs }) => timeUs)).size).toBe(FRAMES);
  });
});
