// Trigger rules beside ingest: processor time of a frame that no rule names, as a share of ingest's own; frames judged per
// CPU second where rules name them; commit → outbox row of 500 firings beside 100,000 frames/s; back-test of a device.
// Search over a fleet's month of a kept signal. `--frames N` (10,000,000) of the back-test, `--judged N` (20,000,000),
// `--devices N` (100) of the search.
import { setTimeout as sleep } from "node:timers/promises";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { condition } from "@canopy/contract/alarms/conditions";
import { keptRule } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import { createAccount } from "../apps/server/accounts/create-account.ts";
import { runBackTest } from "../apps/server/alarms/back-test/run-back-test.ts";
import { compileRule, signalReader } from "../apps/server/alarms/engine/compile-condition.ts";
import { DeviceWatch } from "../apps/server/alarms/engine/device-watch.ts";
import { RuleSet } from "../apps/server/alarms/engine/rule-set.ts";
import type { WatchedCondition, WatchedRule } from "../apps/server/alarms/engine/watched-rule.ts";
import { RuleRelay } from "../apps/server/alarms/relay/rule-relay.ts";
import { insertRule } from "../apps/server/alarms/rules/rule-store.ts";
import { searchDevice } from "../apps/server/alarms/search/search-device.ts";
import { RuleKeeper } from "../apps/server/alarms/watch/rule-keeper.ts";
import { openIngest } from "../apps/server/frames/ingest/open-ingest.ts";
import { localBus } from "../apps/server/platform/bus/local-bus.ts";
import { createLog } from "../apps/server/platform/log.ts";
import { migrate } from "../apps/server/platform/postgres/migrate.ts";
import { testDevice } from "../apps/server/testing/terminals/test-device.ts";
import { MOTOR_SPEED } from "./load/ev-signals.ts";
import { fillDevice, START_US, TENANT } from "./load/fill-device.ts";
import { flag } from "./load/flags.ts";
import { type BenchStore, openBenchPostgres, openStore } from "./load/frame-server.ts";
import { FLEET_SERIES, FLEET_WINDOW, fillKeptFleet } from "./load/kept-fleet.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { cpuSeconds } from "./load/process-use.ts";
import { quantile } from "./load/quantile.ts";
import { VehicleTraffic } from "./load/vehicle-traffic.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 1000;
const RULES = 20;
const BATCH_FRAMES = 300;
const INGESTED_FRAMES = 3_000_000;
const LOAD_DEVICES = 50;
const LOAD_FRAMES_PER_SECOND = 100_000;
const FIRINGS = 500;
/** Devices of the outbox count from 1. */
const TESTED_BINDING = 3_000_000;
/** Of the electric car: every 10 ms. */
const TESTED_ID = 0x100;
const LIMITS: Limits = { atMost: { unnamedShare: 0.1, outboxP99Ms: 50, backTestMs: 3000, searchMs: 3000 } };

const log = createLog("error");

export async function run(): Promise<BenchResult> {
  const traffic = new VehicleTraffic("ev", { minutes: 1 });
  const parts = partsOf(traffic);
  const ids = standardIds(parts);
  const unnamed = judged(parts, rulesOn(Array.from({ length: RULES }, (_, i) => 0x7f0 + (i % 8))));
  const named = judged(parts, rulesOn(Array.from({ length: RULES }, (_, i) => ids[i % ids.length] ?? 0)));
  const bench = await openStore();
  try {
    const ingestPerFrame = await ingestCost(bench, parts);
    const outbox = await outboxDelays(bench, parts);
    const backTest = await backTestMs(bench, traffic, rulesOn([TESTED_ID])[0] as WatchedRule);
    const search = await searchFigures(bench);
    const metrics = {
      unnamedNsPerFrame: unnamed * 1e9,
      namedNsPerFrame: named * 1e9,
      unnamedFramesPerCpuSecond: 1 / unnamed,
      ingestNsPerFrame: ingestPerFrame * 1e9,
      unnamedShare: unnamed / ingestPerFrame,
      outboxP50Ms: quantile(outbox, 0.5),
      outboxP99Ms: quantile(outbox, 0.99),
      ...backTest,
      ...search,
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await bench.close();
  }
}

/** Identifiers of plain data frames. */
function standardIds(parts: readonly FrameBatch[]): number[] {
  const ids = new Set<number>();
  for (const { length, id, flags } of parts)
    for (let i = 0; i < length; i++)
      if (((flags[i] as number) & (FLAG_EXTENDED | FLAG_ERROR | FLAG_REMOTE)) === 0) ids.add(id[i] as number);
  return [...ids];
}

/** A minute of traffic in batches as a terminal sends them. */
function partsOf(traffic: VehicleTraffic): FrameBatch[] {
  const parts: FrameBatch[] = [];
  for (const batch of traffic.from(START_US, Math.floor(60 * traffic.framesPerSecond)))
    for (let from = 0; from < batch.length; from += BATCH_FRAMES) {
      const part = new FrameBatch(BATCH_FRAMES);
      for (let i = from; i < Math.min(from + BATCH_FRAMES, batch.length); i++) part.pushFrom(batch, i);
      parts.push(part);
    }
  return parts;
}

/** Byte 0 over 200 for a second; each rule on one identifier. */
function rulesOn(ids: readonly number[]): WatchedRule[] {
  return ids.flatMap((id, i) => {
    const conditions = [
      condition.parse({ kind: "frame", is_extended: false, id_from: id, id_to: id, operator: "gt", value: 200 }),
    ];
    const source = { channel: null, connector: "and", hold_s: 1, recover_s: 10, timeout_s: 0, mode: "edge" } as const;
    return (
      compileRule({ id: String(i), ...source, conditions }, { dbc: () => undefined, computed: () => undefined }) ?? []
    );
  });
}

/** CPU seconds of a frame. */
function judged(parts: readonly FrameBatch[], rules: readonly WatchedRule[]): number {
  const set = new RuleSet(rules);
  const watches = Array.from({ length: DEVICES }, () => new DeviceWatch(set));
  const wanted = flag("judged", 20_000_000);
  let frames = 0;
  let began = cpuSeconds(process.pid);
  // The first tenth is not measured: the code becomes fast in it.
  for (let at = 0, warm = false; frames < wanted; at += 1) {
    const part = parts[Math.floor(at / DEVICES) % parts.length] as FrameBatch;
    const watch = watches[at % DEVICES] as DeviceWatch;
    watch.judge(part, 0);
    watch.takeChanges();
    watch.takeDirty();
    frames += part.length;
    if (warm || frames < wanted / 10) continue;
    warm = true;
    frames = 0;
    began = cpuSeconds(process.pid);
  }
  return (cpuSeconds(process.pid) - began) / frames;
}

const batchOf = (bindingNumber: number, sequence: number, frames: FrameBatch, tenantId = TENANT) => ({
  bindingNumber,
  deviceId: String(bindingNumber),
  tenantId,
  epoch: 1,
  sequence,
  frames,
  raw: undefined,
  receivedAtMs: Date.now(),
});

/** CPU seconds of this process for a frame that lands, without the gateway. */
async function ingestCost({ store }: BenchStore, parts: readonly FrameBatch[]): Promise<number> {
  const ingest = openIngest({ landing: store.landing, log, mayStore: () => true });
  const count = Math.ceil(INGESTED_FRAMES / BATCH_FRAMES);
  let began = 0;
  let frames = 0;
  for (let at = 0; at < count; at += 1000) {
    if (at === 2000) [began, frames] = [cpuSeconds(process.pid), 0];
    await Promise.all(
      Array.from({ length: 1000 }, (_, i) => {
        const part = parts[(at + i) % parts.length] as FrameBatch;
        frames += part.length;
        return ingest.ingest(batchOf(1_000_000 + (i % LOAD_DEVICES), Math.floor((at + i) / LOAD_DEVICES), part));
      }),
    );
  }
  const used = (cpuSeconds(process.pid) - began) / frames;
  await ingest.close();
  await store.settleAll();
  return used;
}

/** Milliseconds from the answer of the commit to the outbox row, of one firing per device. */
async function outboxDelays(bench: BenchStore, parts: readonly FrameBatch[]): Promise<number[]> {
  const meta = await openBenchPostgres(undefined);
  const { db } = meta.database;
  await migrate(meta.database.pool, log);
  const account = { tenant: "bench", tenantKind: "owner", name: "bench", password: "Right-2026" } as const;
  const author = { ...(await createAccount(db, { ...account, role: "manager", tenantLevel: "write" })), userName: "b" };
  const conditions = [{ kind: "frame", is_extended: false, id_from: 0x7f0, id_to: 0x7f0, operator: "seen" }];
  const actions = [{ kind: "feishu", targets: ["hook"], every_min: 1 }];
  await insertRule(db, author, keptRule.parse({ name: "r", conditions, actions, enabled: true }));
  const devices = [];
  for (let i = 0; i < FIRINGS; i++) devices.push(await testDevice(db, author.tenantId));
  const { pool } = bench.database;
  const relay = new RuleRelay({ db, pool, log, alarmsChanged: () => undefined, now: Date.now });
  const judge = new RuleKeeper({ db, pool, bus: localBus(log), log, changed: () => relay.kick() });
  const ingest = openIngest({ landing: bench.store.landing, log, mayStore: () => true, judge });
  const stop = new AbortController();
  const load = loadOn(ingest.ingest.bind(ingest), parts, stop.signal);
  const stored = new Map<string, number>();
  for (const device of devices) {
    const frames = new FrameBatch(1);
    frames.push(Date.now() * 1000, 0, 0x7f0, 0, 1, Uint8Array.of(1));
    void ingest
      .ingest(batchOf(device.bindingNumber, 0, frames, device.tenantId))
      .then(() => stored.set(device.thingsId, Date.now()));
    await sleep(20);
  }
  await sleep(2000);
  stop.abort();
  await load;
  const rows = await sql<{ id: string; at: number }>`select things_id as id,
    extract(epoch from created_at)::float8 * 1000 as at from alarm_outbox`.execute(db);
  judge.stop();
  await relay.stop();
  await ingest.close();
  await meta.close();
  if (rows.rows.length !== FIRINGS) throw new Error(`${rows.rows.length} outbox rows of ${FIRINGS} firings`);
  return rows.rows.map(({ id, at }) => Math.max(0, at - (stored.get(id) ?? at)));
}

/** Frames of other devices at a steady rate. */
async function loadOn(
  ingest: (batch: ReturnType<typeof batchOf>) => Promise<unknown>,
  parts: readonly FrameBatch[],
  signal: AbortSignal,
): Promise<void> {
  const beganMs = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let at = 0; !signal.aborted; at += 1) {
    const part = parts[at % parts.length] as FrameBatch;
    sent.push(ingest(batchOf(2_000_000 + (at % LOAD_DEVICES), Math.floor(at / LOAD_DEVICES), part)));
    const dueMs = beganMs + ((at * BATCH_FRAMES) / LOAD_FRAMES_PER_SECOND) * 1000;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await sleep(waitMs);
  }
  await Promise.all(sent);
}

async function backTestMs({ store }: BenchStore, traffic: VehicleTraffic, rule: WatchedRule) {
  const frames = flag("frames", 10_000_000);
  const { fromUs, toUs } = await fillDevice(store, { bindingNumber: TESTED_BINDING, traffic, frames });
  const began = performance.now();
  const beganCpu = cpuSeconds(process.pid);
  const found = await runBackTest(
    store.frames,
    TESTED_BINDING,
    { fromUs, toUs },
    { rule, actions: [] },
    new AbortController().signal,
  );
  return {
    backTestMs: performance.now() - began,
    backTestCpuSeconds: cpuSeconds(process.pid) - beganCpu,
    backTestFrames: found.frames,
    backTestFired: found.fired,
  };
}

/** "Which devices had it for 10 s in the last 30 days", on the signal that is kept. */
async function searchFigures({ store }: BenchStore) {
  const bindings = await fillKeptFleet(store, flag("devices", 100));
  const { channel, message, signals } = MOTOR_SPEED;
  const [base] = rulesOn([message.id]);
  const [signal] = signals;
  if (base === undefined || signal === undefined) throw new Error("the car has no signal to search");
  const read = signalReader(message, signal);
  const [condition] = base.conditions;
  const { factor, offset } = signal;
  const value = 0x5000 * factor + offset;
  const limited = { ...condition, kind: "value", read, limit: { operator: "gt", value } } as WatchedCondition;
  const rule = { ...base, channel, holdUs: 10_000_000, timeoutUs: 10_000_000, conditions: [limited] };
  const wanted = { rule, actions: [], signal: { message, alsoIds: undefined, signals } };
  const left = [...bindings];
  let found = 0;
  const began = performance.now();
  const beganCpu = cpuSeconds(process.pid);
  const next = async () => {
    for (let binding = left.shift(); binding !== undefined; binding = left.shift()) {
      const device = { bindingNumber: binding, series: new Map([[channel, FLEET_SERIES]]) };
      const abort = new AbortController().signal;
      found += (await searchDevice(store.frames, device, FLEET_WINDOW, wanted, abort))?.fired ?? 0;
    }
  };
  await Promise.all([next(), next(), next()]);
  const searchMs = performance.now() - began;
  return {
    searchMs,
    searchCpuSeconds: cpuSeconds(process.pid) - beganCpu,
    searchDevices: bindings.length,
    searchFired: found,
  };
}
