import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createAccount } from "../../accounts/create-account.ts";
import { type OpenFrames, openRunningFrames } from "../../open-frames.ts";
import { type Config, readConfig } from "../../platform/config.ts";
import { createLog } from "../../platform/log.ts";
import { type Database, openDatabase } from "../../platform/postgres/open-database.ts";
import { connectRunningPostgres } from "../../platform/postgres/postgres-engine.ts";
import { openFolder } from "../engines/spawn-host.ts";
import { type FaultLine, openLine } from "../faults/fault-line.ts";
import type { SoakTarget } from "../faults/soak.ts";
import { until } from "../processes/spawn-program.ts";
import { type ClusterEngines, type FrameLines, openEngines } from "./cluster-engines.ts";
import { ClusterProcess } from "./cluster-process.ts";
import { CLUSTER_ROLES, type ClusterPart, type ClusterRole } from "./cluster-roles.ts";

export const READY_WITHIN_MS = 120_000;
const METADATA = "postgres";
/** NATS and the network to the S3 server stay away for so long: the objects of this S3 server end with its process. */
const AWAY_MS = 3_000;

/**
 * An installation on several machines, as processes on this one: two PostgreSQL servers, of which the first has the
 * metadata and a synchronous standby where Debian's PostgreSQL is installed; segments in S3; three NATS servers; and two
 * processes of each role, behind TCP balancers.
 */
export class Cluster implements SoakTarget<ClusterPart> {
  readonly engines: ClusterEngines;
  /** In front of role ingest, and of role web. */
  readonly balancers: { readonly mqtt: FaultLine; readonly pages: FaultLine };
  readonly processes: ReadonlyMap<ClusterRole, ClusterProcess>;
  readonly #env: Readonly<Record<string, string>>;
  readonly #folder = openFolder();

  private constructor(
    engines: ClusterEngines,
    env: Readonly<Record<string, string>>,
    balancers: { mqtt: FaultLine; pages: FaultLine },
    processes: ReadonlyMap<ClusterRole, ClusterProcess>,
  ) {
    this.engines = engines;
    this.#env = env;
    this.balancers = balancers;
    this.processes = processes;
  }

  /** @param root of an older version that all processes run from until they are upgraded. */
  static async start(root?: string): Promise<Cluster> {
    const engines = await openEngines();
    const common = {
      CANOPY_DEMO: "off",
      CANOPY_LOG_LEVEL: "warn",
      CANOPY_SECRET: "one secret for all processes of this cluster",
      NATS_URL: engines.nats.url,
      S3_URL: engines.s3Url,
    };
    const env = { ...common, ...databasesOver(engines, engines.lines.others) };
    const processes = new Map<ClusterRole, ClusterProcess>();
    for (const role of CLUSTER_ROLES) {
      const own = engines.lines[role];
      const ownEnv = own ? { ...common, ...databasesOver(engines, own) } : env;
      processes.set(role, await ClusterProcess.start(role, ownEnv, root));
    }
    const mqtt = await openLine(inTurn(processes, ["ingest 1", "ingest 2"], ({ mqttPort }) => mqttPort));
    const pages = await openLine(inTurn(processes, ["web 1", "web 2"], ({ httpPort }) => httpPort));
    return new Cluster(engines, env, { mqtt, pages }, processes);
  }

  get mqttPort(): number {
    return this.balancers.mqtt.port;
  }

  /** Where browsers find it. */
  get base(): string {
    return `http://127.0.0.1:${this.balancers.pages.port}`;
  }

  /** A process ended by itself: it stays away. */
  get isBroken(): boolean {
    return [...this.processes.values()].some((one) => one.hasEndedByItself);
  }

  /** Of its processes: none when all is well. */
  get problems(): string[] {
    return [...this.processes.values()].flatMap((one) => one.problems);
  }

  get errors(): number {
    return [...this.processes.values()].reduce((sum, one) => sum + one.errors, 0);
  }

  /** That of an operator on one of the machines. */
  get config(): Config {
    const reading = readConfig({ ...this.#env, CANOPY_DATA: this.#folder });
    if (!reading.ok) throw new Error(reading.problems.join(" "));
    return reading.config;
  }

  process(role: ClusterRole): ClusterProcess {
    const found = this.processes.get(role);
    if (found === undefined) throw new Error(`there is no ${role}`);
    return found;
  }

  async kill(part: ClusterPart): Promise<number> {
    const began = performance.now();
    const { first, second, nats, s3 } = this.engines;
    if (part === "postgres 1") await first.kill(READY_WITHIN_MS);
    else if (part === "postgres 2") await second.kill(READY_WITHIN_MS);
    else if (part === "nats") {
      const [server] = nats.servers;
      await server?.kill();
      await sleep(AWAY_MS);
      await server?.start();
    } else if (part === "s3") {
      s3.hold();
      s3.cut();
      await sleep(AWAY_MS);
      s3.restore();
    } else await this.process(part).kill();
    await this.untilReady();
    return performance.now() - began;
  }

  /** Every process of role web finds every part whole. */
  async untilReady(): Promise<void> {
    for (const role of ["web 1", "web 2"] as const)
      await until(async () => this.isBroken || (await isWhole(this.process(role).base)), READY_WITHIN_MS);
    if (this.isBroken) throw new Error(this.problems.join("\n"));
  }

  openDatabase(): Promise<Database> {
    const url = databasesOver(this.engines, this.engines.lines.others).DATABASE_URL;
    return Promise.resolve(openDatabase({ url, log: createLog("error"), maxConnections: 2 }));
  }

  async openFrames(): Promise<OpenFrames> {
    const { config } = this;
    return openRunningFrames(config, await connectRunningPostgres(config), createLog("silent"));
  }

  /** 1 or 2. */
  async frameServerOf(bindingNumber: number): Promise<1 | 2> {
    const database = await this.openDatabase();
    try {
      const found = await database.pool.query<{ number: number }>(
        "select s.number from bindings b join frame_servers s on s.id = b.frame_server where b.number = $1",
        [bindingNumber],
      );
      return found.rows[0]?.number === 2 ? 2 : 1;
    } finally {
      await database.close();
    }
  }

  async newTenant(name: string): Promise<string> {
    return (await this.newUser(name)).tenantId;
  }

  /** The manager of a new tenant. */
  async newUser(name: string): Promise<{ tenantId: string; userId: string }> {
    const database = await this.openDatabase();
    try {
      const account = { tenant: name, tenantKind: "owner", name, password: "Canopy-2026", role: "manager" } as const;
      return await createAccount(database.db, { ...account, tenantLevel: "write" });
    } finally {
      await database.close();
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.processes.values()].map((one) => one.stop()));
    await this.balancers.mqtt.close();
    await this.balancers.pages.close();
    await this.engines.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The settings of a process whose way to the databases these lines are. */
function databasesOver(engines: ClusterEngines, { first, second }: FrameLines) {
  const [firstName, secondName] = engines.framesNames;
  return {
    DATABASE_URL: engines.first.urlAt(first.port, METADATA),
    FRAMES_DATABASE_URL: [
      engines.first.urlAt(first.port, firstName),
      engines.second.urlAt(second.port, secondName),
    ].join(","),
  };
}

/** One connection to each in turn. */
function inTurn(
  processes: ReadonlyMap<ClusterRole, ClusterProcess>,
  roles: readonly ClusterRole[],
  portOf: (process: ClusterProcess) => number,
): () => number {
  let connection = 0;
  return () => {
    connection += 1;
    const role = roles[connection % roles.length];
    const chosen = role && processes.get(role);
    return chosen === undefined ? 0 : portOf(chosen);
  };
}

async function isWhole(base: string): Promise<boolean> {
  const answer = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(10_000) });
  const { parts } = (await answer.json()) as { parts: { frames: string } };
  return answer.ok && parts.frames === "ok";
}
