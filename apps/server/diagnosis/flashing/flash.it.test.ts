import { createHash } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { SIMULATED_FLASH, SIMULATED_HARDWARE } from "../../../simulator/bus/ecu.ts";
import { startFleet } from "../../../simulator/fleet.ts";
import { signPackageForSimulators } from "../../../simulator/terminal/firmware-key.ts";
import {
  SIMULATED_BMS,
  SIMULATED_GATES,
  SIMULATED_UNLOCK,
  simulatedImage,
} from "../../../simulator/terminal/test-flash-order.ts";
import { RunningVehicle } from "../../../simulator/vehicles/load-vehicle.ts";
import type { Gateway } from "../../frames/gateway/gateway.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { until } from "../../testing/processes/spawn-program.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { deviceGateway } from "../../testing/terminals/test-gateway.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { testKey } from "../../testing/worlds/test-firmware.ts";
import type { FlashServices } from "./flash-services.ts";
import { keepFlash } from "./keep-flash.ts";
import { sentRun } from "./run-store.ts";

/** The whole way: HTTP calls, gateway, a parked simulated car whose ECU is flashed, its trace. */
const log = createLog("silent");
const bus = localBus(log);
const VERSION = "BMS 05.02.00";
const IMAGE = simulatedImage(VERSION, 6000);
const DAY_MS = 86_400_000;
let world: TestApp;
let gateway: Gateway;
let manager: TestUser;
let other: TestUser;
let tester: TestUser;
let device: TestDevice;
let address = "";
let ecuId = "";
let keyId = "";

type Method = "GET" | "POST" | "PUT" | "DELETE";
const call = (user: TestUser, method: Method, url: string, payload?: object) =>
  world.call(user, { method, url: `/api${url}`, ...(payload && { payload }) });
const ok = async (user: TestUser, method: Method, url: string, payload?: object) => {
  const answer = await call(user, method, url, payload);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};

beforeAll(async () => {
  // The app of a test has no port of its own in its settings.
  const ask: FlashServices["ask"] = (deviceId, request) => {
    const { params } = request;
    const isOrder = typeof params === "object" && params !== null && "url" in params;
    const moved = isOrder ? { ...params, url: String(params.url).replace(/^http:\/\/[^/]+/, address) } : params;
    return gateway.request(deviceId, { ...request, params: moved });
  };
  world = await testApp({}, { bus, askDevice: ask });
  const { db } = world.database;
  await world.app.listen({ host: "127.0.0.1", port: 0 });
  address = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  other = await world.user({ tenant: "own", name: "manager_b", role: "manager" });
  tester = await world.user({ tenant: "own", name: "sub_tester", role: "sub", level: "read" });
  gateway = await deviceGateway(db, {
    receive: async (from, message, atMs) => {
      if (message.kind === "flash")
        await keepFlash({ db, publish: () => {}, answerSeed: () => {} }, from, message.progress, atMs);
    },
    log,
  });
  const unlock_base64 = Buffer.from(JSON.stringify(SIMULATED_UNLOCK)).toString("base64");
  const { data: unlock } = await ok(manager, "POST", "/unlock-files", { name: "bms-key.json", unlock_base64 });
  const ecu = { name: "BMS", ...SIMULATED_BMS, unlock_file_id: unlock.unlock_file_id };
  ecuId = (await ok(manager, "POST", "/ecus", ecu)).data.ecu_id;
  const memory = [{ address: SIMULATED_FLASH, size: 256 * 1024 }];
  await ok(manager, "PUT", `/ecus/${ecuId}/flash`, { memory, gates: SIMULATED_GATES });
  keyId = await testKey(db, manager.tenantId);
});
afterAll(async () => {
  await gateway?.stop();
  await world?.close();
});
beforeEach(async () => {
  device = await testDevice(world.database.db, manager.tenantId);
  await grantLevel(world.database.db, tester, device.thingsId, "write");
});

const vinOf = (deviceId: string) => new RunningVehicle({ kind: "ev", seed: deviceId, startUs: 0 }).vehicle.vin;
let packages = 0;

const upload = (content: Buffer, query: string) =>
  world.call(manager, {
    method: "POST",
    url: `/api/flash-packages?name=package_${++packages}&${query}`,
    payload: content,
    headers: { "content-type": "application/octet-stream" },
  });

async function signed(more: { manifest?: object; base?: number; sign?: object } = {}) {
  const made = await upload(IMAGE, `file_name=bms.bin&base_address=${more.base ?? SIMULATED_FLASH}`);
  expect(made.statusCode, made.body).toBe(200);
  const { package_id, segments, size, sha256 } = made.json().data;
  expect(sha256).toBe(createHash("sha256").update(IMAGE).digest("hex"));
  const manifest = {
    part_number: "CNP-BMS-0960",
    hardware: SIMULATED_HARDWARE,
    boot: "",
    software_from: ["BMS 05.01.00"],
    software_to: VERSION,
    expires: Date.now() + DAY_MS,
    counter: 3,
    ...more.manifest,
  };
  const signature = signPackageForSimulators({ manifest: { ...manifest, ...more.sign }, segments, size, sha256 });
  const answer = await call(manager, "PUT", `/flash-packages/${package_id}`, { manifest, key_id: keyId, signature });
  return { package_id, answer };
}

const runs = () => `/things/${device.thingsId}/flash-runs`;
const prepare = async (user: TestUser, package_id: string) =>
  call(user, "POST", runs(), { ecu_id: ecuId, package_id, vin: vinOf(device.deviceId) });
const runOf = async (id: string): Promise<FlashRunRow> => (await ok(manager, "GET", `${runs()}/${id}`)).data;
const proof = () => ({ password: TEST_PASSWORD, vin_tail: vinOf(device.deviceId).slice(-6) });

/** A car stands behind the device until the test ends. */
async function parked() {
  const url = `mqtt://127.0.0.1:${gateway.mqttPort}`;
  const car = { id: device.deviceId, key: device.key, vehicle: "ev", isParked: true } as const;
  const fleet = startFleet({ url, devices: [car], log: () => {} });
  onTestFinished(() => fleet.stop());
  await until(async () => fleet.counts().online === 1);
}

/** Asks until every gate is met: the car has to stand for half a minute. */
async function gatesMet(id: string): Promise<void> {
  await until(async () => {
    await ok(manager, "POST", `${runs()}/${id}/actions`, { action: "check" });
    const { gates } = await runOf(id);
    return gates?.every(({ reason }) => reason === null) ?? false;
  }, 60_000);
}

describe("packages", () => {
  it("S19 and HEX are read with their addresses, faults are told by line [UDS-04]", async () => {
    const s19 = "S0030000FC\nS1130000285F245F2212226A000424290008237C2A\nS9030000FC\n";
    const made = await upload(Buffer.from(s19), "file_name=x.s19");
    expect(made.json().data).toMatchObject({ format: "srec", segments: [{ address: 0, size: 16 }], manifest: null });
    const wrong = await upload(Buffer.from(s19.replace("7C2A", "7C2B")), "file_name=x.s19");
    expect([wrong.statusCode, wrong.json().message]).toEqual([422, expect.stringContaining("2")]);
    const cut = await upload(Buffer.from(":0300300002337A1E\n"), "file_name=x.hex");
    expect([cut.statusCode, cut.json().code]).toEqual([422, "flash.fileBad"]);
    const bin = await upload(Buffer.from("x"), "file_name=x.bin");
    expect(bin.json().code).toBe("flash.baseAddress");
  });

  it("a signature of other content and an expired package are refused, a signed one stays as it is [UDS-04]", async () => {
    expect((await signed({ sign: { counter: 4 } })).answer.json().code).toBe("flash.wrongSignature");
    expect((await signed({ manifest: { expires: 1000 } })).answer.json().code).toBe("flash.packageExpired");
    const { package_id, answer } = await signed();
    expect(answer.json().data).toMatchObject({ manifest: { counter: 3 }, key_name: expect.any(String) });
    const { answer: again } = await signed();
    expect(again.statusCode).toBe(200);
    const body = { manifest: { ...answer.json().data.manifest, counter: 9 }, key_id: keyId };
    const { segments, size, sha256 } = answer.json().data;
    const signature = signPackageForSimulators({ manifest: body.manifest, segments, size, sha256 });
    expect((await call(manager, "PUT", `/flash-packages/${package_id}`, { ...body, signature })).json().code).toBe(
      "flash.packageSigned",
    );
  });

  it("one that does not fit the memory, is not signed, or of a role without reset is not prepared [UDS-04]", async () => {
    const foreign = await signed({ base: 0x1000 });
    expect((await prepare(manager, foreign.package_id)).json()).toMatchObject({ code: "flash.packageForeign" });
    const unsigned = (await upload(IMAGE, `file_name=x.bin&base_address=${SIMULATED_FLASH}`)).json().data;
    expect((await prepare(manager, unsigned.package_id)).json().code).toBe("flash.packageUnsigned");
    const { package_id } = await signed();
    const refused = await prepare(tester, package_id);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "flash.noResetRight"]);
    expect(refused.json().message).toMatch(/reset the ECU status|无复位 ECU 状态权限/);
  });

  it("is named by its ECU, of whose flash settings it is part, and then cannot be deleted [UDS-03]", async () => {
    const content = (name: string) => ({ name, ...SIMULATED_BMS });
    const { package_id, answer } = await signed();
    const { name: package_name } = answer.json().data;
    const { data: made } = await ok(manager, "POST", "/ecus", { ...content("Named"), package_id });
    expect(made).toMatchObject({ package_id, package_name });
    const path = `/ecus/${made.ecu_id}`;
    expect((await ok(manager, "GET", `${path}/flash`)).data).toMatchObject({
      package_id,
      memory: [],
      security_level: 1,
    });
    const deleted = await call(manager, "DELETE", `/flash-packages/${package_id}`);
    expect([deleted.json().code, deleted.json().message]).toEqual([
      "flash.packageInUse",
      expect.stringContaining("Named"),
    ]);
    // A caller that does not know of packages leaves it; the flash settings know it too.
    expect((await ok(manager, "PUT", path, content("Renamed"))).data).toMatchObject({ name: "Renamed", package_id });
    const memory = [{ address: 0x1000, size: 16 }];
    await ok(manager, "PUT", `${path}/flash`, { memory });
    expect((await ok(manager, "GET", "/ecus?keyword=Renamed")).list).toMatchObject([
      { package_id: null, package_name: null },
    ]);
    const foreign = await call(manager, "PUT", path, { ...content("Moved"), package_id });
    expect(foreign.json()).toMatchObject({ code: "flash.packageForeign", field: "package_id" });
    expect((await ok(manager, "GET", "/ecus?keyword=Renamed")).list).toHaveLength(1);
    const stranger = await world.user({ tenant: "stranger", name: "manager_s", role: "manager" });
    expect((await call(stranger, "POST", "/ecus", { ...content("Theirs"), package_id })).statusCode).toBe(404);
    expect((await ok(stranger, "GET", "/ecus")).list).toEqual([]);
    await ok(manager, "DELETE", path);
  });

  it("goes to the ECU's channel, with its frames and times and the supply of its vehicle [UDS-04]", async () => {
    const { package_id } = await signed();
    const body = { ecu_id: ecuId, package_id, vin: vinOf(device.deviceId) };
    const { data: run } = await ok(manager, "POST", runs(), { ...body, channel: 2 });
    expect(run).toMatchObject({ channel: 2, nominal_v: 12 });
    const { data: profile } = await ok(manager, "GET", `/ecus/${ecuId}/flash`);
    onTestFinished(() => ok(manager, "PUT", `/ecus/${ecuId}/flash`, profile));
    const gates = { ...SIMULATED_GATES, nominal_v: 24 };
    const transport = { ...profile.transport, fd: true, fill_byte: 0x55, timeout_ms: 2500 };
    await ok(manager, "PUT", `/ecus/${ecuId}/flash`, { ...profile, gates, transport });
    expect((await ok(manager, "GET", `/ecus/${ecuId}/flash`)).data).toMatchObject({ gates, transport });
    const { data: truck } = await ok(manager, "POST", runs(), body);
    expect(await runOf(truck.run_id)).toMatchObject({ channel: 0, nominal_v: 24 });
    const sent = await sentRun(
      world.database.db,
      { tenantId: manager.tenantId, thingsId: device.thingsId },
      truck.run_id,
    );
    expect(sent?.order.settings).toMatchObject({ fd: true, fill_byte: 0x55, timeout_ms: 2500, physical_id: 0x7e4 });
  });

  it("a flow is kept when it can be run, and told where it cannot [UDS-04]", async () => {
    const { standard } = await ok(manager, "GET", "/flash-flows");
    const { data } = await ok(manager, "POST", "/flash-flows", { name: "own", steps: standard });
    expect(data.steps).toEqual(standard);
    const noErase = standard.filter(({ kind }: { kind: string }) => kind !== "erase");
    const refused = await call(manager, "PUT", `/flash-flows/${data.flow_id}`, { name: "own", steps: noErase });
    expect([refused.statusCode, refused.json().code]).toEqual([400, "flash.flowBad"]);
    await ok(manager, "DELETE", `/flash-flows/${data.flow_id}`);
  });
});

describe("a flash", { timeout: 180_000 * PATIENCE }, () => {
  it("goes from gates to read-back, with a trace whose chain holds; a downgrade is refused after it [UDS-04]", async () => {
    await parked();
    const { package_id } = await signed();
    const { data: run } = (await prepare(manager, package_id)).json();
    expect(run).toMatchObject({ state: "draft", software_to: VERSION, size: IMAGE.length });
    const early = await call(manager, "POST", `${runs()}/${run.run_id}/start`, proof());
    expect(early.json().code).toBe("flash.gatesStale");
    await ok(manager, "POST", `${runs()}/${run.run_id}/actions`, { action: "check" });
    await until(async () => (await runOf(run.run_id)).gates !== null);
    const unmet = await call(manager, "POST", `${runs()}/${run.run_id}/start`, proof());
    expect([unmet.statusCode, unmet.json().code]).toEqual([409, "flash.gatesUnmet"]);
    await gatesMet(run.run_id);
    const start = (body: object) => call(manager, "POST", `${runs()}/${run.run_id}/start`, body);
    expect((await start({ ...proof(), vin_tail: "000000" })).json().code).toBe("flash.vinWrong");
    expect((await start({ ...proof(), password: "wrong" })).json().code).toBe("flash.passwordWrong");
    const started = await start(proof());
    expect(started.statusCode, started.body).toBe(200);
    await until(async () => (await runOf(run.run_id)).state === "ended", 60_000);
    expect(await runOf(run.run_id)).toMatchObject({
      outcome: "new",
      failure: null,
      past_erase: true,
      communication_restored: true,
      dtc_setting_restored: true,
    });
    const trace = await ok(manager, "GET", `${runs()}/${run.run_id}/trace`);
    expect(trace.broken_at).toBeNull();
    expect(trace.total).toBeGreaterThan(40);
    const sent = trace.list.filter(({ kind }: { kind: string }) => kind === "request");
    expect(sent.map(({ data }: { data: string }) => data.slice(0, 4))).toContain("3601");
    const older = await signed({ manifest: { counter: 2, software_from: [] } });
    expect((await prepare(manager, older.package_id)).json().code).toBe("flash.packageOlder");
    expect((await call(manager, "POST", `${runs()}/${run.run_id}/actions`, { action: "retry" })).json().code).toBe(
      "flash.runState",
    );
  });

  it("needs another person where the tenant asks for two [UDS-04]", async () => {
    await ok(manager, "PUT", "/flash-settings", { two_persons: true });
    onTestFinished(async () => {
      await ok(manager, "PUT", "/flash-settings", { two_persons: false });
    });
    await parked();
    const { package_id } = await signed();
    const { data: run } = (await prepare(manager, package_id)).json();
    const at = `${runs()}/${run.run_id}`;
    await gatesMet(run.run_id);
    expect((await call(manager, "POST", `${at}/start`, proof())).json().code).toBe("flash.approvalNeeded");
    await ok(manager, "POST", `${at}/actions`, { action: "ask" });
    expect((await call(manager, "POST", `${at}/approve`, proof())).json().code).toBe("flash.ownApproval");
    const { list } = await ok(other, "GET", `/tenant/tenants/${other.tenantId}/users/${other.userId}/message`);
    expect(list[0]).toMatchObject({ link: expect.stringContaining(run.run_id) });
    await ok(other, "POST", `${at}/approve`, proof());
    await ok(manager, "POST", `${at}/start`, proof());
    await until(async () => (await runOf(run.run_id)).state === "ended", 60_000);
    expect(await runOf(run.run_id)).toMatchObject({ outcome: "new", approved_by: "manager_b" });
  });

  it("of a device that is offline does not begin, and says so [UDS-05]", async () => {
    const { package_id } = await signed();
    const { data: run } = (await prepare(manager, package_id)).json();
    const answer = await call(manager, "POST", `${runs()}/${run.run_id}/actions`, { action: "check" });
    expect(answer.json().code).toBe("devices.deviceOffline");
    await ok(manager, "POST", `${runs()}/${run.run_id}/actions`, { action: "cancel" });
    expect((await runOf(run.run_id)).state).toBe("ended");
  });
});
