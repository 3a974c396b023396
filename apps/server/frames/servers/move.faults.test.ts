import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../../accounts/create-account.ts";
import { createLog } from "../../platform/log.ts";
import { type TestFrameServers, testFrameServers } from "../../testing/engines/test-frame-servers.ts";
import { framesInStore } from "../../testing/stored/test-lake.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { openIngest } from "../ingest/open-ingest.ts";
import type { StoreProblem } from "../store/verify-store.ts";
import { MoveFault, type MoveParts, type MovePlace, resumeMoves } from "./move-binding.ts";
import { moveDevice } from "./move-device.ts";
import type { OpenServers } from "./open-servers.ts";
import { routeIngest } from "./route-ingest.ts";

const WORKER = join(import.meta.dirname, "../../testing/processes/move-worker.ts");
const PLACES: readonly MovePlace[] = [
  "cleared",
  "copied",
  "begun",
  "closed",
  "points",
  "written",
  "arrived",
  "dropped",
];
const log = createLog("error");
/** Yesterday. */
const BEGUN_US = Date.now() * 1000 - 24 * 3_600_000_000;

let world: TestFrameServers;
let opened: OpenServers;
let device: TestDevice;
let neighbour: TestDevice;
let sequence = 0;
const sent: string[] = [];

beforeAll(async () => {
  world = await testFrameServers();
  opened = await world.open();
  const account = { tenant: "own", tenantKind: "owner", name: "own", password: "Right-2026", role: "manager" } as const;
  const { tenantId } = await createAccount(world.database.db, account);
  device = await testDevice(world.database.db, tenantId);
  await testDevice(world.database.db, tenantId);
  neighbour = await testDevice(world.database.db, tenantId);
});
afterAll(async () => {
  await opened.close();
  await world.drop();
});

const parts = (): MoveParts => ({ database: opened.metadata, servers: opened.servers, log, leaseMs: 700 });
const place = async () => (await opened.places.of(device.bindingNumber)).number;

/** A batch of the device is stored wherever it lives; the neighbour shares its files. */
async function land(frames = 50): Promise<void> {
  const takers = opened.servers.map((server) => {
    const ingest = openIngest({ landing: server.store.landing, log, mayStore: () => true });
    return {
      server,
      ingest: ingest.ingest.bind(ingest),
      connected: ingest.connected.bind(ingest),
      points: { positions: async () => {}, points: async () => {} },
    };
  });
  const { ingest } = routeIngest(takers, opened.places);
  sequence += 1;
  const batch = new FrameBatch();
  const at = BEGUN_US + sequence * 1_000_000;
  for (let i = 0; i < frames; i += 1) batch.push(at + i, 0, 0x100 + i, 0, 2, Uint8Array.of(sequence & 255, i & 255));
  const { bindingNumber, deviceId, tenantId } = device;
  const own = { epoch: 7, sequence, frames: batch, raw: undefined, receivedAtMs: Date.now() };
  expect(await ingest({ bindingNumber, deviceId, tenantId, ...own })).toEqual({ kind: "stored" });
  for (let i = 0; i < frames; i += 1) sent.push(`${at + i} ${sequence & 255} ${i & 255}`);
  const { bindingNumber: beside, deviceId: besideId } = neighbour;
  await ingest({ bindingNumber: beside, deviceId: besideId, tenantId, ...own });
}

async function mustBeWhole(): Promise<void> {
  const stored = await framesInStore(opened.store.frames, device.bindingNumber);
  const contents = stored.map((content) => {
    const [at, , , , , data = ""] = content.split(" ");
    const [a = 0, b = 0] = Buffer.from(data, "hex");
    return `${at} ${a} ${b}`;
  });
  expect(contents).toEqual(sent);
  const { frames } = await opened.store.frames.extent(device.bindingNumber);
  expect(frames).toBe(sent.length);
  const problems: StoreProblem[] = [];
  await opened.store.verify((problem) => problems.push(problem));
  expect(problems).toEqual([]);
}

async function killedAt(step: MovePlace, server: number): Promise<void> {
  const args = [WORKER, JSON.stringify(world.options), device.deviceId, String(server), step];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  const [, signal] = await once(child, "exit");
  expect(signal).toBe("SIGKILL");
}

describe("a move between frame servers [OPS-02]", () => {
  it("takes landed and settled frames, positions and points, and leaves the neighbours", async () => {
    for (let i = 0; i < 3; i += 1) await land();
    await opened.store.settleAll();
    await land();
    const time = Date.now();
    const position = { time, latitude: 48.5, longitude: 9.25, altitude_m: 321.5 };
    await opened.store.points.addPositions([{ bindingNumber: device.bindingNumber, position }]);
    const point = { time, group: "group", values: { level: 0.1 + 0.2 } };
    await opened.store.points.addPoints([{ bindingNumber: device.bindingNumber, point }]);
    const besideBefore = await framesInStore(opened.store.frames, neighbour.bindingNumber);
    expect(await place()).toBe(1);
    expect(await moveDevice(parts(), device.deviceId, "2")).toBe("moved");
    expect(await place()).toBe(2);
    await mustBeWhole();
    expect(await opened.store.points.newestPosition(device.bindingNumber)).toMatchObject(position);
    expect(await opened.store.points.newestPoints(device.bindingNumber)).toEqual([point]);
    expect(await framesInStore(opened.store.frames, neighbour.bindingNumber)).toEqual(besideBefore);
    const left = await world.first.pool.query("select 1 from segments where binding = $1", [device.bindingNumber]);
    expect(left.rows).toEqual([]);
    // The terminal sends a batch again that the old server acknowledged.
    sequence -= 1;
    const before = sent.length;
    await land();
    sent.length = before;
    await mustBeWhole();
    expect(await moveDevice(parts(), device.deviceId, "2")).toBe("there");
  });

  it.each(PLACES)("goes on after its process died when it was %s, with frames before and after", async (step) => {
    const to = (await place()) === 1 ? 2 : 1;
    await land();
    await opened.store.settleAll();
    await land();
    await killedAt(step, to);
    if (step === "cleared" || step === "copied") await land();
    const landing = land();
    await moveDevice(parts(), device.deviceId, String(to));
    await landing;
    expect(await place()).toBe(to);
    await mustBeWhole();
  });

  it("goes on by itself where a worker runs", async () => {
    const to = (await place()) === 1 ? 2 : 1;
    await killedAt("points", to);
    await resumeMoves(parts());
    expect(await place()).toBe(to);
    await land();
    await mustBeWhole();
  });

  it("is done once where workers look for moves to go on with", async () => {
    const to = (await place()) === 1 ? 2 : 1;
    let isMoving = true;
    const worker = (async () => {
      while (isMoving) await resumeMoves(parts());
    })();
    await moveDevice(parts(), device.deviceId, String(to));
    await land();
    isMoving = false;
    await worker;
    expect(await place()).toBe(to);
    await mustBeWhole();
  });

  it("stays where it was when the new server fails", async () => {
    const from = await place();
    const to = from === 1 ? 2 : 1;
    const fault = new Error("the new server is away");
    const failing = moveDevice(
      { ...parts(), step: (at) => (at === "points" ? Promise.reject(fault) : undefined) },
      device.deviceId,
      String(to),
    );
    await expect(failing).rejects.toBe(fault);
    await land();
    expect(await place()).toBe(from);
    await mustBeWhole();
  });

  it("is refused for what is not there", async () => {
    await expect(moveDevice(parts(), "00000000000000000000", "2")).rejects.toThrow(
      new MoveFault("no device has the ID 00000000000000000000"),
    );
    await expect(moveDevice(parts(), device.deviceId, "3")).rejects.toThrow(
      /^3 names no frame server; there are: frame server 1 \(.*\), frame server 2 \(.*\)$/,
    );
  });
});
