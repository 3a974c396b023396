import type { AddressInfo } from "node:net";
import type { LogEntry } from "@canopy/contract/devices/device-log";
import type { DiagnosisJob, TraceEvent } from "@canopy/contract/diagnosis/sessions";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startFleet } from "../../../simulator/fleet.ts";
import { PresenceKeeper } from "../../devices/link/keep-presence.ts";
import type { Gateway } from "../../frames/gateway/gateway.ts";
import { publishDiagnosis } from "../../frames/live/live-device-news.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { until } from "../../testing/processes/spawn-program.ts";
import { connectLive } from "../../testing/terminals/live-socket.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { deviceGateway } from "../../testing/terminals/test-gateway.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { endOffline, type SessionServices, watchSessions } from "./keep-session.ts";
import { keepTrace } from "./keep-trace.ts";

/** The whole way: HTTP call, gateway, a simulated vehicle with its ECUs, the trace, the live stream. */
const log = createLog("silent");
const bus = localBus(log);
const BMS = { physical_id: 0x7e4, response_id: 0x7ec, functional_id: 0x7df };
const UNLOCK = { levels: { "1": [{ op: "xor", bytes: "5A" }, { op: "addIndex" }] } };
let world: TestApp;
let gateway: Gateway;
let presence: PresenceKeeper;
let services: SessionServices;
let nowMs: () => number = Date.now;
let manager: TestUser;
let tester: TestUser;
let device: TestDevice;

beforeAll(async () => {
  const askDevice: SessionServices["ask"] = (deviceId, request) => gateway.request(deviceId, request);
  world = await testApp({}, { bus, askDevice });
  const { db } = world.database;
  await world.app.listen({ host: "127.0.0.1", port: 0 });
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  tester = await world.user({ tenant: "own", name: "sub_tester", role: "sub", level: "write" });
  services = { db, ask: askDevice, publish: publishDiagnosis(bus), now: () => nowMs() };
  presence = new PresenceKeeper({
    db,
    log,
    isAlone: false,
    reconnected: (reports) => endOffline(services, reports),
  });
  await presence.start();
  gateway = await deviceGateway(db, {
    receive: async (from, message, atMs) => {
      if (message.kind === "uds") await keepTrace(services, from, message.progress, atMs);
    },
    onPresence: ({ device: { bindingNumber }, online, atMs }) => void presence.report(bindingNumber, online, atMs),
    log,
  });
});
afterAll(async () => {
  await gateway?.stop();
  await presence?.stop();
  await world?.close();
});
beforeEach(async () => {
  nowMs = Date.now;
  device = await testDevice(world.database.db, manager.tenantId);
  await grantLevel(world.database.db, tester, device.thingsId, "write");
});

/** A car drives behind the device until the test ends. */
async function driving() {
  const url = `mqtt://127.0.0.1:${gateway.mqttPort}`;
  const fleet = startFleet({ url, devices: [{ id: device.deviceId, key: device.key, vehicle: "ev" }], log: () => {} });
  onTestFinished(() => fleet.stop());
  await until(async () => fleet.counts().online === 1);
  return fleet;
}

const call = (user: TestUser, method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  world.call(user, { method, url: `/api/things/${device.thingsId}/diagnosis${path}`, ...(payload && { payload }) });
const run = (steps: object[], more: object = {}, user = manager) =>
  call(user, "POST", "/jobs", { settings: BMS, steps, ...more });
const traceOf = async (job: string, from = 0): Promise<TraceEvent[]> =>
  (await call(manager, "GET", `/trace?job_id=${job}&from=${from}`)).json().list;
const jobOf = async (id: string): Promise<DiagnosisJob | undefined> =>
  (await call(manager, "GET", "/jobs?page_size=50")).json().list.find((job: DiagnosisJob) => job.id === id);
const settled = async (id: string) => {
  await until(async () => (await jobOf(id))?.state !== "running");
  return jobOf(id);
};
const logOf = async (): Promise<LogEntry[]> => {
  const url = `/api/things/${device.thingsId}/log?kind=diagnosis&page_size=50`;
  return (await world.call(manager, { method: "GET", url })).json().list;
};

describe("a diagnosis through the terminal", () => {
  it("shows each request, answer, refusal and response pending with times of the terminal [UDS-01]", async () => {
    await driving();
    expect((await call(manager, "POST", "")).statusCode).toBe(200);
    const steps = ["1003", "22F190", "22FFFF", "3101FF00440800000000000100", "1902FF"].map((data) => ({ data }));
    const answer = await run(steps, { title: "all", go_on: true });
    expect(answer.statusCode, answer.body).toBe(200);
    const { id } = answer.json().data;
    expect((await settled(id))?.state).toBe("done");
    const events = await traceOf(id);
    expect(events.map(({ n }) => n)).toEqual(events.map((_, i) => i));
    const shown = events.map(({ kind, data }) => `${kind} ${data.slice(0, 6)}`.trim());
    expect(shown).toEqual([
      "request 1003",
      "positive 500300",
      "request 22F190",
      "positive 62F190",
      "request 22FFFF",
      "negative 7F2231",
      "request 3101FF",
      "negative 7F3133",
      "request 1902FF",
      "positive 5902FF",
    ]);
    for (const { time_us } of events) expect(Math.abs(time_us / 1000 - Date.now())).toBeLessThan(60_000);
    expect((await traceOf(id, 6)).map(({ n }) => n)).toEqual([6, 7, 8, 9]);
    const session = (await call(manager, "GET", "")).json().data;
    expect(session.ecus).toEqual([{ channel: 0, physical_id: BMS.physical_id, session: 3, unlocked: 0 }]);
  });

  it("unlocks with the file of the ECU, whose content does not come back [UDS-03]", async () => {
    await driving();
    const unlock_base64 = Buffer.from(JSON.stringify(UNLOCK)).toString("base64");
    const post = (url: string, payload: object) => world.call(manager, { method: "POST", url, payload });
    const file = (await post("/api/unlock-files", { name: "bms-key.json", unlock_base64 })).json().data;
    const ecu = { name: "BMS", ...BMS, unlock_file_id: file.unlock_file_id };
    const { ecu_id } = (await post("/api/ecus", ecu)).json().data;
    await call(manager, "POST", "");
    const erase = { data: "3101FF00440800000000000100" };
    const { id } = (await run([{ data: "1003" }, { unlock: 1 }, erase], { ecu_id })).json().data;
    expect((await settled(id))?.state).toBe("done");
    const kinds = (await traceOf(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "pending").length).toBeGreaterThan(0);
    expect(JSON.stringify(await jobOf(id))).not.toContain("xor");
    expect((await call(manager, "GET", "")).json().data.ecus[0]).toMatchObject({ session: 3, unlocked: 1 });
    const without = await run([{ unlock: 1 }]);
    expect(without.json()).toMatchObject({ code: "diagnosis.noUnlockFile" });
  });

  it("unlocks by a script, which stays on the server: seed, key and what follows in two jobs [UDS-03]", async () => {
    await driving();
    const script = "function key(seed) { return seed.map((byte, i) => ((byte ^ 0x5a) + i) & 255) }";
    const unlock_base64 = Buffer.from(script).toString("base64");
    const post = (url: string, payload: object) => world.call(manager, { method: "POST", url, payload });
    const file = (await post("/api/unlock-files", { name: "bms-key.js", unlock_base64 })).json().data;
    const ecu = { name: "BMS by script", ...BMS, unlock_file_id: file.unlock_file_id };
    const { ecu_id } = (await post("/api/ecus", ecu)).json().data;
    await call(manager, "POST", "");
    const erase = { data: "3101FF00440800000000000100" };
    const answer = await run([{ data: "1003" }, { unlock: 1 }, erase], { ecu_id });
    expect(answer.statusCode, answer.body).toBe(200);
    const { id } = answer.json().data;
    expect((await settled(id))?.state).toBe("done");
    const requests = (await traceOf(id)).flatMap(({ kind, data }) => (kind === "request" ? data.slice(0, 4) : []));
    expect(requests).toEqual(["2702", "3101"]);
    expect((await call(manager, "GET", "")).json().data.ecus[0]).toMatchObject({ session: 3, unlocked: 1 });
    // An ECU that is open already gives a seed of zeros: nothing is left to do.
    const again = (await run([{ unlock: 1 }], { ecu_id })).json().data;
    expect((await traceOf(again.id)).map(({ data }) => data.slice(0, 4))).toEqual(["2701", "6701"]);
  });

  it("tells watchers at once, also somebody who only reads along [UDS-01]", async () => {
    await driving();
    const { port } = world.app.server.address() as AddressInfo;
    const live = await connectLive(`http://127.0.0.1:${port}`, tester.token);
    live.send({ type: "status", devices: [device.thingsId] });
    await call(manager, "POST", "");
    const { id } = (await run([{ data: "22F190" }])).json().data;
    await until(async () => live.notices.some((notice) => notice.type === "diagnosis" && notice.job_id === id));
    expect((await call(tester, "GET", `/trace?job_id=${id}`)).statusCode).toBe(200);
  });
});

describe("one tester a device [UDS-01]", () => {
  it("refuses a second person by name; its own user comes back, a manager ends it", async () => {
    await driving();
    expect((await call(tester, "POST", "")).statusCode).toBe(200);
    expect((await call(tester, "POST", "")).statusCode).toBe(200);
    const refused = await call(manager, "POST", "");
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: "diagnosis.testerBusy" });
    expect(refused.json().message).toContain("sub_tester");
    expect((await run([{ data: "3E00" }])).json()).toMatchObject({ code: "diagnosis.testerBusy" });
    expect((await call(manager, "DELETE", "")).statusCode).toBe(200);
    expect((await run([{ data: "3E00" }], {}, tester)).json()).toMatchObject({ code: "diagnosis.noSession" });
  });

  it("ends 60 s after its page was heard of: 3E stops, the device log says why", async () => {
    await driving();
    await call(manager, "POST", "");
    const { id } = (await run([{ data: "1003" }])).json().data;
    await settled(id);
    nowMs = () => Date.now() + 59_000;
    await watchSessions(services);
    expect((await call(manager, "GET", "")).json().data).not.toBeNull();
    nowMs = () => Date.now() + 61_000;
    await watchSessions(services);
    nowMs = Date.now;
    expect((await call(manager, "GET", "")).json().data).toBeNull();
    expect((await logOf()).map(({ content }) => content)).toEqual([
      { action: "ended", reason: "gone" },
      { action: "opened" },
    ]);
    // The ECU is in its default session again: 28 is not offered there.
    await call(manager, "POST", "");
    const next = (await run([{ data: "280301" }])).json().data;
    await settled(next.id);
    expect((await traceOf(next.id)).at(-1)?.data).toBe("7F287F");
  });

  it("ends with the terminal's connection, and its job says so", async () => {
    const fleet = await driving();
    await call(manager, "POST", "");
    const settings = { ...BMS, physical_id: 0x700, response_id: 0x708, timeout_ms: 600_000, execution_time_s: 3600 };
    const { id } = (await run([{ data: "3E00" }], { settings })).json().data;
    await fleet.stop();
    expect((await settled(id))?.state).toBe("offline");
    expect((await logOf())[0]?.content).toEqual({ action: "ended", reason: "offline" });
  });
});

describe("a job [UDS-05]", () => {
  it("to a device that is offline says so and is kept", async () => {
    await call(manager, "POST", "");
    const answer = await run([{ data: "3E00" }]);
    expect(answer.json()).toMatchObject({ code: "devices.deviceOffline" });
    expect((await jobOf(answer.json().details.id))?.state).toBe("offline");
  });

  it("of a silent ECU times out by its own setting; a second one waits; it can be cancelled", async () => {
    await driving();
    await call(manager, "POST", "");
    const silent = { ...BMS, physical_id: 0x700, response_id: 0x708 };
    const short = (await run([{ data: "3E00" }], { settings: { ...silent, timeout_ms: 300 } })).json().data;
    expect((await settled(short.id))?.state).toBe("stopped");
    const [asked, fault] = await traceOf(short.id);
    expect(fault).toMatchObject({ kind: "fault", fault: "p2" });
    expect((fault?.time_us ?? 0) - (asked?.time_us ?? 0)).toBeGreaterThanOrEqual(300_000);
    const long = (await run([{ data: "3E00" }], { settings: { ...silent, timeout_ms: 60_000 } })).json().data;
    expect((await run([{ data: "3E00" }])).json()).toMatchObject({ code: "diagnosis.jobRunning" });
    expect((await call(manager, "DELETE", `/jobs/${long.id}`)).statusCode).toBe(200);
    expect((await settled(long.id))?.state).toBe("cancelled");
    expect((await call(manager, "DELETE", `/jobs/${long.id}`)).json()).toMatchObject({ code: "diagnosis.jobEnded" });
    const listening = await run([{ data: "3E00" }], { settings: { ...BMS, channel: 20 } });
    expect(listening.json()).toMatchObject({ code: "diagnosis.channelListens" });
  });

  it("is checked by the ranges of its settings [UDS-01]", async () => {
    await call(manager, "POST", "");
    const bad = [
      { physical_id: 0x800 },
      { fill_byte: 256 },
      { remote_st_min_ms: 128 },
      { timeout_ms: 2_147_483_648 },
      { fc_timeout_ms: -1 },
      { execution_time_s: 0 },
      { execution_time_s: 1.5 },
      { extended: true, physical_id: 0x20000000 },
    ];
    for (const wrong of bad) {
      const answer = await run([{ data: "3E00" }], { settings: { ...BMS, ...wrong } });
      expect(answer.statusCode, JSON.stringify(wrong)).toBe(400);
    }
    expect((await run([{ data: "22F190F191F192F1", functional: true }])).statusCode).toBe(400);
  });

  it("to the function address is answered by every ECU, each told by its identifier [UDS-01]", async () => {
    await driving();
    await call(manager, "POST", "");
    const { id } = (await run([{ data: "22F190", functional: true }])).json().data;
    expect((await settled(id))?.state).toBe("done");
    const answers = (await traceOf(id)).filter(({ kind }) => kind === "positive");
    expect(answers.map(({ from }) => from).sort()).toEqual([0x7e8, 0x7ea, 0x7ec]);
    expect(new Set(answers.map(({ data }) => data.slice(0, 6)))).toEqual(new Set(["62F190"]));
  });

  it("whose terminal never tells its end counts as lost when its time is over", async () => {
    await call(manager, "POST", "");
    await driving();
    await call(manager, "POST", "");
    const settings = { ...BMS, physical_id: 0x700, response_id: 0x708, timeout_ms: 600_000, execution_time_s: 30 };
    const { id } = (await run([{ data: "3E00" }], { settings })).json().data;
    nowMs = () => Date.now() + 50_000;
    await watchSessions(services);
    nowMs = Date.now;
    expect((await jobOf(id))?.state).toBe("lost");
  });
});
