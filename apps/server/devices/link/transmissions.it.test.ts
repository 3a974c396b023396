import type { AddressInfo } from "node:net";
import { upTopic } from "@canopy/contract/device-link/topics";
import type { LogEntry } from "@canopy/contract/devices/device-log";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import type { MqttClient } from "mqtt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publishTransmissions } from "../../frames/live/live-device-news.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { until } from "../../testing/processes/spawn-program.ts";
import { connectLive } from "../../testing/terminals/live-socket.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { deviceGateway, type PlainGateway, terminal } from "../../testing/terminals/test-gateway.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { PresenceKeeper } from "./keep-presence.ts";
import { TransmissionKeeper } from "./keep-transmissions.ts";

/** HTTP call, gateway, a terminal on mqtt.js that reports its transmissions, and the live stream. */
const log = createLog("silent");
const bus = localBus(log);
let world: TestApp;
let gateway: PlainGateway;
let presence: PresenceKeeper;
let manager: TestUser;
let device: TestDevice;
let base: string;

beforeAll(async () => {
  world = await testApp({}, { bus, askDevice: (deviceId, request) => gateway.request(deviceId, request) });
  const { db } = world.database;
  await world.app.listen({ host: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  const keeper = new TransmissionKeeper(db, publishTransmissions(bus));
  presence = new PresenceKeeper({ db, log, isAlone: false, reconnected: (told) => keeper.reconnected(told) });
  await presence.start();
  gateway = await deviceGateway(db, {
    receive: async (from, message, atMs) => {
      const { sending } = message.kind === "status" ? message.status : {};
      if (sending) await keeper.reported(from, sending, atMs);
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
  device = await testDevice(world.database.db, manager.tenantId);
});

/** Requests of slow terminals, which are answered later. */
const slow: string[] = [];
/** It answers every request; the test sends its reports. */
async function connected(isSilent = false, isSlow = false): Promise<MqttClient> {
  const { deviceId, key } = device;
  const client = await terminal(gateway, 5, { clientId: deviceId, username: deviceId, password: key });
  await client.subscribeAsync(`canopy/1/${deviceId}/down/request`);
  client.on("message", (_, payload) => {
    const { id, method } = JSON.parse(String(payload));
    if (isSlow && method === "frames.send") slow.push(id);
    else if (!isSilent)
      client.publish(upTopic(deviceId, "reply"), JSON.stringify({ id, ok: true, result: { items: [{ ok: true }] } }));
  });
  return client;
}

const say = (client: MqttClient, sending: unknown) =>
  client.publishAsync(upTopic(device.deviceId, "status"), JSON.stringify({ time: Date.now(), sending }), { qos: 1 });
const command = (body: Record<string, unknown>) =>
  world.call(manager, { method: "POST", url: `/api/things/${device.thingsId}/commands`, payload: body });
const FRAMES = [{ channel: 0, id: 0x7df, data: "02010C0000000000" }];
const sendCyclic = async (more: Record<string, unknown> = {}) =>
  (await command({ method: "frames.send", params: { frames: FRAMES, repeat: 0, period_ms: 100, ...more } })).json();
const list = async (user = manager): Promise<Transmission[]> =>
  (await world.call(user, { method: "GET", url: `/api/things/${device.thingsId}/transmissions` })).json().list;
const logEntry = async (): Promise<LogEntry> =>
  (await world.call(manager, { method: "GET", url: `/api/things/${device.thingsId}/log?kind=command` }))
    .json()
    .list.at(-1);

describe("a cyclic send", () => {
  it("is known to everybody who may see the device, with who and since when, and counted as the terminal says [DEV-06]", async () => {
    const client = await connected();
    const { data } = await sendCyclic();
    const viewer = await world.user({ tenant: "own", name: `viewer_${Date.now() % 1e6}`, role: "sub", level: "none" });
    await grantLevel(world.database.db, viewer, device.thingsId, "read");
    expect(await list(viewer)).toMatchObject([
      {
        id: data.id,
        frames: [{ id: 0x7df }],
        repeat: 0,
        period_ms: 100,
        sent: null,
        confirmed: true,
        user_name: "manager_a",
      },
    ]);
    await say(client, [{ job: data.id, sent: 42 }]);
    expect(await list()).toMatchObject([{ id: data.id, sent: 42, frames: [{ id: 0x7df }] }]);
  });

  it("ends when the terminal says so, and the log tells how much went out [DEV-06] [DEV-07]", async () => {
    const client = await connected();
    const { data } = await sendCyclic();
    await say(client, [{ job: data.id, sent: 42 }]);
    await say(client, []);
    expect(await list()).toEqual([]);
    expect((await logEntry()).content).toMatchObject({ method: "frames.send", result: "done", sent: 42, end: "ended" });
  });

  it("ends by the stop command, and once is over with the answer [DEV-06]", async () => {
    await connected();
    await sendCyclic();
    await sendCyclic({ period_ms: 20 });
    expect(await list()).toHaveLength(2);
    await command({ method: "frames.stop" });
    expect(await list()).toEqual([]);
    await sendCyclic({ repeat: 1 });
    expect(await list()).toEqual([]);
  });

  it("ends with the connection, and is known again from a terminal that goes on all the same [DEV-06]", async () => {
    const client = await connected();
    const { data } = await sendCyclic();
    await client.endAsync();
    await until(async () => (await list()).length === 0);
    expect((await logEntry()).content).toMatchObject({ end: "offline" });
    const again = await connected();
    await say(again, [
      { job: data.id, sent: 7 },
      { job: "own", sent: 1, frames: [{ channel: 1, id: 5 }], repeat: 0, period_ms: 10 },
    ]);
    expect(await list()).toMatchObject([
      { id: data.id, sent: 7, user_name: "manager_a", frames: [{ id: 0x7df }] },
      { id: "own", sent: 1, user_name: null, frames: [{ id: 5 }], period_ms: 10 },
    ]);
  });

  it("that was not answered may be under way and is shown as that; one with an end is gone in its time [DEV-06]", async () => {
    await connected(true);
    const params = { frames: FRAMES, repeat: 0, period_ms: 100 };
    await command({ method: "frames.send", params, timeout_ms: 100 });
    expect(await list()).toMatchObject([{ confirmed: false, sent: null }]);
    await command({ method: "frames.send", params: { ...params, repeat: 2, period_ms: 1 }, timeout_ms: 100 });
    await until(async () => (await list()).length === 1);
  });

  it("that takes longer than a call is answered as being sent, and is stopped and settled like one that repeats [DEV-06] [DEV-07]", async () => {
    const client = await connected(false, true);
    const frames = [0, 1, 2].map((i) => ({ ...FRAMES[0], delay_ms: i * 30_000 }));
    const send = async (repeat: number) =>
      (await command({ method: "frames.send", params: { frames, repeat, period_ms: 0 } })).json().data;
    const once = await send(1);
    expect(once).toMatchObject({ state: "sending", result: null });
    expect(await list()).toMatchObject([{ id: once.id, repeat: 1, confirmed: false, since: once.sent_time }]);
    await say(client, [{ job: once.id, sent: 1 }]);
    expect(await list()).toMatchObject([{ id: once.id, confirmed: true, sent: 1 }]);
    const answer = (result: object) =>
      client.publishAsync(upTopic(device.deviceId, "reply"), JSON.stringify({ id: slow.at(-1), ok: true, result }));
    await answer({ items: frames.map(() => ({ ok: true })) });
    await until(async () => (await list()).length === 0);
    const commands = await world.call(manager, { method: "GET", url: `/api/things/${device.thingsId}/commands` });
    expect(commands.json().list).toMatchObject([{ id: once.id, state: "done", result: { items: [{}, {}, {}] } }]);
    expect((await logEntry()).content).toMatchObject({ result: "done", sent: 1, end: "ended" });

    const repeated = await send(0);
    expect(await list()).toMatchObject([{ id: repeated.id, repeat: 0, confirmed: false }]);
    await answer({ items: [] });
    await until(async () => (await list())[0]?.confirmed === true);
    await command({ method: "frames.stop", params: { job: repeated.id } });
    expect(await list()).toEqual([]);
  });

  it("is one of 16 at most that go on, long ones with them; one more is refused until another has ended [DEV-06]", async () => {
    const client = await connected(false, true);
    const long = [{ ...FRAMES[0], delay_ms: 60_000 }];
    const send = (params: object) => command({ method: "frames.send", params: { frames: long, ...params } });
    const going = await Promise.all(Array.from({ length: 12 }, (_, i) => send({ repeat: i % 2 })));
    expect(going.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    const cyclic = { frames: FRAMES, repeat: 0, period_ms: 100 };
    const sent = () => command({ method: "frames.send", params: cyclic, timeout_ms: 100 });
    const more = await Promise.all(Array.from({ length: 8 }, sent));
    // The terminal does not answer them either: they may be under way.
    expect(more.map(({ statusCode }) => statusCode).toSorted()).toEqual([...Array(4).fill(409), ...Array(4).fill(504)]);
    expect(await list()).toHaveLength(16);
    expect((await send({})).json()).toMatchObject({
      code: "devices.tooManyLists",
      message: expect.stringMatching(/16/),
    });
    expect((await command({ method: "frames.send", params: { frames: FRAMES }, timeout_ms: 100 })).statusCode).toBe(
      504,
    );
    expect((await command({ method: "frames.stop", params: { job: (await list()).at(-1)?.id } })).statusCode).toBe(200);
    expect((await sent()).statusCode).toBe(504);
    expect((await sent()).json().code).toBe("devices.tooManyLists");
    await client.endAsync();
  });

  it("that is long and refused is refused at once [DEV-06]", async () => {
    const frames = [{ ...FRAMES[0], delay_ms: 60_000 }];
    const refused = await command({ method: "frames.send", params: { frames } });
    expect(refused.json().code).toBe("devices.deviceOffline");
    expect(await list()).toEqual([]);
  });

  it("is told to who looks on as it changes, and to nobody who may not see the device [DEV-06]", async () => {
    const client = await connected();
    const foreigner = await world.user({ tenant: "other", name: `other_${Date.now() % 1e6}`, role: "manager" });
    const [own, foreign] = [await connectLive(base, manager.token), await connectLive(base, foreigner.token)];
    for (const { send } of [own, foreign]) send({ type: "status", devices: [device.thingsId] });
    // A watch begins behind a look at the rights.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { data } = await sendCyclic();
    await say(client, [{ job: data.id, sent: 3 }]);
    await say(client, []);
    const told = () => own.notices.flatMap((notice) => (notice.type === "transmissions" ? [notice] : []));
    await until(async () => told().at(-1)?.list.length === 0);
    expect(told().map(({ device_id, list: [one] }) => [device_id, one?.sent])).toEqual([
      [device.thingsId, null],
      [device.thingsId, 3],
      [device.thingsId, undefined],
    ]);
    expect(foreign.notices.some(({ type }) => type === "transmissions")).toBe(false);
  });
});
