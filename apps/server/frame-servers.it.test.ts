import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { frameExtent } from "@canopy/contract/frames/history";
import { addressOf } from "@canopy/contract/platform/http-call";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../e2e/support/patience.ts";
import { makeAccessToken } from "./accounts/access-tokens.ts";
import { createAccount } from "./accounts/create-account.ts";
import { openServers } from "./frames/servers/open-servers.ts";
import { createLog } from "./platform/log.ts";
import { type Host, openFolder, spawnHost } from "./testing/engines/spawn-host.ts";
import { type TestDatabase, testDatabase } from "./testing/engines/test-database.ts";
import { freePort, type SpawnedProgram, spawnProgram, until } from "./testing/processes/spawn-program.ts";
import { framesInStore } from "./testing/stored/test-lake.ts";
import { type TestDevice, testDevice } from "./testing/terminals/test-device.ts";
import { type TestTerminal, testTerminal } from "./testing/terminals/test-terminal.ts";

/** OPS-02: two PostgreSQL servers for frames, two ingest processes, one of web and worker. */
const TIMEOUT_MS = 120_000 * PATIENCE;
const CANOPY = join(import.meta.dirname, "../cli/bin/canopy.mjs");
const BEGUN_US = Date.now() * 1000 - 600_000_000;

let database: TestDatabase;
const engines: { folder: string; host: Host }[] = [];
const folders: string[] = [];
let web: SpawnedProgram;
const ingests: { program: SpawnedProgram; url: string }[] = [];
let token: string;
let devices: [TestDevice, TestDevice];
let terminals: [TestTerminal, TestTerminal];
const sent: [string[], string[]] = [[], []];

const env = (): Record<string, string> => ({
  CANOPY_DEMO: "off",
  CANOPY_SECRET: "one secret for all processes of this test",
  DATABASE_URL: database.url,
  FRAMES_DATABASE_URL: engines.map(({ host }) => host.url).join(","),
});

async function start(roles: string, more: Record<string, string> = {}): Promise<SpawnedProgram> {
  const folder = openFolder();
  folders.push(folder);
  return spawnProgram(folder, { ...env(), CANOPY_ROLES: roles, ...more });
}

beforeAll(async () => {
  database = await testDatabase();
  for (let i = 0; i < 2; i += 1) {
    const folder = openFolder();
    engines.push({ folder, host: await spawnHost(folder) });
  }
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
  web = await start("web,worker");
  await until(async () => web.output().includes("is ready at"), 110_000);
  for (let i = 0; i < 2; i += 1) {
    const mqttPort = await freePort();
    const ports = { CANOPY_MQTT_PORT: String(mqttPort), CANOPY_MQTTS_PORT: String(await freePort()) };
    ingests.push({ program: await start("ingest", ports), url: `mqtt://127.0.0.1:${mqttPort}` });
  }
  for (const { program } of ingests) await until(async () => program.output().includes("runs as ingest"), 110_000);
  devices = [await testDevice(database.db, user.tenantId), await testDevice(database.db, user.tenantId)];
  terminals = [
    await testTerminal(ingests[0]?.url ?? "", devices[0]),
    await testTerminal(ingests[1]?.url ?? "", devices[1]),
  ];
}, 240_000 * PATIENCE);

afterAll(async () => {
  for (const terminal of terminals ?? []) await terminal.close();
  for (const program of [web, ...ingests.map((ingest) => ingest.program)]) {
    program?.process.kill("SIGTERM");
    await program?.ended();
  }
  for (const { host } of engines) await host.end("SIGTERM");
  for (const folder of [...folders, ...engines.map((one) => one.folder)])
    rmSync(folder, { recursive: true, force: true });
  await database?.drop();
}, TIMEOUT_MS);

/** Acknowledged when it returns. */
async function send(which: 0 | 1): Promise<void> {
  const at = BEGUN_US + sent[which].length * 1000;
  const frames = Array.from({ length: 10 }, (_, i) => ({
    timeUs: at + i * 100,
    channel: 0,
    id: 0x100 + which,
    data: [i, sent[which].length & 255],
  }));
  await terminals[which].frames(frames);
  sent[which].push(...frames.map(({ timeUs }) => String(timeUs)));
}

async function framesOf({ thingsId }: TestDevice): Promise<unknown> {
  const extent = addressOf(`${web.base}/api`, frameExtent, { params: { things_id: thingsId } });
  const answer = await fetch(extent, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await answer.json()) as { data?: { frames: number } };
  return data?.frames;
}

async function bindingsOn(i: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: engines[i]?.host.url ?? "" });
  await client.connect();
  try {
    const found = await client.query<{ binding: number }>(
      "select binding from day_counters group by binding order by binding",
    );
    return found.rows.map(({ binding }) => binding);
  } finally {
    await client.end();
  }
}

async function canopy(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const options = { cwd: folders[0], env: { PATH: process.env.PATH ?? "", CANOPY_DATA: folders[0] ?? "", ...env() } };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [CANOPY, ...args], options)) };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

describe("two frame servers and two ingest processes", () => {
  it("have the devices on one each, and the pages see both [OPS-02]", async () => {
    await Promise.all([send(0), send(1)]);
    await Promise.all([send(0), send(1)]);
    expect(await framesOf(devices[0])).toBe(20);
    expect(await framesOf(devices[1])).toBe(20);
    expect(await bindingsOn(0)).toEqual([devices[0].bindingNumber]);
    expect(await bindingsOn(1)).toEqual([devices[1].bindingNumber]);
    const ready = await web.fetchJson("/readyz");
    expect(ready).toMatchObject({ status: 200, body: { ready: true, parts: { frames: "ok" } } });
  });

  it(
    "one of them away: its devices wait unacknowledged, the others go on, and /readyz tells which [OPS-02]",
    async () => {
      const away = engines[1];
      if (away === undefined) throw new Error("there is no second server");
      await away.host.end("SIGTERM");
      let isStored = false;
      const waiting = send(1).then(() => {
        isStored = true;
      });
      for (let i = 0; i < 10; i += 1) await send(0);
      expect(await framesOf(devices[0])).toBe(120);
      await until(async () => {
        const { body } = await web.fetchJson("/readyz");
        return JSON.stringify(body).includes('"frames":"partly"');
      });
      const { status, body } = await web.fetchJson("/readyz");
      const { servers } = (body as { parts: { servers: Record<string, string> } }).parts;
      expect(status).toBe(200);
      expect(Object.values(servers)).toEqual(["ok", "unreachable"]);
      expect(isStored).toBe(false);
      away.host = await spawnHost(away.folder);
      await waiting;
      expect(await framesOf(devices[1])).toBe(30);
      await until(async () => (await web.fetchJson("/readyz")).status === 200);
    },
    TIMEOUT_MS,
  );

  it(
    "a device is moved while its terminal sends, and nothing is lost or doubled [OPS-02]",
    async () => {
      const [device] = devices;
      let isMoving = true;
      const sending = (async () => {
        while (isMoving) await send(0);
      })();
      const positions = Array.from({ length: 20 }, (_, i) => ({
        time: Date.now() + i,
        latitude: 48 + i / 100,
        longitude: 9,
      }));
      for (const position of positions) await terminals[0].positions([position]);
      const moved = await canopy("frames", "move", device.deviceId, "2");
      isMoving = false;
      await sending;
      await send(0);
      expect(moved).toMatchObject({ code: 0, stdout: expect.stringMatching(/was moved in [\d.]+ s\n$/) });
      expect(await framesOf(device)).toBe(sent[0].length);
      expect(await bindingsOn(0)).toEqual([]);
      const options = { urls: engines.map(({ host }) => host.url ?? ""), metadataUrl: database.url, s3: undefined };
      const opened = await openServers({
        ...options,
        dataFolder: folders[0] ?? "",
        prepare: false,
        log: createLog("error"),
      });
      try {
        const stored = await framesInStore(opened.store.frames, device.bindingNumber);
        expect(stored.map((content) => content.split(" ", 1)[0])).toEqual(sent[0]);
        const kept = await opened.store.points.positions({
          bindingNumber: device.bindingNumber,
          fromUs: 0,
          toUs: 2 ** 52,
          limit: 100,
        });
        expect(kept.map(({ time }) => time)).toEqual(positions.map(({ time }) => time));
      } finally {
        await opened.close();
      }
      const listed = await canopy("frames", "servers");
      expect(
        listed.stdout
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line).devices),
      ).toEqual([0, 2]);
      expect(await canopy("frames", "move", "00000000000000000000", "2")).toMatchObject({
        code: 2,
        stderr: "canopy frames: no device has the ID 00000000000000000000\n",
      });
    },
    TIMEOUT_MS,
  );
});
