import { readFileSync } from "node:fs";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { BusFaultList } from "@canopy/contract/diagnosis/bus-faults";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startFleet } from "../../../simulator/fleet.ts";
import { createLog } from "../../platform/log.ts";
import { until } from "../../testing/processes/spawn-program.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { deviceGateway } from "../../testing/terminals/test-gateway.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { FaultKeeper } from "./fault-keeper.ts";

let world: TestApp;
let manager: TestUser;
let stranger: TestUser;
let keeper: FaultKeeper;
const START_US = (Date.now() - 60_000) * 1000;

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  stranger = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
  keeper = new FaultKeeper(world.database.db, createLog("fatal"));
});
afterAll(async () => {
  await keeper?.stop();
  await world?.close();
});

type Line = readonly [second: number, id: number, hex: string, channel?: number];

/** One batch, and what is known of it is written. */
async function send({ bindingNumber, deviceId, tenantId }: TestDevice, lines: readonly Line[]): Promise<void> {
  const frames = new FrameBatch();
  for (const [second, id, hex, channel = 0] of lines) {
    const data = new Uint8Array(Buffer.from(hex, "hex"));
    frames.push(START_US + second * 1e6, channel, id, id > 0x7ff ? FLAG_EXTENDED : 0, data.length, data);
  }
  const of = { bindingNumber, deviceId, tenantId, epoch: 1, sequence: 1, raw: undefined, receivedAtMs: Date.now() };
  keeper.batch({ ...of, frames });
  await keeper.write();
}

const call = (method: "GET" | "POST" | "DELETE", path: string, payload?: object, user = manager) =>
  world.call(user, { method, url: `/api${path}`, ...(payload && { payload }) });
const faultsOf = async ({ thingsId }: TestDevice): Promise<BusFaultList> =>
  (await call("GET", `/things/${thingsId}/bus-faults`)).json();
const shortOf = ({ list }: BusFaultList) =>
  list.map(({ code, list: of, is_current, first_time, last_time, occurrences }) => {
    const at = (us: string) => (Number(us) - START_US) / 1e6;
    return `${code} ${of} ${is_current ? "now" : "over"} ${at(first_time)}-${at(last_time)} ${occurrences}`;
  });

const HOT = "04FF6E000001FFFF";
const NOTHING = "00FF00000000FFFF";

describe("faults of the bus [UDS-06]", () => {
  it("are listed with first and last time, and are over when the newest message lacks them", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    await send(device, [
      [1, 0x18feca00, HOT],
      [2, 0x18feca00, HOT],
    ]);
    expect(shortOf(await faultsOf(device))).toEqual(["SPN 110 FMI 0 active now 1-2 1"]);
    await send(device, [[3, 0x18feca00, NOTHING]]);
    expect(shortOf(await faultsOf(device))).toEqual(["SPN 110 FMI 0 active over 1-2 1"]);
    // What the terminal recorded before comes later: first seen earlier, and still over.
    await send(device, [[0, 0x18feca00, HOT]]);
    expect(shortOf(await faultsOf(device))).toEqual(["SPN 110 FMI 0 active over 0-2 1"]);
    expect((await faultsOf(device)).senders).toMatchObject([
      { protocol: "j1939", source: 0, list: "active", facts: { lamps: { amberWarning: { state: "off" } } } },
    ]);
  });

  it("come of the log of a vehicle, in one frame and by broadcast, whatever batches are cut", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    const url = new URL("../../../../packages/can/j1939/fixtures/own_j1939.log", import.meta.url);
    const lines = readFileSync(url, "utf8").trim().split("\n");
    for (const line of lines) {
      const [, s, id = "", hex = ""] = /\((\d+\.\d+)\) can0 ([0-9A-F]+)#([0-9A-F]*)/.exec(line) ?? [];
      await send(device, [[Number(s) - 1_700_001_000, Number.parseInt(id, 16), hex]]);
    }
    const { list } = await faultsOf(device);
    expect(list.map(({ code, occurrences }) => `${code} ${occurrences}`)).toEqual([
      "SPN 100 FMI 1 5",
      "SPN 111 FMI 18 2",
      "SPN 190 FMI 8 1",
      "SPN 523774 FMI 12 126",
    ]);
  });

  it("have the names of the fault code files, of OBD-II and of J1939", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    const file = (await call("POST", "/dtc-files", { name: "names.csv" })).json().data.dtc_file_id;
    const csv =
      "code,name_zh,name_en,severity\nP0123,节气门,Throttle,high\nSPN 110,水温,Coolant,\nSPN 110 FMI 3,水温电压,Coolant voltage,\n";
    const content_base64 = Buffer.from(csv).toString("base64");
    expect((await call("POST", `/dtc-files/${file}/import`, { content_base64 })).json().data.taken).toBe(3);
    await send(device, [
      [1, 0x7e8, "0443010123000000"],
      [1, 0x18feca00, HOT],
      [1.5, 0x18feca03, "04FF6E000301FFFF"],
      [2, 0x7e8, "0641018107650400"],
    ]);
    const { list, senders } = await faultsOf(device);
    const named = Object.fromEntries(list.map(({ code, name_en, severity }) => [code, [name_en, severity]]));
    expect(named).toEqual({
      "P0123-00": ["Throttle", "high"],
      "SPN 110 FMI 0": ["Coolant", null],
      "SPN 110 FMI 3": ["Coolant voltage", null],
    });
    expect(senders.find(({ list: of }) => of === "monitors")?.facts).toMatchObject({ is_mil_on: true, dtc_count: 1 });
  });

  it("of a vehicle are those of the channels that are bound to it", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    const channels = [{ things_id: device.thingsId, channel: 1 }];
    const made = await call("POST", "/vehicles", { name: "Truck 7", vin: "LSVAA2180E2123456", channels });
    expect(made.statusCode, made.body).toBe(200);
    await send(device, [
      [1, 0x18feca00, HOT, 0],
      [1, 0x18feca00, "04FF64000101FFFF", 1],
    ]);
    const path = `/vehicles/${made.json().data.id}/bus-faults`;
    const { list }: BusFaultList = (await call("GET", path)).json();
    expect(list.map(({ code, channel }) => [code, channel])).toEqual([["SPN 100 FMI 1", 1]]);
    expect((await call("GET", path, undefined, stranger)).statusCode).toBe(404);
  });

  it("that are over can be forgotten; those that hold stay", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    await send(device, [
      [1, 0x18feca00, HOT],
      [2, 0x18feca00, "04FF64000101FFFF"],
    ]);
    const path = `/things/${device.thingsId}/bus-faults`;
    expect((await call("DELETE", path)).json()).toEqual({ removed: 1 });
    expect(shortOf(await faultsOf(device))).toEqual(["SPN 100 FMI 1 active now 2-2 1"]);
    expect((await call("DELETE", path, undefined, stranger)).statusCode).toBe(404);
  });

  it("of a simulated truck are heard by themselves, over the device link", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    const gateway = await deviceGateway(world.database.db, {
      ingest: async (batch) => {
        keeper.batch(batch);
        return { kind: "stored" };
      },
    });
    onTestFinished(() => gateway.stop());
    const url = `mqtt://127.0.0.1:${gateway.mqttPort}`;
    const truck = { id: device.deviceId, key: device.key, vehicle: "truck" } as const;
    const fleet = startFleet({ url, devices: [truck], log: () => undefined });
    onTestFinished(() => fleet.stop());
    await until(async () => {
      await keeper.write();
      return (await faultsOf(device)).senders.some(({ list, protocol }) => list === "active" && protocol === "j1939");
    });
    expect((await faultsOf(device)).senders[0]?.source).toBe(0);
  });

  it("of a clock that is wrong are left alone", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    await send(device, [[-START_US / 1e6 + 5, 0x18feca00, HOT]]);
    expect((await faultsOf(device)).senders).toEqual([]);
  });
});
