import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  type DebianPostgres,
  debianPostgres,
  postgresFolder,
  runPostgresProgram,
  startDebianPostgres,
} from "../engines/debian-postgres.ts";
import { openFolder } from "../engines/spawn-host.ts";
import { query } from "../engines/test-databases.ts";
import { type FaultLine, openLine } from "../faults/fault-line.ts";
import { until } from "../processes/spawn-program.ts";
import { urlAt } from "./postgres-address.ts";

const SETTINGS = { max_connections: 400, wal_keep_size: "512MB", max_wal_size: "1GB" } as const;
const FOLLOWS_WITHIN_MS = 60_000;

/** Debian's PostgreSQL 15 with a synchronous standby, and what an operator does when it dies. */
export class PostgresPair {
  /** Between primary and standby: a commit waits for the answer of the standby. */
  readonly replication: FaultLine;
  readonly #folder: string;
  #primary: DebianPostgres;
  #standby: DebianPostgres | undefined;
  #made = 1;

  private constructor(folder: string, primary: DebianPostgres, replication: FaultLine) {
    this.#folder = folder;
    this.#primary = primary;
    this.replication = replication;
  }

  static async start(): Promise<PostgresPair> {
    const folder = openFolder();
    const primary = await debianPostgres(folder, SETTINGS);
    const started: { pair?: PostgresPair } = {};
    const replication = await openLine(() => started.pair?.target ?? primary.port);
    const pair = new PostgresPair(folder, primary, replication);
    started.pair = pair;
    await pair.#addStandby();
    await pair.#commitsWait(true);
    return pair;
  }

  /** The server that is the primary now: what a line leads to. */
  get target(): number {
    return this.#primary.port;
  }

  get url(): string {
    return this.#primary.url;
  }

  async newDatabase(name: string): Promise<void> {
    await query(this.url, `create database ${name}`);
  }

  /** The address of a database for those who come over a line. */
  urlAt(port: number, name: string): string {
    return urlAt(this.url, port, name);
  }

  /** kill -9 of the primary, which is started again in its place. */
  async kill(): Promise<void> {
    const { folder, port } = this.#primary;
    await this.#primary.kill();
    this.#primary = await startDebianPostgres(folder, { ...SETTINGS, port });
    await this.#untilFollowed("sync");
  }

  /**
   * kill -9 of the primary, the standby in its place, and a new standby made from it. `unsafe` is called while the new
   * standby follows without being waited for, `safe` when commits wait for it.
   */
  async failOver(told: { unsafe(): Promise<void>; safe(): Promise<void> }): Promise<void> {
    const [old, standby] = [this.#primary, this.#standby];
    if (standby === undefined) throw new Error("there is no standby");
    await old.kill();
    await query(standby.url, "select pg_promote(true, 60)");
    this.#primary = standby;
    // Else no commit would end until there is a standby again.
    await this.#commitsWait(false);
    rmSync(old.folder, { recursive: true, force: true });
    await this.#addStandby();
    await told.unsafe();
    await this.#commitsWait(true);
    await told.safe();
  }

  /** To all processes of the primary. */
  signal(signal: NodeJS.Signals): void {
    this.#primary.signal(signal);
  }

  async #addStandby(): Promise<void> {
    this.#made += 1;
    const folder = postgresFolder(join(this.#folder, `postgres-${this.#made}`));
    const source = `host=127.0.0.1 port=${this.replication.port} user=canopy application_name=standby`;
    await runPostgresProgram("pg_basebackup", ["-D", folder, "-d", source, "-R", "-c", "fast", "-X", "stream"]);
    this.#standby = await startDebianPostgres(folder, SETTINGS, "standby");
    await this.#untilFollowed("async");
  }

  async #commitsWait(isWaiting: boolean): Promise<void> {
    await query(this.url, `alter system set synchronous_standby_names = '${isWaiting ? "*" : ""}'`);
    await query(this.url, "select pg_reload_conf()");
    if (isWaiting) await this.#untilFollowed("sync");
  }

  async #untilFollowed(state: "sync" | "async"): Promise<void> {
    const following = `select 1 from pg_stat_replication where state = 'streaming' and sync_state = '${state}'`;
    await until(async () => (await query(this.url, following)).length === 1, FOLLOWS_WITHIN_MS);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#primary.kill(), this.#standby?.kill()]);
    await this.replication.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
