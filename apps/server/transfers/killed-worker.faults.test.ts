import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { collect } from "@canopy/can/logs/testing/collect";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { setPackage } from "../capacity/package-store.ts";
import { localBus } from "../platform/bus/local-bus.ts";
import { type Jobs, startJobs } from "../platform/jobs/jobs.ts";
import { createLog } from "../platform/log.ts";
import { partsOf } from "../store-parts.ts";
import { type TestFrameStore, testFrameStore } from "../testing/engines/test-frame-store.ts";
import { forgetHeartbeats } from "../testing/processes/killable-jobs.ts";
import { type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { transferJobs, transferParts } from "../transfer-parts.ts";

const TIMEOUT_MS = 120_000 * PATIENCE;
/** Several chunks of a file, and of a download. */
const FRAMES = process.env.CANOPY_LONG ? 450_000 : 120_000;
const CHUNK = 1024 * 1024;
const startMs = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
const soon = { timeout: 240_000 * PATIENCE, interval: 500 };

describe("a worker killed -9", { timeout: 2 * TIMEOUT_MS }, () => {
  let world: TestApp;
  let frames: TestFrameStore;
  let manager: TestUser;
  let device: TestDevice;
  let later: Jobs | undefined;
  const log = createLog("fatal");

  beforeAll(async () => {
    frames = await testFrameStore();
    world = await testApp({}, { store: frames.store });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    device = await testDevice(world.database.db, manager.tenantId);
  }, TIMEOUT_MS);
  afterAll(async () => {
    await later?.stop(500);
    await world?.close();
    await frames?.drop();
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
    const script = join(import.meta.dirname, "../testing/processes/transfer-worker.ts");
    const { framesDatabase, folder } = frames;
    const args = [script, world.database.url, framesDatabase.url, folder, world.transferFolder, place];
    const worker = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const there = once(worker.stdout, "data");
    await work();
    await there;
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await forgetHeartbeats(world.database.pool);
  }
  const goOn = async () => {
    const stores = { db: world.database.db, ...partsOf(frames.store) };
    const parts = transferParts({ ...stores, bus: localBus(log), folder: world.transferFolder });
    later ??= await startJobs({ database: world.database, log, jobs: transferJobs(parts), work: true });
  };
  const countInStore = async () => {
    const query = { bindingNumber: device.bindingNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, filter: {} };
    const different = new Set<number>();
    for await (const batch of frames.store.frames.stream(query))
      for (let i = 0; i < batch.length; i += 1) different.add(batch.timeUs[i] as number);
    return { all: await frames.store.frames.count(query), different: different.size };
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
    await dieAt("whole", async () => {
      for (let at = 0; at < file.length; at += CHUNK)
        expect((await call("PUT", `${url}/content?offset=${at}`, file.subarray(at, at + CHUNK))).statusCode).toBe(200);
      await vi.waitFor(async () => expect(await state()).toMatchObject({ state: "checked" }), soon);
      expect((await call("POST", `${url}/start`, {})).statusCode).toBe(200);
    });
    expect(await countInStore()).toEqual({ all: 0, different: 0 });
    // The second attempt dies when all is stored: the third one knows that it was this import's.
    await dieAt("visible", async () => undefined);
    expect(await countInStore()).toEqual({ all: FRAMES, different: FRAMES });

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
    const read = collect("candump", answer.rawPayload).frames;
    expect(read.length).toBe(FRAMES);
    expect(new Set(read.map(({ timeUs }) => timeUs)).size).toBe(FRAMES);
  });
});
