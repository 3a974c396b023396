import { randomUUID } from "node:crypto";
import type { LogEntry } from "@canopy/contract/devices/device-log";
import { SENDING_GONE_MS } from "@canopy/contract/devices/sending-rule";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publishTransmissions } from "../../frames/live/live-device-news.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import type { LinkOutcome, LinkRequest } from "./device-link.ts";
import { TransmissionKeeper } from "./keep-transmissions.ts";
import { sendToDevice } from "./send-command.ts";
import { watchTransmissions } from "./watch-transmissions.ts";

const bus = localBus(createLog("silent"));
const LOOK_MS = 5000;
let world: TestApp;
let manager: TestUser;
let writer: TestUser;
let device: TestDevice;
/** What the terminal was asked. */
let asked: LinkRequest[] = [];
let answer: LinkOutcome = { kind: "done", result: { items: [{ ok: true }] } };
const ask = async (_: string, request: LinkRequest): Promise<LinkOutcome> => {
  asked.push(request);
  return answer;
};

beforeAll(async () => {
  world = await testApp({}, { bus, askDevice: ask });
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  writer = await world.user({ tenant: "own", name: "writer_a", role: "sub", level: "none" });
});
afterAll(() => world?.close());
beforeEach(async () => {
  await sql`delete from device_transmissions`.execute(world.database.db);
  device = await testDevice(world.database.db, manager.tenantId);
  await grantLevel(world.database.db, writer, device.thingsId, "write");
  await rule(manager, { who: "writers", orphans: "stop" });
  asked = [];
  answer = { kind: "done", result: { items: [{ ok: true }] } };
});

const rule = (user: TestUser, payload: object) =>
  world.call(user, { method: "PUT", url: "/api/tenant/sending-rule", payload });
const command = (user: TestUser, payload: object) =>
  world.call(user, { method: "POST", url: `/api/things/${device.thingsId}/commands`, payload });
const FRAMES = [{ channel: 0, id: 0x7df, data: "02010C0000000000" }];
const send = (user: TestUser, more: object = {}) =>
  command(user, { method: "frames.send", params: { frames: FRAMES, repeat: 0, period_ms: 100 }, ...more });
const attended = async (user = manager): Promise<string> => (await send(user, { attended: true })).json().data.id;
const list = async (): Promise<Transmission[]> =>
  (await world.call(manager, { method: "GET", url: `/api/things/${device.thingsId}/transmissions` })).json().list;
const keep = (user: TestUser, ids: readonly string[], leave = false) =>
  world.call(user, {
    method: "PUT",
    url: `/api/things/${device.thingsId}/transmissions`,
    payload: { ids, leave },
  });
const logOf = async (): Promise<LogEntry[]> =>
  (await world.call(manager, { method: "GET", url: `/api/things/${device.thingsId}/log?kind=command` })).json().list;
/** As the worker looks, that much later. */
const look = (laterMs: number) => {
  const { db } = world.database;
  const transmissions = new TransmissionKeeper(db, publishTransmissions(bus));
  return watchTransmissions({ db, ask, transmissions, now: () => Date.now() + laterMs }, LOOK_MS);
};
const stops = () => asked.filter(({ method }) => method === "frames.stop").map(({ params }) => params);

describe("who may send [DEV-06]", () => {
  it("is everybody with the right, managers or nobody, asked at every send; stopping stays allowed", async () => {
    expect((await send(writer)).statusCode).toBe(200);
    expect((await rule(manager, { who: "managers", orphans: "stop" })).statusCode).toBe(200);
    expect((await send(writer)).json().code).toBe("devices.sendingManagers");
    expect((await send(manager)).statusCode).toBe(200);
    expect((await command(writer, { method: "frames.stop" })).statusCode).toBe(200);
    await rule(manager, { who: "nobody", orphans: "stop" });
    asked = [];
    const refused = await send(manager);
    expect([refused.statusCode, refused.json().code]).toEqual([403, "devices.sendingOff"]);
    expect(asked).toEqual([]);
    expect((await command(manager, { method: "time.sync" })).json().code).not.toBe("devices.sendingOff");
  });

  it("holds for who starts a run of a test", async () => {
    const run = () =>
      world.call(writer, {
        method: "POST",
        url: `/api/things/${device.thingsId}/test-runs`,
        payload: { routine_id: randomUUID() },
      });
    expect((await run()).statusCode).toBe(404);
    await rule(manager, { who: "managers", orphans: "stop" });
    expect((await run()).json().code).toBe("devices.sendingManagers");
  });

  it("holds for what the server sends by itself, and is told to everybody", async () => {
    await rule(manager, { who: "nobody", orphans: "show" });
    const { db } = world.database;
    const frames = { frames: FRAMES, repeat: 1, period_ms: 0 };
    const own = { tenantId: manager.tenantId, thingsId: device.thingsId, params: frames, timeoutMs: 100 };
    const sent = sendToDevice({ db, ask, now: Date.now }, { ...own, method: "frames.send", userName: "rule" });
    await expect(sent).rejects.toMatchObject({ def: { code: "devices.sendingOff" } });
    const told = await world.call(writer, { method: "GET", url: "/api/tenant/sending-rule" });
    expect(told.json().data).toEqual({ who: "nobody", orphans: "show" });
    expect((await rule(writer, { who: "writers", orphans: "stop" })).statusCode).toBe(403);
    expect((await rule(manager, { who: "everybody", orphans: "stop" })).statusCode).toBe(400);
  });
});

describe("a cyclic send", () => {
  it("is stopped alone where others go on, and its log says so [DEV-06] [DEV-07]", async () => {
    const [first, second] = [await attended(), await attended(writer)];
    expect((await command(writer, { method: "frames.stop", params: { job: first } })).statusCode).toBe(200);
    expect(stops()).toEqual([{ job: first }]);
    expect((await list()).map(({ id }) => id)).toEqual([second]);
    const ends = (await logOf())
      .filter(({ content }) => content.method === "frames.send")
      .map(({ content }) => content.end);
    expect(ends.toSorted()).toEqual(["ended", undefined]);
  });

  it("is stopped by the server when its page is gone, once, and its log says why [DEV-06]", async () => {
    const id = await attended();
    expect(await list()).toMatchObject([{ id, attended: true }]);
    await look(SENDING_GONE_MS - 2000);
    expect(stops()).toEqual([]);
    await look(SENDING_GONE_MS + 1000);
    expect(stops()).toEqual([{ job: id }]);
    expect(await list()).toEqual([]);
    const [stopped, sent] = await logOf();
    expect(stopped).toMatchObject({ content: { method: "frames.stop", result: "done" }, user_name: null });
    expect(sent?.content).toMatchObject({ method: "frames.send", end: "gone" });
  });

  it("that the terminal did not stop is tried again, and shown until it is [DEV-06]", async () => {
    await attended();
    answer = { kind: "timeout" };
    await look(SENDING_GONE_MS + 1000);
    await look(SENDING_GONE_MS + 2000);
    expect(stops()).toHaveLength(1);
    expect(await list()).toHaveLength(1);
    answer = { kind: "done", result: {} };
    await look(2 * SENDING_GONE_MS + 2000);
    expect(stops()).toHaveLength(2);
    expect(await list()).toEqual([]);
  });

  it("goes on without its page where the tenant wants it shown, and everybody sees that [DEV-06]", async () => {
    await rule(manager, { who: "writers", orphans: "show" });
    const id = await attended();
    const told: unknown[] = [];
    const unsubscribe = bus.subscribe(`canopy.device-news.${manager.tenantId}`, (payload) => {
      told.push(JSON.parse(Buffer.from(payload).toString()));
    });
    await look(SENDING_GONE_MS + 1000);
    unsubscribe();
    expect(stops()).toEqual([]);
    expect(told.at(-1)).toMatchObject({ type: "transmissions", list: [{ id, attended: false }] });
  });

  it("is kept by its own sender's page, left on purpose by nobody else [DEV-06]", async () => {
    const id = await attended(writer);
    // A page of somebody else keeps nothing and gives nothing away.
    await keep(manager, [id], true);
    expect(await list()).toMatchObject([{ id, attended: true }]);
    expect((await keep(writer, [id, "unknown"])).json().list).toMatchObject([{ id, attended: true }]);
    expect((await keep(writer, [id], true)).json().list).toMatchObject([{ id, attended: null }]);
    await look(10 * SENDING_GONE_MS);
    expect(stops()).toEqual([]);
    // One without a page gets none.
    expect((await keep(writer, [id])).json().list).toMatchObject([{ attended: null }]);
  });

  it("of a program has no page to lose [DEV-06]", async () => {
    await send(manager);
    await look(10 * SENDING_GONE_MS);
    expect(stops()).toEqual([]);
    expect(await list()).toMatchObject([{ attended: null }]);
  });

  it("is told to who started it, on all devices [DEV-06]", async () => {
    const id = await attended(writer);
    const own = (user: TestUser) => world.call(user, { method: "GET", url: "/api/transmissions/own" });
    expect((await own(writer)).json().list).toMatchObject([{ things_id: device.thingsId, transmission: { id } }]);
    const mine = (await own(manager)).json().list as { transmission: Transmission }[];
    expect(mine.some(({ transmission }) => transmission.id === id)).toBe(false);
  });
});
