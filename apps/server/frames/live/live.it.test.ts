import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { upTopic } from "@canopy/contract/device-link/topics";
import {
  LIVE_MAX_CONNECTIONS_PER_USER,
  LIVE_MAX_QUEUED_BYTES,
  LIVE_MAX_SUBSCRIPTIONS,
} from "@canopy/contract/frames/live";
import { sql } from "kysely";
import { connect, type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { makeAccessToken } from "../../accounts/access-tokens.ts";
import { deleteSessionOf } from "../../accounts/session-store.ts";
import { replaceLevels } from "../../devices/rights/device-level-store.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { until } from "../../testing/processes/spawn-program.ts";
import { connectLive, liveSocket } from "../../testing/terminals/live-socket.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { deviceGateway, type PlainGateway } from "../../testing/terminals/test-gateway.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { packBatch } from "./live-batch.ts";
import { type LivePublisher, startLivePublisher } from "./live-publisher.ts";
import { alarmsSubject, framesSubject } from "./live-subjects.ts";

const log = createLog("silent");
let world: TestApp;
let bus: Bus;
let live: LivePublisher;
let gateway: PlainGateway;
let base: string;
let manager: TestUser;
let foreigner: TestUser;
let device: TestDevice;

beforeAll(async () => {
  bus = localBus(log);
  world = await testApp({}, { bus });
  await world.app.listen({ host: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  live = startLivePublisher(bus, () => ({ nominalBps: 500_000 }), Date.now);
  gateway = await deviceGateway(world.database.db, {
    ingest: async (batch) => {
      live.batch(batch);
      return { kind: "stored" };
    },
    onPresence: (event) => live.presence(event),
    log,
  });
  manager = await world.user({ tenant: "own", name: "live_manager", role: "manager" });
  foreigner = await world.user({ tenant: "other", name: "live_foreigner", role: "manager" });
  device = await testDevice(world.database.db, manager.tenantId);
});
afterAll(async () => {
  live?.stop();
  await gateway?.stop();
  await world?.close();
});

/** A terminal on mqtt.js. */
async function terminal(of: TestDevice): Promise<MqttClient> {
  const client = connect({
    host: "127.0.0.1",
    port: gateway.mqttPort,
    clientId: of.deviceId,
    username: of.deviceId,
    password: of.key,
    reconnectPeriod: 0,
  });
  onTestFinished(() => {
    client.end(true);
  });
  await new Promise<void>((resolve, reject) => {
    client.once("connect", () => resolve());
    client.once("error", reject);
  });
  return client;
}

let lastSequence = 0;

/** A batch as a terminal makes it: `count` frames, one per millisecond, in turn on these channels. */
function cb1(count = 50, channels = [0, 1], fromMs = Date.now()): Buffer {
  const batch = new FrameBatch();
  for (let i = 0; i < count; i++) {
    const channel = channels[i % channels.length] as number;
    batch.push(fromMs * 1000 + i * 1000, channel, 0x100 + (i % 7), 0, 8, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, i));
  }
  lastSequence += 1;
  const encoded = encodeCb1(batch, { epoch: 7, sequence: lastSequence });
  if (!encoded.ok) throw new Error(encoded.problem.code);
  return Buffer.from(encoded.value);
}

const send = (client: MqttClient, of: TestDevice, batch: Buffer) =>
  client.publishAsync(upTopic(of.deviceId, "frames"), batch, { qos: 1 });

const watch = (id: number, of: { thingsId: string } = device, channels?: number[]) =>
  ({ type: "frames", id, device_id: of.thingsId, ...(channels && { channels }) }) as const;

describe("frames", () => {
  it.each(["/api/live", "/v1/live"])(
    "arrive byte for byte as the terminal sent them, under %s [USR-03]",
    async (path) => {
      const client = await terminal(device);
      const browser = await liveSocket(base, {}, path);
      browser.send({ type: "hello", token: manager.token });
      await browser.next("welcome");
      browser.send(watch(9));
      await browser.next("opened");
      const sent = [cb1(1), cb1(500), cb1(3, [0, 40, 70])];
      for (const batch of sent) await send(client, device, batch);
      await until(async () => browser.batches.length === sent.length);
      for (const [i, { batch, subscription, isFilled }] of browser.batches.entries()) {
        expect({ subscription, isFilled }).toEqual({ subscription: 9, isFilled: false });
        expect(Buffer.from(batch).equals(sent[i] as Buffer)).toBe(true);
      }
    },
  );

  it("of other channels than those watched are not sent; a batch of watched ones alone is passed on as it is", async () => {
    const client = await terminal(device);
    const browser = await connectLive(base, manager.token);
    browser.send(watch(1, device, [1]));
    await browser.next("opened");
    const [mixed, others, whole] = [cb1(10, [0, 1]), cb1(10, [0, 2]), cb1(10, [1])];
    for (const batch of [mixed, others, whole]) await send(client, device, batch);
    await until(async () => browser.batches.length === 2);
    const frames = new FrameBatch();
    const header = decodeCb1(browser.batches[0]?.batch ?? new Uint8Array(), frames);
    expect(header.ok && header.value.sequence).toBe(mixed.readUInt32LE(8));
    expect([...frames.channel.subarray(0, frames.length)]).toEqual([1, 1, 1, 1, 1]);
    expect(Buffer.from(browser.batches[1]?.batch ?? []).equals(whole)).toBe(true);
  });

  it("stop when the subscription is stopped, and its number is free again", async () => {
    const client = await terminal(device);
    const browser = await connectLive(base, manager.token);
    browser.send(watch(1));
    await browser.next("opened");
    const again = browser.next("opened");
    browser.send({ type: "stop", id: 1 });
    browser.send(watch(2));
    await again;
    await send(client, device, cb1());
    await until(async () => browser.batches.length === 1);
    expect(browser.batches[0]?.subscription).toBe(2);
    const third = browser.next("opened");
    browser.send(watch(1));
    expect((await third).id).toBe(1);
  });
});

describe("rights", () => {
  it("are asked for at every subscription: foreign and unknown alike, own without a level refused [USR-03]", async () => {
    const stranger = await connectLive(base, foreigner.token);
    const first = stranger.next("closed");
    stranger.send(watch(1));
    expect(await first).toEqual({ type: "closed", id: 1, code: "platform.notFound" });
    const second = stranger.next("closed");
    stranger.send(watch(1, { thingsId: randomUUID() }));
    expect(await second).toEqual({ type: "closed", id: 1, code: "platform.notFound" });
    const sub = await world.user({ tenant: "own", name: randomUUID().slice(0, 20), role: "sub", level: "read" });
    const without = await connectLive(base, sub.token);
    const third = without.next("closed");
    without.send(watch(1));
    expect((await third).code).toBe("platform.forbidden");
    await grantLevel(world.database.db, sub, device.thingsId, "read");
    const opened = without.next("opened");
    without.send(watch(1));
    await opened;
    const client = await terminal(device);
    await send(client, device, cb1());
    await until(async () => without.batches.length === 1);
    expect(stranger.batches).toEqual([]);
  });

  it("withdrawn while it is open end the subscription within seconds, and nothing more comes [USR-03]", async () => {
    const sub = await world.user({ tenant: "own", name: randomUUID().slice(0, 20), role: "sub", level: "read" });
    const other = await testDevice(world.database.db, manager.tenantId);
    await grantLevel(world.database.db, sub, device.thingsId, "read");
    await grantLevel(world.database.db, sub, other.thingsId, "read");
    // USR-04: a session keeps the rights of its beginning, a personal token has those of now.
    const wanted = { tenantId: sub.tenantId, userId: sub.userId, name: "t", scope: "read", devices: null } as const;
    const token = await makeAccessToken(world.database.db, { ...wanted, expiresDays: 1 });
    const browser = await connectLive(base, token.token);
    browser.send(watch(1));
    browser.send(watch(2, other));
    await until(async () => browser.notices.filter(({ type }) => type === "opened").length === 2);
    const closed = browser.next("closed");
    await replaceLevels(world.database.db, sub.tenantId, sub.userId, new Map([[other.thingsId, "read"]]));
    expect(await closed).toEqual({ type: "closed", id: 1, code: "frames.liveRevoked" });
    const [client, otherClient] = [await terminal(device), await terminal(other)];
    await send(client, device, cb1());
    await send(otherClient, other, cb1());
    await until(async () => browser.batches.length === 1);
    expect(browser.batches[0]?.subscription).toBe(2);
  });

  it("of an ended session end the connection [USR-03]", async () => {
    const sub = await world.user({ tenant: "own", name: randomUUID().slice(0, 20), role: "manager" });
    const browser = await connectLive(base, sub.token);
    await deleteSessionOf(world.database.db, sub.tenantId, sub.userId, sub.sessionId);
    expect(await browser.closed).toEqual({ code: 4401, reason: "platform.unauthenticated" });
  });

  it("keep no session from idling, and end with it [USR-04]", async () => {
    const user = await world.user({ tenant: "own", name: "live_idler", role: "sub" });
    const { db } = world.database;
    const seen = (hoursAgo: number) =>
      sql`update sessions set last_seen_at = now() - ${hoursAgo} * interval '1 hour' where id = ${user.sessionId}`.execute(
        db,
      );
    await seen(5);
    const browser = await connectLive(base, user.token);
    const idle = await sql<{ hours: number }>`select extract(epoch from now() - last_seen_at)::float8 / 3600 as hours
      from sessions where id = ${user.sessionId}`.execute(db);
    expect(idle.rows[0]?.hours).toBeGreaterThan(4);
    await seen(13);
    expect(await browser.closed).toMatchObject({ code: 4401 });
  });

  it("end with a device that is deleted or moved to another tenant [USR-03]", async () => {
    const gone = await testDevice(world.database.db, manager.tenantId);
    const browser = await connectLive(base, manager.token);
    browser.send(watch(1, gone));
    await browser.next("opened");
    const closed = browser.next("closed");
    await sql`delete from things where id = ${gone.thingsId}`.execute(world.database.db);
    expect((await closed).code).toBe("frames.liveRevoked");
  });
});

describe("a slow client", () => {
  it("has at most 1 MiB waiting, gets the newest and the count of what it missed; others get all", async () => {
    const own = await testDevice(world.database.db, manager.tenantId);
    const [slow, quick] = [await connectLive(base, manager.token), await connectLive(base, manager.token)];
    for (const client of [slow, quick]) {
      client.send(watch(1, own));
      await client.next("opened");
    }
    slow.socket.pause();
    const unsent = () =>
      Math.max(...[...world.app.websocketServer.clients].map(({ bufferedAmount }) => bufferedAmount));
    let mostUnsent = 0;
    // 40 MB: far more than the buffers of the system between the two ends take.
    const BATCHES = 800;
    const batch = cb1(4000, [0]);
    const message = packBatch(Uint8Array.of(0), batch);
    for (let i = 0; i < BATCHES; i++) {
      bus.publish(framesSubject(own.bindingNumber), message);
      mostUnsent = Math.max(mostUnsent, unsent());
      if (i % 4 === 0) await sleep(1);
    }
    await until(async () => quick.batches.length === BATCHES);
    // The bound of the queue itself is covered by its own tests.
    expect(mostUnsent).toBeGreaterThan(0);
    expect(mostUnsent).toBeLessThan(LIVE_MAX_QUEUED_BYTES / 2);
    slow.socket.resume();
    const marker = cb1(3, [0]);
    await until(async () => slow.notices.some(({ type }) => type === "missed"));
    bus.publish(framesSubject(own.bindingNumber), packBatch(Uint8Array.of(0), marker));
    await until(async () => Buffer.from(slow.batches.at(-1)?.batch ?? []).equals(marker));
    const missed = slow.notices.flatMap((notice) => (notice.type === "missed" ? notice.frames : []));
    const got = (slow.batches.length - 1) * 4000;
    expect(missed.reduce((sum, frames) => sum + frames, 0) + got).toBe(BATCHES * 4000);
    expect(quick.notices.some(({ type }) => type === "missed")).toBe(false);
  });
});

describe("statuses", () => {
  it("come at most twice a second, each device once, with rate, load and last frame per channel", async () => {
    const own = await testDevice(world.database.db, manager.tenantId);
    const client = await terminal(own);
    const browser = await connectLive(base, manager.token);
    browser.send({ type: "status", devices: "all" });
    const beginMs = performance.now();
    let at = Date.now() - 10_000;
    // 100 frames per second and channel, in batches of a fifth of a second.
    while (performance.now() - beginMs < 2500) {
      await send(client, own, spaced(at));
      at += 200;
      await sleep(50);
    }
    await until(async () => browser.statuses.some(({ rows }) => rows.some((row) => row.deviceId === own.thingsId)));
    const elapsedMs = performance.now() - beginMs;
    expect(browser.statuses.length).toBeLessThanOrEqual(elapsedMs / 500 + 1);
    for (const { rows } of browser.statuses) expect(new Set(rows.map((row) => row.deviceId)).size).toBe(rows.length);
    const last = browser.statuses.flatMap(({ rows }) => rows.filter((row) => row.deviceId === own.thingsId)).at(-1);
    expect(last?.online).toBe(true);
    expect(last?.channels.map(({ channel }) => channel)).toEqual([0, 1]);
    for (const channel of last?.channels ?? []) {
      expect(channel.framesPerSecond).toBeCloseTo(100, 0);
      // 100 frames of 111 to 135 bits at 500 kbit/s.
      expect(channel.load).toBeGreaterThan(0.02);
      expect(channel.load).toBeLessThan(0.03);
      expect(channel.lastFrameAt).toBeGreaterThan(Date.now() - 10_000);
    }
    const gone = () =>
      browser.statuses.some(({ rows }) => rows.some((row) => row.deviceId === own.thingsId && !row.online));
    await client.endAsync();
    await until(async () => gone());
  });

  /** 20 frames on each of two channels in 200 ms. */
  function spaced(fromMs: number): Buffer {
    const batch = new FrameBatch();
    for (let i = 0; i < 20; i++) {
      for (const channel of [0, 1]) {
        batch.push((fromMs + i * 10) * 1000, channel, 0x1a0, 0, 8, Uint8Array.of(i, 0xa5, 0x5a, 0x3c, 1, 2, 4, 8));
      }
    }
    lastSequence += 1;
    const encoded = encodeCb1(batch, { epoch: 7, sequence: lastSequence });
    return Buffer.from(encoded.ok ? encoded.value : []);
  }

  it("show a sub-user only what he may read, a stranger nothing, and only what was asked for [USR-03]", async () => {
    const [one, two] = [
      await testDevice(world.database.db, manager.tenantId),
      await testDevice(world.database.db, manager.tenantId),
    ];
    const sub = await world.user({ tenant: "own", name: randomUUID().slice(0, 20), role: "sub", level: "read" });
    await grantLevel(world.database.db, sub, one.thingsId, "read");
    const clients = [await terminal(one), await terminal(two)];
    const watchers = [
      await connectLive(base, sub.token),
      await connectLive(base, foreigner.token),
      await connectLive(base, manager.token),
    ];
    const [bySub, byStranger, named] = watchers as [(typeof watchers)[0], (typeof watchers)[0], (typeof watchers)[0]];
    bySub.send({ type: "status", devices: "all" });
    byStranger.send({ type: "status", devices: "all" });
    named.send({ type: "status", devices: [two.thingsId] });
    const idsOf = ({ statuses }: typeof bySub) =>
      new Set(statuses.flatMap(({ rows }) => rows.map((row) => row.deviceId)));
    await until(async () => idsOf(bySub).size > 0 && idsOf(named).size > 0);
    await Promise.all(clients.map((client, i) => send(client, i === 0 ? one : two, cb1())));
    await sleep(1200);
    expect([...idsOf(bySub)]).toEqual([one.thingsId]);
    expect([...idsOf(byStranger)]).toEqual([]);
    expect([...idsOf(named)]).toEqual([two.thingsId]);
  });
});

describe("a hostile client", () => {
  it("is let go when it does not say who it is, says it wrongly, or twice", async () => {
    const unnamed = await liveSocket(base);
    unnamed.send({ type: "status", devices: "all" });
    expect(await unnamed.closed).toEqual({ code: 4401, reason: "platform.unauthenticated" });
    const wrong = await liveSocket(base);
    wrong.send({ type: "hello", token: "x".repeat(43) });
    expect(await wrong.closed).toEqual({ code: 4401, reason: "platform.unauthenticated" });
    const twice = await connectLive(base, manager.token);
    twice.send({ type: "hello", token: manager.token });
    expect((await twice.closed).code).toBe(4400);
    const silent = await liveSocket(base);
    expect((await silent.closed).code).toBe(4408);
  });

  it.each([
    ["no JSON", "{"],
    ["something else", '{"type":"sql","query":"select 1"}'],
    ["a device that is none", '{"type":"frames","id":1,"device_id":"../../1"}'],
    ["a channel that is none", `{"type":"frames","id":1,"device_id":"${randomUUID()}","channels":[-1]}`],
    ["too many devices", JSON.stringify({ type: "status", devices: Array.from({ length: 1001 }, () => randomUUID()) })],
    ["binary", Buffer.from([1, 2, 3])],
  ])("that says %s is let go", async (_what, message) => {
    const browser = await connectLive(base, manager.token);
    browser.socket.send(message);
    expect((await browser.closed).code).toBe(4400);
  });

  it("that sends a huge message is let go without it being read", async () => {
    const browser = await connectLive(base, manager.token);
    browser.socket.send("x".repeat(10 * 1024 * 1024));
    expect([1006, 1009]).toContain((await browser.closed).code);
  });

  it("that asks without end, for too much, or too often is stopped", async () => {
    const user = await world.user({ tenant: "own", name: randomUUID().slice(0, 20), role: "manager" });
    const browser = await connectLive(base, user.token);
    for (let id = 1; id <= LIVE_MAX_SUBSCRIPTIONS + 1; id++) browser.send(watch(id));
    const refused = await browser.next("closed");
    expect(refused).toEqual({
      type: "closed",
      id: LIVE_MAX_SUBSCRIPTIONS + 1,
      code: "frames.liveTooManySubscriptions",
    });
    for (let i = 0; i < 400; i++) browser.send({ type: "stop", id: 99 });
    expect((await browser.closed).code).toBe(4429);
    for (let i = 0; i < LIVE_MAX_CONNECTIONS_PER_USER; i++) await connectLive(base, user.token);
    const oneMore = await liveSocket(base);
    oneMore.send({ type: "hello", token: user.token });
    expect(await oneMore.closed).toEqual({ code: 4429, reason: "frames.liveTooManyConnections" });
  });

  it("from another site does not get in; neither does a token in the address", async () => {
    await expect(liveSocket(base, { origin: "https://evil.example" })).rejects.toThrow("403");
    const own = await liveSocket(base, { origin: base });
    own.socket.terminate();
    const inAddress = await liveSocket(base, {}, `/api/live?token=${manager.token}`);
    inAddress.send(watch(1));
    expect((await inAddress.closed).code).toBe(4401);
  });

  it("that calls the address without an upgrade is told so", async () => {
    const answer = await fetch(`${base}/api/live`);
    expect(answer.status).toBe(426);
    expect(await answer.json()).toMatchObject({ code: "frames.liveUpgrade" });
  });
});

it("alarms of a tenant are told to its users, many at once in few notices, and to nobody else [TRG-05]", async () => {
  const [own, other] = [await connectLive(base, manager.token), await connectLive(base, foreigner.token)];
  const told = own.next("alarms");
  for (let i = 0; i < 50; i++) bus.publish(alarmsSubject(manager.tenantId), new Uint8Array(0));
  await told;
  const again = own.next("alarms");
  await again;
  bus.publish(alarmsSubject(foreigner.tenantId), new Uint8Array(0));
  await until(async () => other.notices.some(({ type }) => type === "alarms"));
  const count = (live: typeof own) => live.notices.filter(({ type }) => type === "alarms").length;
  expect([count(own), count(other)]).toEqual([2, 1]);
});
