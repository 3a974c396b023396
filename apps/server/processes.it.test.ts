import { rmSync } from "node:fs";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { downTopic, upTopic } from "@canopy/contract/device-link/topics";
import { sendCommand } from "@canopy/contract/devices/commands";
import { deleteThing } from "@canopy/contract/devices/things";
import { frameExtent } from "@canopy/contract/frames/history";
import { addressOf } from "@canopy/contract/platform/http-call";
import { sql } from "kysely";
import { connect, type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { PATIENCE } from "../../e2e/support/patience.ts";
import { makeAccessToken } from "./accounts/access-tokens.ts";
import { createAccount } from "./accounts/create-account.ts";
import { openFolder } from "./testing/engines/spawn-host.ts";
import { type TestDatabase, testDatabase, testFramesDatabase } from "./testing/engines/test-database.ts";
import { type TestNats, testNats, whyNoNats } from "./testing/engines/test-nats.ts";
import { freePort, type SpawnedProgram, spawnProgram, until } from "./testing/processes/spawn-program.ts";
import { connectLive } from "./testing/terminals/live-socket.ts";
import { type TestDevice, testDevice } from "./testing/terminals/test-device.ts";

/** OPS-02: the roles as processes of their own, which know each other by PostgreSQL and NATS alone. */
const noNats = whyNoNats();
if (noNats) console.warn(`several processes are not tested: ${noNats}`);

describe.skipIf(noNats !== undefined)("roles in processes of their own", () => {
  let database: TestDatabase;
  let framesDatabase: TestDatabase;
  let nats: TestNats;
  let web: SpawnedProgram;
  const ingests: { program: SpawnedProgram; mqttPort: number }[] = [];
  const folders: string[] = [];
  let token: string;
  let device: TestDevice;

  async function start(roles: string, env: Record<string, string> = {}): Promise<SpawnedProgram> {
    const folder = openFolder();
    folders.push(folder);
    return spawnProgram(folder, {
      CANOPY_ROLES: roles,
      CANOPY_DEMO: "off",
      CANOPY_SECRET: "one secret for all processes of this test",
      DATABASE_URL: database.url,
      FRAMES_DATABASE_URL: framesDatabase.url,
      NATS_URL: nats.url,
      ...env,
    });
  }

  beforeAll(async () => {
    database = await testDatabase();
    framesDatabase = await testFramesDatabase();
    nats = await testNats();
    const user = await createAccount(database.db, {
      tenant: "own",
      tenantKind: "owner",
      name: "manager",
      password: "Right-2026",
      role: "manager",
      tenantLevel: "write",
    });
    const wanted = { ...user, name: "test", scope: "read-write", devices: null, expiresDays: 1 } as const;
    token = (await makeAccessToken(database.db, wanted)).token;
    device = await testDevice(database.db, user.tenantId);
    web = await start("web,worker");
    for (let i = 0; i < 2; i++) {
      const mqttPort = await freePort();
      const ports = { CANOPY_MQTT_PORT: String(mqttPort), CANOPY_MQTTS_PORT: String(await freePort()) };
      ingests.push({ program: await start("ingest", ports), mqttPort });
    }
    await until(async () => web.output().includes("is ready at"), 110_000);
    for (const { program } of ingests) await until(async () => program.output().includes("runs as ingest"), 110_000);
  }, 240_000 * PATIENCE);

  afterAll(async () => {
    for (const program of [web, ...ingests.map((ingest) => ingest.program)]) {
      program?.process.kill("SIGTERM");
      await program?.ended();
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    await nats?.kill();
    await framesDatabase?.drop();
    await database?.drop();
  });

  async function terminal(port: number): Promise<MqttClient> {
    const { deviceId, key } = device;
    const login = { clientId: deviceId, username: deviceId, password: key, reconnectPeriod: 0 };
    const client = connect({ host: "127.0.0.1", port, ...login });
    onTestFinished(() => {
      client.end(true);
    });
    await new Promise<void>((resolve, reject) => {
      client.once("connect", () => resolve());
      client.once("error", reject);
    });
    return client;
  }

  function batchOf(sequence: number): Buffer {
    const frames = new FrameBatch();
    frames.push(Date.now() * 1000, 0, 0x123, 0, 3, Uint8Array.of(1, 2, 3));
    const encoded = encodeCb1(frames, { epoch: 1, sequence });
    return Buffer.from(encoded.ok ? encoded.value : []);
  }

  it("bring frames of a terminal in one to a browser in another, wherever it connects next [OPS-02]", async () => {
    const browser = await connectLive(web.base, token);
    browser.send({ type: "frames", id: 1, device_id: device.thingsId });
    browser.send({ type: "status", devices: "all" });
    await browser.next("opened");
    const sent: Buffer[] = [];
    const clients: MqttClient[] = [];
    for (const [i, { mqttPort }] of ingests.entries()) {
      const client = await terminal(mqttPort);
      const batch = batchOf(i);
      sent.push(batch);
      await client.publishAsync(upTopic(device.deviceId, "frames"), batch, { qos: 1 });
      await until(async () => browser.batches.length === i + 1);
      clients.push(client);
    }
    // The second connection took the place of the first.
    await until(async () => !clients[0]?.connected);
    expect(clients[1]?.connected).toBe(true);
    expect(browser.batches.map(({ batch }) => Buffer.from(batch))).toEqual(sent);
    // Processes share stored sequences: a repeated batch is acknowledged and changes nothing.
    await clients[1]?.publishAsync(upTopic(device.deviceId, "frames"), sent[0] ?? "", { qos: 1 });
    const extent = addressOf(`${web.base}/api`, frameExtent, { params: { things_id: device.thingsId } });
    const counted = await fetch(extent, { headers: { authorization: `Bearer ${token}` } });
    expect(await counted.json()).toMatchObject({ data: { frames: sent.length } });
    const isOnline = () => browser.statuses.at(-1)?.rows.at(-1)?.online;
    await until(async () => isOnline() === true);
    const stored = await sql<{ online: boolean }>`select online from things where id = ${device.thingsId}`.execute(
      database.db,
    );
    expect(stored.rows).toEqual([{ online: true }]);
  });

  it("bring a command from the page to the terminal and its answer back [OPS-02]", async () => {
    const client = await terminal(ingests[1]?.mqttPort ?? 0);
    await client.subscribeAsync(downTopic(device.deviceId, "request"), { qos: 1 });
    client.on("message", (_topic, payload) => {
      const { id } = JSON.parse(String(payload));
      client.publish(upTopic(device.deviceId, "reply"), JSON.stringify({ id, ok: true, result: {} }), {
        qos: 1,
      });
    });
    const url = addressOf(`${web.base}/api`, sendCommand, { params: { things_id: device.thingsId } });
    const answer = await fetch(url, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ method: "record.stop", params: {} }),
    });
    expect({ status: answer.status, body: await answer.text() }).toMatchObject({ status: 200 });
    const gone = new Promise<void>((resolve) => client.once("close", () => resolve()));
    const deleted = await fetch(addressOf(`${web.base}/api`, deleteThing, { params: { things_id: device.thingsId } }), {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
    expect(deleted.status).toBe(200);
    await gone;
  });
});
