import type { DeviceEvent, DeviceLogLine } from "@canopy/contract/device-link/events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { insertLogLines } from "./device-report-store.ts";
import { keepEvent } from "./keep-event.ts";

let world: TestApp;
let manager: TestUser;
let device: TestDevice;
const at = Date.UTC(2026, 0, 1);
const event = (changes: Partial<DeviceEvent>): DeviceEvent => ({ time: at, kind: "power", level: "info", ...changes });
const get = async (path: string, query = "") =>
  (await world.call(manager, { method: "GET", url: `/api/things/${device.thingsId}/${path}?${query}` })).json();

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  device = await testDevice(world.database.db, manager.tenantId);
});
afterAll(() => world?.close());

describe("what a terminal reports", () => {
  it("as events is listed, newest first, by kind, level, word and time, each once [DEV-07]", async () => {
    const { db } = world.database;
    const sent = [
      event({ kind: "reboot", level: "warning", content: { cause: "watchdog" } }),
      event({ time: at + 1000, content: { volts: 11.2, note: "a\0b\ud800" } }),
      event({ time: at + 2000, kind: "card", level: "error", content: { state: "full" } }),
    ];
    for (const one of [...sent, ...sent]) await keepEvent(db, device, one, at + 5000);
    const { list, pagination } = await get("events");
    expect(pagination.total_size).toBe(3);
    expect(list.map(({ kind }: { kind: string }) => kind)).toEqual(["card", "power", "reboot"]);
    expect(list[2]).toMatchObject({
      time: at,
      received_time: at + 5000,
      level: "warning",
      content: { cause: "watchdog" },
    });
    expect((await get("events", "kind=card")).list).toHaveLength(1);
    expect((await get("events", "level=warning")).list[0].kind).toBe("reboot");
    expect((await get("events", "keyword=WATCH")).list[0].kind).toBe("reboot");
    expect((await get("events", "keyword=%25")).list).toHaveLength(0);
    expect((await get("events", `start_time=${at + 1}&end_time=${at + 2000}`)).list[0].kind).toBe("power");
    expect((await get("events", "page_size=1&current_page=2")).list[0].kind).toBe("power");
  });

  it("as a reboot or a fault stands in the device's log, once [DEV-07]", async () => {
    const kinds = (await get("log", "page_size=20")).list.map(({ kind }: { kind: string }) => kind);
    expect(kinds.toSorted()).toEqual(["event", "reboot"]);
  });

  it("as lines of its program is listed and searched [DEV-07]", async () => {
    const lines: DeviceLogLine[] = Array.from({ length: 1000 }, (_, i) => ({
      time: at + i,
      level: i % 100 === 0 ? "error" : "info",
      text: `line ${i} of the modem`,
    }));
    for (let again = 0; again < 2; again += 1) await insertLogLines(world.database.db, device, lines, at + 9000);
    expect((await get("log-lines")).pagination.total_size).toBe(1000);
    expect((await get("log-lines", "level=error")).pagination.total_size).toBe(10);
    const { list } = await get("log-lines", "keyword=line%20999%20");
    expect(list).toEqual([expect.objectContaining({ text: "line 999 of the modem", time: at + 999, level: "info" })]);
  });

  it("with a clock beyond all times is kept all the same [DEV-07]", async () => {
    const line: DeviceLogLine = { time: 8.64e15, level: "info", text: "the year 275760" };
    await insertLogLines(world.database.db, device, [line, { ...line, time: -8.64e15, text: "long ago" }], at);
    expect((await get("log-lines", "keyword=275760")).list).toHaveLength(1);
    expect((await get("log-lines", "keyword=long")).list).toHaveLength(1);
  });

  it("is not another tenant's to read [USR-06]", async () => {
    const stranger = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
    for (const path of ["events", "log-lines", "connections"]) {
      const answer = await world.call(stranger, { method: "GET", url: `/api/things/${device.thingsId}/${path}` });
      expect(answer.statusCode).toBe(404);
    }
  });

  it("in a range that ends before it begins is refused [NAV-14]", async () => {
    for (const path of ["events", "log-lines", "connections"])
      expect((await get(path, "start_time=5&end_time=5")).code).toBe("frames.rangeReversed");
  });
});
