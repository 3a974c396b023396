import { writeErrorFrame } from "@canopy/can/bus/error-frame";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR } from "@canopy/can/frame/frame";
import type { BusTrouble } from "@canopy/contract/frames/bus-troubles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { TroubleKeeper } from "./trouble-keeper.ts";

let world: TestApp;
let manager: TestUser;
let reader: TestUser;
let stranger: TestUser;
let keeper: TroubleKeeper;
const START_MS = Math.floor(Date.now() / 1000) * 1000 - 60_000;
const PASSIVE = writeErrorFrame({ state: "passive", rec: 130, tec: 0 }, 1);
const OFF = writeErrorFrame({ state: "bus_off", rec: 0, tec: 255 }, 1);

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  reader = await world.user({ tenant: "own", name: "reader_a", role: "sub", level: "read" });
  stranger = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
  keeper = new TroubleKeeper(world.database.db, createLog("fatal"));
});
afterAll(async () => {
  await keeper?.stop();
  await world?.close();
});

type Line = readonly [second: number, data: Uint8Array, channel?: number];

/** One batch, and what is known of it is written. */
async function send({ bindingNumber, deviceId, tenantId }: TestDevice, lines: readonly Line[], shiftMs = 0) {
  const frames = new FrameBatch();
  const timeUs = (second: number) => (START_MS + shiftMs + second * 1000) * 1000;
  frames.push(timeUs(0), 0, 0x100, 0, 2, Uint8Array.of(1, 2));
  for (const [second, data, channel = 0] of lines)
    frames.push(timeUs(second), channel, 0, FLAG_ERROR, data.length, data);
  const of = { bindingNumber, deviceId, tenantId, epoch: 1, sequence: 1, raw: undefined, receivedAtMs: Date.now() };
  keeper.batch({ ...of, frames });
  await keeper.write();
}

const get = (path: string, user = manager) => world.call(user, { method: "GET", url: `/api${path}` });
const troublesOf = async ({ thingsId }: TestDevice, range = "") =>
  (await get(`/things/${thingsId}/bus-troubles?page_size=100${range}`))
    .json()
    .list.map(({ kind, channel, from_time, to_time, errors }: BusTrouble) => {
      const at = (ms: number) => (ms - START_MS) / 1000;
      return `${kind} CAN${channel + 1} ${at(from_time)}-${at(to_time)} ${errors}`;
    });
const burst = (from: number, count: number, channel = 0): Line[] =>
  Array.from({ length: count }, (_, i) => [from + i / 10, PASSIVE, channel]);

describe("troubles of the bus [DEV-13]", () => {
  it("are joined from error frames over batches, and told by range", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    await send(device, burst(0, 6));
    expect(await troublesOf(device)).toEqual([]);
    await send(device, burst(1, 6));
    await send(device, [[30, OFF, 1]]);
    const off = "busOff CAN2 30-30 1";
    expect(await troublesOf(device)).toEqual([off, "errorBurst CAN1 0-1.5 12"]);
    expect(await troublesOf(device, `&start_time=${START_MS + 10_000}`)).toEqual([off]);
    expect(await troublesOf(device, `&end_time=${START_MS + 10_000}`)).toEqual(["errorBurst CAN1 0-1.5 12"]);
    const reversed = await get(`/things/${device.thingsId}/bus-troubles?start_time=5&end_time=4`);
    expect(reversed.json().code).toBe("frames.rangeReversed");
  });

  it("of a clock that cannot be are left out", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    await send(device, [[0, OFF]], 10 * 365 * 86_400_000);
    expect(await troublesOf(device)).toEqual([]);
  });

  it("name the devices of the last day that one may read, bus-off first", async () => {
    const [burnt, off, hidden] = [
      await testDevice(world.database.db, manager.tenantId),
      await testDevice(world.database.db, manager.tenantId),
      await testDevice(world.database.db, manager.tenantId),
    ];
    await grantLevel(world.database.db, reader, burnt.thingsId, "read");
    await grantLevel(world.database.db, reader, off.thingsId, "read");
    await send(burnt, burst(5, 20));
    await send(off, [...burst(20, 20), [2, OFF]]);
    await send(hidden, [[3, OFF]]);
    const seen = (await get("/bus-troubles", reader)).json();
    expect(seen.list.map((row: { things_id: string; kind: string }) => [row.things_id, row.kind])).toEqual([
      [off.thingsId, "busOff"],
      [burnt.thingsId, "errorBurst"],
    ]);
    expect(seen.total).toBe(2);
    expect((await get("/bus-troubles", stranger)).json()).toEqual({ list: [], total: 0 });
    expect((await get(`/things/${hidden.thingsId}/bus-troubles`, reader)).statusCode).toBe(403);
    expect((await get(`/things/${hidden.thingsId}/bus-troubles`, stranger)).statusCode).toBe(404);
  });
});
