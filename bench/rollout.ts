// A rollout to 1,000 terminals on one machine, in waves, and how the pages answer meanwhile (DEV-08).
import { once } from "node:events";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { Rollout } from "@canopy/contract/firmware/rollouts";
import { STANDARD_WAVES } from "@canopy/contract/firmware/waves";
import { sql } from "kysely";
import { makeAccessToken } from "../apps/server/accounts/access-tokens.ts";
import { createAccount } from "../apps/server/accounts/create-account.ts";
import type { Db } from "../apps/server/platform/postgres/schema.ts";
import { imageBody, testKey } from "../apps/server/testing/worlds/test-firmware.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { type LoadProgram, startLoad } from "./load/load-program.ts";
import { quantile } from "./load/quantile.ts";
import type { QuietFleetData } from "./load/quiet-fleet.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 1_000;
const IMAGE_BYTES = 1024 * 1024;
const FIRST_VERSION = "4.12.00";
const VERSION = "4.18.00";
const RESTART_MS = 1_000;
const CALL_EVERY_MS = 50;
const WITHIN_MS = 15 * 60_000;
const LIMITS = { atMost: { webP95Ms: 100 }, atLeast: { devicesDone: DEVICES } };

export async function run(): Promise<BenchResult> {
  const load = await startLoad(DEVICES);
  const database = await load.program.openDatabase();
  const call = await caller(load, database.db);
  const data: QuietFleetData = {
    url: `mqtt://127.0.0.1:${load.program.mqttPort}`,
    devices: load.devices.map(({ deviceId, key }) => ({ deviceId, key })),
    firmwareVersion: FIRST_VERSION,
    restartMs: RESTART_MS,
  };
  const fleet = new Worker(join(import.meta.dirname, "load/quiet-fleet.ts"), { workerData: data });
  try {
    await once(fleet, "message");
    await untilTold(database.db, load.tenantId);
    const imageId = await upload(call, database.db, load.tenantId);
    const groupId = await groupOf(database.db, load.tenantId);
    const before = load.use();
    const began = performance.now();
    const waves = STANDARD_WAVES.map((wave) => ({ ...wave, wait_minutes: 0 }));
    const body = { image_id: imageId, scope: "group", group_id: groupId, when: "now", waves };
    const { id } = (await call("POST", "/firmware/rollouts", body)).data as Rollout;
    const times: number[] = [];
    const ended = await watch(call, id, times, began);
    const seconds = (performance.now() - began) / 1000;
    const metrics = {
      devicesDone: ended.counts.done,
      devicesFailed: ended.counts.failed,
      seconds,
      devicesPerMinute: (ended.counts.done * 60) / seconds,
      webP50Ms: quantile(times, 0.5),
      webP95Ms: quantile(times, 0.95),
      webCalls: times.length,
      serverCores: (load.use().cpu - before.cpu) / seconds,
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    fleet.postMessage("end");
    await database.close();
    await load.stop();
  }
}

type Call = (method: string, path: string, body?: object | Buffer) => Promise<{ data: unknown; list?: unknown }>;

async function caller({ program, tenantId }: LoadProgram, db: Db): Promise<Call> {
  const account = { tenant: "bench", tenantKind: "owner", name: "roller", password: "Bench-2026" } as const;
  const { userId } = await createAccount(db, { ...account, role: "manager", tenantLevel: "write" });
  const wanted = { tenantId, userId, scope: "read-write", devices: null, expiresDays: 1, name: "bench" } as const;
  const { token } = await makeAccessToken(db, wanted);
  return async (method, path, body) => {
    const isBytes = body instanceof Buffer;
    const type = isBytes ? "application/octet-stream" : "application/json";
    const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": type }) };
    const sent = isBytes ? new Uint8Array(body) : JSON.stringify(body);
    const answer = await fetch(`${program.base}/api${path}`, { method, headers, ...(body && { body: sent }) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
}

async function untilTold(db: Db, tenantId: string): Promise<void> {
  for (let told = 0; told < DEVICES; await sleep(200)) {
    const found = await sql<{
      n: number;
    }>`select count(*)::int as n from things where tenant_id = ${tenantId} and online
      and firmware_version = ${FIRST_VERSION}`.execute(db);
    told = found.rows[0]?.n ?? 0;
  }
}

async function upload(call: Call, db: Db, tenantId: string): Promise<string> {
  const bytes = Buffer.alloc(IMAGE_BYTES, 7);
  const { data } = await call(
    "POST",
    "/firmware/images",
    imageBody(await testKey(db, tenantId), { version: VERSION, bytes }),
  );
  const { id } = data as { id: string };
  await call("PUT", `/firmware/images/${id}/content?offset=0`, bytes);
  return id;
}

async function groupOf(db: Db, tenantId: string): Promise<string> {
  const made = await sql<{ id: string }>`insert into thing_groups (tenant_id, name) values (${tenantId}, 'all')
    returning id`.execute(db);
  const id = made.rows[0]?.id ?? "";
  await sql`insert into thing_group_members (tenant_id, group_id, things_id)
    select tenant_id, ${id}::uuid, id from things where tenant_id = ${tenantId}`.execute(db);
  return id;
}

/** The calls of a person who looks at the rollout, its devices and the list of devices. */
async function watch(call: Call, id: string, times: number[], began: number): Promise<Rollout> {
  const paths = [
    `/firmware/rollouts/${id}`,
    `/firmware/rollouts/${id}/devices?page_size=25`,
    "/things/overview?limit=200",
  ];
  for (let i = 0; performance.now() - began < WITHIN_MS; i++) {
    const asked = performance.now();
    const answer = await call("GET", paths[i % paths.length] ?? "");
    times.push(performance.now() - asked);
    const rollout = i % paths.length === 0 ? (answer.data as Rollout) : undefined;
    if (rollout && rollout.state !== "running" && rollout.state !== "scheduled") return rollout;
    await sleep(CALL_EVERY_MS);
  }
  return (await call("GET", paths[0] ?? "")).data as Rollout;
}
