import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { appendDeviceLog, completeDeviceLog } from "./device-log-store.ts";
import { listOnlineBindings, reportStatus, type StatusReport } from "./link/report-status.ts";

let world: TestApp;
let acme: TestUser;
let device: TestDevice;
const T = 1_790_000_000_000;

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
});
beforeEach(async () => {
  device = await testDevice(world.database.db, acme.tenantId);
});
afterAll(() => world.close());

const report = (status: StatusReport, atMs: number) =>
  reportStatus(world.database.db, device.bindingNumber, status, atMs);
const shown = async () => (await world.call(acme, { url: `/api/things/${device.thingsId}` })).json().data;
const log = async (query = "") =>
  (await world.call(acme, { url: `/api/things/${device.thingsId}/log?page_size=25&${query}` })).json();
const kinds = async (query = "") => (await log(query)).list.map((entry: { kind: string }) => entry.kind);

describe("what a terminal says of itself", () => {
  it("is shown, and every change is in its log [DEV-07] [DEV-01]", async () => {
    await report({ online: true, sdState: "recording", firmwareVersion: "4.17.00" }, T);
    await report({ online: true, sdState: "recording", firmwareVersion: "4.17.00" }, T + 1);
    expect(await shown()).toMatchObject({
      online: true,
      online_time: T,
      sd_state: "recording",
      firmware_version: "4.17.00",
    });
    await report({ sdState: "not_inserted" }, T + 2000);
    await report({ online: false }, T + 3000);
    expect(await shown()).toMatchObject({ online: false, offline_time: T + 3000, sd_state: "not_inserted" });
    const { list, pagination } = await log();
    expect(pagination.total_size).toBe(5);
    expect(list[0]).toMatchObject({ kind: "offline", time: T + 3000, user_name: null });
    expect(list[1]).toMatchObject({ kind: "sd", content: { to: "not_inserted" } });
  });

  it("is not ended by an old connection that says goodbye late [DEV-07]", async () => {
    await report({ online: true }, T);
    await report({ online: false }, T + 10);
    await report({ online: true }, T + 2000);
    await report({ online: false }, T + 1000);
    expect((await shown()).online).toBe(true);
    expect(await kinds()).toEqual(["online", "offline", "online"]);
  });

  it("leaves those online to be found after a crash [DEV-07]", async () => {
    const { db } = world.database;
    await report({ online: true }, T);
    expect(await listOnlineBindings(db)).toContain(device.bindingNumber);
    await report({ online: false }, T + 1);
    expect(await listOnlineBindings(db)).not.toContain(device.bindingNumber);
  });

  it("of a device that is gone changes nothing [DEV-07]", async () => {
    const { db, pool } = world.database;
    const text = "select count(*)::int as n from device_log where tenant_id = $1";
    const entries = async () => (await pool.query(text, [acme.tenantId])).rows[0].n;
    await world.call(acme, { method: "DELETE", url: `/api/things/${device.thingsId}` });
    const before = await entries();
    await report({ online: true, sdState: "recording" }, T);
    expect(await entries()).toBe(before);
    expect(await listOnlineBindings(db)).not.toContain(device.bindingNumber);
    expect((await world.call(acme, { url: `/api/things/${device.thingsId}` })).statusCode).toBe(404);
  });
});

describe("the device log", () => {
  it("has one entry per run of a command list, with its results [DEV-07]", async () => {
    const { db } = world.database;
    const items = Array.from({ length: 100 }, (_, n) => ({ id: n, data: "00" }));
    const entry = { tenantId: acme.tenantId, thingsId: device.thingsId, kind: "command", userName: "acme" } as const;
    const id = await appendDeviceLog(db, { ...entry, content: { method: "frames.send", items }, atMs: T });
    await completeDeviceLog(db, acme.tenantId, id, { results: items.map(() => "ok") });
    const { list } = await log();
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ kind: "command", user_name: "acme", content: { method: "frames.send", items } });
    expect(list[0].content.results).toHaveLength(100);
  });

  it("is filtered by kind and time, and pages [DEV-07]", async () => {
    await report({ online: true, sdState: "recording" }, T);
    await report({ online: false }, T + 1000);
    expect(await kinds("kind=sd")).toEqual(["sd"]);
    expect(await kinds(`start_time=${T + 1}`)).toEqual(["offline"]);
    expect(await kinds(`end_time=${T}`)).toEqual(["sd", "online"]);
    const second = await world.call(acme, { url: `/api/things/${device.thingsId}/log?page_size=2&current_page=2` });
    expect(second.json().list).toHaveLength(1);
  });

  it("is exported as CSV, harmless in a spreadsheet [DEV-07]", async () => {
    await report({ firmwareVersion: '=1+1,"x"' }, T);
    const answer = await world.call(acme, { url: `/api/things/${device.thingsId}/log/export?kind=firmware` });
    expect(answer.headers["content-type"]).toContain("text/csv");
    const [header, row] = answer.body.split("\r\n");
    expect(header).toBe("id,time,kind,user,content");
    expect(row).toMatch(/^\d+,2026-09-21T\d\d:\d\d:\d\d\.000Z,firmware,,"\{""to"":/);
  });
});
