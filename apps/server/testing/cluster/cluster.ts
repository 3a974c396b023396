import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccount } from "../../accounts/create-account.ts";
import { type OpenFrames, openRunningFrames } from "../../open-frames.ts";
import { readConfig } from "../../platform/config.ts";
import { createLog } from "../../platform/log.ts";
import { type Database, openDatabase } from "../../platform/postgres/open-database.ts";
import { connectRunningPostgres } from "../../platform/postgres/postgres-engine.ts";
import { type FaultLine, openLine } from "../faults/fault-line.ts";
import type { SoakTarget } from "../faults/soak.ts";
import { openFolder } from "../spawn-host.ts";
import { until } from "../spawn-program.ts";
import { type TestNats, testNats } from "../test-nats.ts";
import { type TestS3, testS3 } from "../test-s3.ts";
import { ClusterPostgres } from "./cluster-postgres.ts";
import { ClusterProcess } from "./cluster-process.ts";

export const CLUSTER_PARTS = [
  "ingest 1",
  "ingest 2",
  "worker 1",
  "worker 2",
  "web",
  "postgres 1",
  "postgres 2",
  "nats",
  "s3",
] as const;
export type ClusterPart = (typeof CLUSTER_PARTS)[number];

const READY_WITHIN_MS = 120_000;
/** NATS and the network to the S3 server stay away for so long: the objects of this S3 server end with its process. */
const AWAY_MS = 3_000;

interface Engines {
  readonly postgres: readonly [ClusterPostgres, ClusterPostgres];
  readonly nats: TestNats;
  readonly s3: TestS3;
}

/**
 * An installation on several machines, as processes on this one: two PostgreSQL servers, segments in S3, NATS, and behind
 * a TCP balancer two processes of role ingest; two of role worker and one of role web.
 */
export class Cluster implements SoakTarget<ClusterPart> {
  readonly #engines: Engines;
  readonly #env: Readonly<Record<string, string>>;
  readonly #balancer: FaultLine;
  readonly #processes: ReadonlyMap<ClusterPart, ClusterProcess>;
  readonly #folder = openFolder();
  #s3Line: FaultLine;

  private constructor(
    engines: Engines,
    env: Readonly<Record<string, string>>,
    lines: { balancer: FaultLine; s3: FaultLine },
    processes: ReadonlyMap<ClusterPart, ClusterProcess>,
  ) {
    this.#engines = engines;
    this.#env = env;
    this.#balancer = lines.balancer;
    this.#s3Line = lines.s3;
    this.#processes = processes;
  }

  static async start(): Promise<Cluster> {
    const [first, second] = [await ClusterPostgres.start(), await ClusterPostgres.start()];
    const engines: Engines = { postgres: [first, second], nats: await testNats(), s3: await testS3() };
    const s3 = await openLine(engines.s3.port);
    const env = {
      CANOPY_DEMO: "off",
      CANOPY_LOG_LEVEL: "warn",
      CANOPY_SECRET: "one secret for all processes of this cluster",
      DATABASE_URL: first.url,
      FRAMES_DATABASE_URL: [await first.newDatabase("frames_1"), await second.newDatabase("frames_2")].join(","),
      NATS_URL: engines.nats.url,
      S3_URL: `http://test%3Atester:testing@127.0.0.1:${s3.port}/canopy/cluster`,
    };
    const processes = new Map<ClusterPart, ClusterProcess>();
    // The first one migrates: the others find everything made.
    for (const part of ["web", "worker 1", "worker 2", "ingest 1", "ingest 2"] as const)
      processes.set(part, await ClusterProcess.start(part.split(" ")[0] ?? "", env));
    let connection = 0;
    const balancer = await openLine(() => {
      connection += 1;
      return processes.get(connection % 2 === 0 ? "ingest 1" : "ingest 2")?.mqttPort ?? 0;
    });
    return new Cluster(engines, env, { balancer, s3 }, processes);
  }

  get mqttPort(): number {
    return this.#balancer.port;
  }

  async kill(part: ClusterPart): Promise<number> {
    const began = performance.now();
    const [first, second] = this.#engines.postgres;
    if (part === "postgres 1") await first.kill(READY_WITHIN_MS);
    else if (part === "postgres 2") await second.kill(READY_WITHIN_MS);
    else if (part === "nats") await this.#natsAway();
    else if (part === "s3") await this.#s3Away();
    else await this.#processes.get(part)?.kill();
    await this.#untilReady();
    return performance.now() - began;
  }

  async #natsAway(): Promise<void> {
    await this.#engines.nats.kill();
    await sleep(AWAY_MS);
    await this.#engines.nats.start();
  }

  async #s3Away(): Promise<void> {
    const { port } = this.#s3Line;
    await this.#s3Line.close();
    await sleep(AWAY_MS);
    this.#s3Line = await openLine(this.#engines.s3.port, port);
  }

  async #untilReady(): Promise<void> {
    const base = this.#processes.get("web")?.base;
    await until(async () => (await fetch(`${base}/readyz`)).ok, READY_WITHIN_MS);
    const ended = [...this.#processes].filter(([, { hasEnded }]) => hasEnded);
    for (const [part, { output }] of ended) throw new Error(`${part} ended:\n${output}`);
  }

  openDatabase(): Promise<Database> {
    const [{ url }] = this.#engines.postgres;
    return Promise.resolve(openDatabase({ url, log: createLog("error"), maxConnections: 2 }));
  }

  async openFrames(): Promise<OpenFrames> {
    const reading = readConfig({ ...this.#env, CANOPY_DATA: this.#folder });
    if (!reading.ok) throw new Error(reading.problems.join(" "));
    return openRunningFrames(reading.config, await connectRunningPostgres(reading.config), createLog("error"));
  }

  async newTenant(name: string): Promise<string> {
    const database = await this.openDatabase();
    try {
      const account = { tenant: name, tenantKind: "owner", name, password: "Canopy-2026", role: "manager" } as const;
      return (await createAccount(database.db, account)).tenantId;
    } finally {
      await database.close();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#processes.values()].map((one) => one.stop()));
    await this.#balancer.close();
    await this.#s3Line.close();
    const { postgres, nats, s3 } = this.#engines;
    await Promise.all([nats.kill(), s3.stop(), ...postgres.map((server) => server.stop())]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
