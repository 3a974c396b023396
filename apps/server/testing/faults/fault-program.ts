import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { openProgramDatabase } from "../../../../e2e/support/program-database.ts";
import { createAccount } from "../../accounts/create-account.ts";
import { type OpenFrames, openRunningFrames } from "../../open-frames.ts";
import { engineHome } from "../../platform/engines/engine-home.ts";
import { signal, startTicks } from "../../platform/engines/processes.ts";
import { createLog } from "../../platform/log.ts";
import type { Database } from "../../platform/postgres/open-database.ts";
import { connectRunningPostgres } from "../../platform/postgres/postgres-engine.ts";
import { openFolder } from "../engines/spawn-host.ts";
import { freePort, type SpawnedProgram, spawnProgram, until } from "../processes/spawn-program.ts";

export const KILL_TARGETS = ["server", "postgres"] as const;
export type KillTarget = (typeof KILL_TARGETS)[number];

/** For one test: a machine that has other work takes its time. */
export const TIMEOUT_MS = 300_000 * PATIENCE;
const READY_WITHIN_MS = 120_000;

/** The whole program as a process, on a folder of its own, for tests that kill parts of it. */
export class FaultProgram {
  readonly folder: string;
  readonly mqttPort: number;
  readonly #env: Record<string, string>;
  #program: SpawnedProgram;

  private constructor(folder: string, env: Record<string, string>, program: SpawnedProgram) {
    this.folder = folder;
    this.#env = env;
    this.mqttPort = Number(env.CANOPY_MQTT_PORT);
    this.#program = program;
  }

  static async start(extra: Record<string, string> = {}, folder = openFolder()): Promise<FaultProgram> {
    const env = {
      CANOPY_ROLES: "web,ingest,worker",
      CANOPY_DEMO: "off",
      CANOPY_LOG_LEVEL: "warn",
      CANOPY_HTTP_PORT: String(await freePort()),
      CANOPY_MQTT_PORT: String(await freePort()),
      CANOPY_MQTTS_PORT: String(await freePort()),
      ...extra,
    };
    const program = new FaultProgram(folder, env, await spawnProgram(folder, env));
    try {
      await program.untilReady();
    } catch (error) {
      await program.stop();
      throw error;
    }
    return program;
  }

  get base(): string {
    return this.#program.base;
  }

  get pid(): number {
    return this.#program.process.pid ?? 0;
  }

  output(): string {
    return this.#program.output();
  }

  async untilReady(): Promise<void> {
    const { process: child } = this.#program;
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    await until(async () => hasEnded() || (await fetch(`${this.base}/readyz`)).ok, READY_WITHIN_MS);
    if (hasEnded()) throw new Error(`the program ended before it was ready:\n${this.output()}`);
  }

  isAnswering(): Promise<boolean> {
    return fetch(`${this.base}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
  }

  pidOf(victim: KillTarget): number | undefined {
    if (victim === "server") return this.pid;
    const file = join(engineHome(this.folder).folder, "postgres/data/postmaster.pid");
    return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : undefined;
  }

  /** kill -9; a killed server is started again at once. Answers how long it took to be ready again. */
  async kill(victim: KillTarget): Promise<number> {
    const pid = this.pidOf(victim);
    if (pid === undefined) throw new Error(`no process of ${victim} to kill`);
    process.kill(pid, "SIGKILL");
    const began = performance.now();
    if (victim === "server") await this.restart();
    else await until(async () => this.pidOf(victim) !== pid, READY_WITHIN_MS);
    await this.untilReady();
    return performance.now() - began;
  }

  /** The process has ended or is about to; another takes its place, on the same folder and ports. */
  async restart(): Promise<void> {
    await this.#program.ended();
    this.#program = await spawnProgram(this.folder, this.#env);
  }

  async stopServer(): Promise<void> {
    this.#program.process.kill("SIGTERM");
    await this.#program.ended();
  }

  /** The frame store opened past the program: the stored truth. */
  async openFrames(): Promise<OpenFrames> {
    const config = { dataFolder: this.folder, framesDatabaseUrls: [], s3: undefined };
    return openRunningFrames(config, await connectRunningPostgres(config), createLog("error"));
  }

  openDatabase(): Promise<Database> {
    return openProgramDatabase(this.folder);
  }

  /** Its tenant's id. */
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
    const pid = this.pidOf("postgres");
    const ticks = pid === undefined ? undefined : startTicks(pid);
    const { process: child } = this.#program;
    if (child.exitCode === null && child.signalCode === null) await this.stopServer();
    // On a busy machine the program may stop waiting for it; a test leaves no process behind.
    if (pid !== undefined && ticks !== undefined && startTicks(pid) === ticks) signal(pid, "SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
