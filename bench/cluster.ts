// What a frame costs in an installation of several processes: two of role ingest with two frame servers against one of
// each, everything on this machine, each ingest process under the same load. `--seconds=N` (40), `--rate=N` messages a
// second for each ingest process (60).
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { createAccount } from "../apps/server/accounts/create-account.ts";
import { setPackage } from "../apps/server/capacity/package-store.ts";
import { createLog } from "../apps/server/platform/log.ts";
import { openDatabase } from "../apps/server/platform/postgres/open-database.ts";
import { ClusterPostgres } from "../apps/server/testing/cluster/cluster-postgres.ts";
import { ClusterProcess } from "../apps/server/testing/cluster/cluster-process.ts";
import { urlOfDatabase } from "../apps/server/testing/engines/test-databases.ts";
import { testNats } from "../apps/server/testing/engines/test-nats.ts";
import { manyDevices } from "../apps/server/testing/faults/many-devices.ts";
import type { TestDevice } from "../apps/server/testing/terminals/test-device.ts";
import { flag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { LoadFleet } from "./load/load-fleet.ts";
import { cpuSeconds } from "./load/process-use.ts";
import type { BenchResult } from "./run.ts";

const DEVICES_EACH = 50;
const WARM_UP_MS = 20_000;
const DRAINED_WITHIN_MS = 60_000;

const LIMITS: Limits = { atMost: { twoAgainstOne: 1.1 } };

interface Cost {
  readonly framesPerSecond: number;
  /** Processor seconds for a million frames: of role ingest, of role worker, of PostgreSQL. */
  readonly ingest: number;
  readonly worker: number;
  readonly postgres: number;
}

export async function run(): Promise<BenchResult> {
  const one = await costOf(1);
  const two = await costOf(2);
  const metrics = {
    twoAgainstOne: total(two) / total(one),
    twoAgainstOneIngest: two.ingest / one.ingest,
    twoAgainstOnePostgres: two.postgres / one.postgres,
    ...named("one", one),
    ...named("two", two),
  };
  return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
}

const total = ({ ingest, worker, postgres }: Cost) => ingest + worker + postgres;
const named = (name: string, cost: Cost) =>
  Object.fromEntries(Object.entries(cost).map(([what, value]) => [`${name}.${what}`, value]));

/** So many ingest processes with as many frame servers, one worker, and the load of each. */
async function costOf(count: number): Promise<Cost> {
  const undo: (() => unknown)[] = [];
  try {
    const servers = await startAll(count, undo);
    const nats = await testNats();
    undo.push(() => nats.kill());
    const [first] = servers;
    const env = {
      CANOPY_DEMO: "off",
      CANOPY_LOG_LEVEL: "warn",
      CANOPY_SECRET: "one secret for all processes of this bench",
      DATABASE_URL: first?.url ?? "",
      FRAMES_DATABASE_URL: servers.map(({ url }, i) => urlOfDatabase(url, `frames_${i}`)).join(","),
      NATS_URL: nats.url,
    };
    const start = async (name: string) => {
      const started = await ClusterProcess.start(name, env);
      undo.push(() => started.stop());
      return started;
    };
    const worker = await start("worker 1");
    const ingests: ClusterProcess[] = [];
    for (let i = 1; i <= count; i += 1) ingests.push(await start(`ingest ${i}`));
    const fleets = await connectFleets(first?.url ?? "", ingests);
    undo.push(() => fleets.map((fleet) => fleet.end()));
    return await measure(fleets, {
      ingest: () => ingests.map(({ pid }) => pid),
      worker: () => [worker.pid],
      postgres: () => servers.flatMap((server) => server.pids()),
    });
  } finally {
    for (const step of undo.splice(0).reverse()) await step();
  }
}

async function startAll(count: number, undo: (() => unknown)[]): Promise<ClusterPostgres[]> {
  const servers: ClusterPostgres[] = [];
  for (let i = 0; i < count; i += 1) {
    const server = await ClusterPostgres.start();
    undo.push(() => server.stop());
    await server.newDatabase(`frames_${i}`);
    servers.push(server);
  }
  return servers;
}

/** Devices live on the frame servers in turn, and connect to the ingest processes whatever theirs is. */
async function connectFleets(url: string, ingests: readonly ClusterProcess[]): Promise<LoadFleet[]> {
  const database = openDatabase({ url, log: createLog("silent") });
  try {
    const account = { tenant: "bench", tenantKind: "owner", name: "bench", password: "Canopy-2026" } as const;
    const { tenantId } = await createAccount(database.db, { ...account, role: "manager" });
    await setPackage(database.db, tenantId, UNLIMITED_PACKAGE);
    const devices = await manyDevices(database.db, tenantId, DEVICES_EACH * ingests.length);
    await sql`update bindings b set frame_server = s.id from frame_servers s
      where s.number = 1 + b.number % (select count(*) from frame_servers)`.execute(database.db);
    const half = (i: number): TestDevice[] => devices.slice(i * DEVICES_EACH, (i + 1) * DEVICES_EACH);
    return await Promise.all(ingests.map(({ mqttPort }, i) => LoadFleet.ofCars(mqttPort, half(i))));
  } finally {
    await database.close();
  }
}

type Pids = Readonly<Record<"ingest" | "worker" | "postgres", () => readonly number[]>>;

async function measure(fleets: readonly LoadFleet[], pids: Pids): Promise<Cost> {
  const seconds = flag("seconds", 40);
  const send = (forMs: number) => Promise.all(fleets.map((fleet) => fleet.sendAtRate(flag("rate", 60), forMs)));
  await send(WARM_UP_MS);
  const frames = () => fleets.reduce((sum, fleet) => sum + fleet.frames, 0);
  const [before, began, framesBefore] = [usesOf(pids), performance.now(), frames()];
  await send(seconds * 1000);
  await Promise.all(fleets.map((fleet) => fleet.drain(DRAINED_WITHIN_MS)));
  const [after, count] = [usesOf(pids), frames() - framesBefore];
  const cost = (of: keyof Pids) => ((after[of] - before[of]) * 1e6) / count;
  return {
    framesPerSecond: (count * 1000) / (performance.now() - began),
    ingest: cost("ingest"),
    worker: cost("worker"),
    postgres: cost("postgres"),
  };
}

function usesOf(pids: Pids): Record<keyof Pids, number> {
  const sum = (all: readonly number[]) => all.reduce((seconds, pid) => seconds + whileAlive(pid), 0);
  return { ingest: sum(pids.ingest()), worker: sum(pids.worker()), postgres: sum(pids.postgres()) };
}

/** A backend of PostgreSQL may end between two looks. */
function whileAlive(pid: number): number {
  try {
    return cpuSeconds(pid);
  } catch {
    return 0;
  }
}
