import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeAccessToken } from "../../accounts/access-tokens.ts";
import type { OpenFrames } from "../../open-frames.ts";
import type { Database } from "../../platform/postgres/open-database.ts";
import { type TestDevice, testDevice } from "../terminals/test-device.ts";
import { openLine } from "./fault-line.ts";
import { FaultProgram, KILL_TARGETS, TIMEOUT_MS } from "./fault-program.ts";
import { FaultTerminal } from "./fault-terminal.ts";
import { sendGarbage, sendHugePacket, sendOddBatches, tryForeignTopics } from "./hostile.ts";
import { manyDevices } from "./many-devices.ts";
import { encodeBatch } from "./page-batch.ts";
import { PageTerminal } from "./page-terminal.ts";
import { between, randomFrom } from "./random.ts";
import { compareAll, killOrder, soak } from "./soak.ts";
import { connectAll } from "./storm.ts";
import { batchOfTraffic, newTraffic, SQL_PAYLOAD, type Traffic } from "./traffic.ts";

/** `npm run test:faults` sets 50. */
const KILLS = Number(process.env.CANOPY_FAULT_KILLS ?? 2);
const SEED = Number(process.env.CANOPY_FAULT_SEED ?? between(Math.random, 1, 2 ** 31));
const KILLS_MS = TIMEOUT_MS + KILLS * 60_000;
const STORM = process.env.CANOPY_LONG ? 2_000 : 300;
/** The times are told; only one that does not come back fails, since other work may run on the machine. */
const READY_AGAIN_MS = 60_000;
const BACK_WITHIN_MS = 60_000;

const say = (line: string) => console.log(`faults, seed ${SEED}: ${line}`);
const random = randomFrom(SEED);

describe("the whole program", { timeout: KILLS_MS }, () => {
  let program: FaultProgram;
  let database: Database;
  let frames: OpenFrames;
  let tenantId: string;

  beforeAll(async () => {
    program = await FaultProgram.start();
    database = await program.openDatabase();
    frames = await program.openFrames();
    tenantId = await program.newTenant("faults");
  }, TIMEOUT_MS);
  afterAll(async () => {
    await frames?.close();
    await database?.close();
    await program?.stop();
  }, TIMEOUT_MS);

  const terminalOf = (device: TestDevice, port = program.mqttPort, traffic: Traffic = newTraffic(random, "day")) =>
    new FaultTerminal({ device, traffic, version: 5, port, random, everyMs: 30 });

  const untilAcknowledged = async (terminal: FaultTerminal, batches: number) => {
    const wanted = terminal.acknowledged + batches;
    while (terminal.acknowledged < wanted) await sleep(20);
  };

  /** The first thousand of a device. */
  const framesOf = async ({ bindingNumber }: TestDevice) => {
    const everything = { fromUs: 0, toUs: 2 ** 51, limit: 1_000, order: "oldestFirst", filter: {} } as const;
    return (await frames.store.frames.page({ bindingNumber, ...everything })).frames;
  };

  it(`loses and doubles no acknowledged frame in ${KILLS} kills of server and PostgreSQL [DAT-08]`, async () => {
    const report = await soak(program, {
      seed: SEED,
      victims: killOrder(KILL_TARGETS, KILLS, random),
      terminals: 8,
      say,
    });
    say(`${report.batches} batches, ${report.frames} frames, ${report.connections} connections`);
    say(`ready again after ${report.recoveries.map(({ ms }) => Math.round(ms)).join(", ")} ms`);
    expect(report.faults).toEqual([]);
    expect(report.frames).toBeGreaterThan(report.batches);
    expect(Math.max(...report.recoveries.map(({ ms }) => ms))).toBeLessThan(READY_AGAIN_MS);
  });

  it("loses and doubles nothing when the network is cut or goes silent [DAT-08]", async () => {
    const line = await openLine(program.mqttPort);
    const devices = await Promise.all([0, 1, 2].map(() => testDevice(database.db, tenantId)));
    const terminals = devices.map((device) => terminalOf(device, line.port));
    for (const fault of [line.cut, line.freeze, line.cut, line.freeze]) {
      await Promise.all(terminals.map((terminal) => untilAcknowledged(terminal, 1)));
      await sleep(between(random, 0, 200));
      fault();
    }
    await Promise.all(terminals.map((terminal) => terminal.drain(TIMEOUT_MS)));
    expect((await compareAll(program, terminals)).faults).toEqual([]);
    await Promise.all(terminals.map((terminal) => terminal.end()));
    expect(Math.min(...terminals.map(({ connections }) => connections))).toBeGreaterThan(2);
    await line.close();
  });

  it("stores repeated batches once, also after a kill and after they were deleted [DAT-08]", async () => {
    const device = await testDevice(database.db, tenantId);
    const terminal = terminalOf(device);
    await untilAcknowledged(terminal, 10);
    await terminal.drain(TIMEOUT_MS);
    const all = Array.from({ length: terminal.made }, (_, sequence) => sequence).reverse();
    await terminal.repeat(all);
    await program.kill("server");
    await terminal.repeat(all);
    expect((await compareAll(program, [terminal])).faults).toEqual([]);

    const range = { bindingNumber: device.bindingNumber, fromUs: 0, toUs: Date.now() * 1000, keep: [] };
    const { deleted } = await frames.store.frames.removal.deleteRange(range, 1_000_000);
    expect(deleted).toBeGreaterThan(0);
    await terminal.repeat(all);
    await program.kill("server");
    await terminal.repeat(all);
    expect(await framesOf(device)).toEqual([]);
    await terminal.end();
  });

  it(`takes ${STORM} terminals back at once after a kill, and a batch of each [DAT-08] [DEV-12]`, async () => {
    const devices = await manyDevices(database.db, tenantId, STORM);
    const before = await connectAll(program.mqttPort, devices, BACK_WITHIN_MS);
    const began = performance.now();
    await program.kill("server");
    await Promise.all(before.map(({ closed }) => closed));
    const back = await connectAll(program.mqttPort, devices, BACK_WITHIN_MS);
    say(`${STORM} terminals back ${Math.round(performance.now() - began)} ms after the kill`);
    const traffic = newTraffic(random, "day");
    const batch = encodeBatch(batchOfTraffic(traffic, 0));
    await Promise.all(back.map((terminal) => terminal.publishAndWait(batch)));
    for (const terminal of back) terminal.end();
    const { length } = batchOfTraffic(traffic, 0).frames;
    const counts = [];
    for (const device of devices) counts.push((await framesOf(device)).length);
    expect(counts).toEqual(devices.map(() => length));
  });

  it("is hurt by no device that sends garbage, 10 MB, foreign topics, wrong clocks or SQL [DEV-12] [DAT-08]", async () => {
    const [honest, hostile] = [await testDevice(database.db, tenantId), await testDevice(database.db, tenantId)];
    const terminal = terminalOf(honest);
    await untilAcknowledged(terminal, 1);
    expect(await sendGarbage(program.mqttPort, hostile)).not.toContain(false);
    expect(await sendHugePacket(program.mqttPort, hostile)).toBe(true);
    expect(await tryForeignTopics(program.mqttPort, hostile, honest)).not.toContain("taken");
    await sendOddBatches(program.mqttPort, hostile, SQL_PAYLOAD);

    const kept = await frames.store.quarantine.list(hostile.bindingNumber, 10);
    expect(kept.batches.map(({ sequence, reason }) => [sequence, reason])).toEqual([
      [1, "beforeTerminals"],
      [0, "inFuture"],
    ]);
    expect((await framesOf(hostile)).map(({ data }) => Buffer.from(data))).toEqual([
      Buffer.from([1, 2, 3]),
      SQL_PAYLOAD.subarray(0, 8),
    ]);
    // The honest one was acknowledged all along, and of the hostile one's foreign topic it has nothing.
    await untilAcknowledged(terminal, 1);
    await terminal.drain(TIMEOUT_MS);
    expect((await compareAll(program, [terminal])).faults).toEqual([]);
    await terminal.end();
    expect(terminal.connections).toBe(1);
  });

  it("shows a terminal that moved to another tenant without anything of the old one [USR-06] [DAT-08]", async () => {
    const other = await program.newTenant("faults-other");
    const old = await testDevice(database.db, tenantId);
    const traffic = newTraffic(random, "day");
    const batch = encodeBatch(batchOfTraffic(traffic, 0));
    const first = await PageTerminal.open({ port: program.mqttPort, ...old });
    await first.publishAndWait(batch);

    const token = await managerToken(database, tenantId);
    const headers = { authorization: `Bearer ${token}` };
    const gone = await fetch(`${program.base}/api/things/${old.thingsId}`, { method: "DELETE", headers });
    expect(gone.status).toBe(200);
    await first.closed;
    const moved = await testDevice(database.db, other, { third_things_id: old.deviceId });
    expect(moved.bindingNumber).not.toBe(old.bindingNumber);
    await expect(PageTerminal.open({ port: program.mqttPort, ...old })).rejects.toThrow("refused");

    expect(await framesOf(moved)).toEqual([]);
    // The terminal does not know that it moved and goes on counting: what it sends is the new tenant's alone.
    const second = await PageTerminal.open({ port: program.mqttPort, ...moved });
    await second.publishAndWait(encodeBatch(batchOfTraffic(traffic, 0)));
    await second.publishAndWait(encodeBatch(batchOfTraffic(traffic, 1)));
    second.end();
    const sizes = [0, 1].map((sequence) => batchOfTraffic(traffic, sequence).frames.length);
    const counts = [(await framesOf(old)).length, (await framesOf(moved)).length];
    expect(counts).toEqual([sizes[0], (sizes[0] ?? 0) + (sizes[1] ?? 0)]);
  });
});

async function managerToken({ db }: Database, tenantId: string): Promise<string> {
  const found = await sql<{
    id: string;
  }>`select id from users where tenant_id = ${tenantId} and role = 'manager'`.execute(db);
  const userId = found.rows[0]?.id ?? "";
  const wanted = { tenantId, userId, scope: "read-write", devices: null, expiresDays: 1, name: "faults" } as const;
  return (await makeAccessToken(db, wanted)).token;
}
