import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { withDescendants } from "../../../../scripts/setup/processes.ts";
import { signal as sendSignal } from "../../platform/engines/processes.ts";
import { type Host, openFolder, spawnHost } from "../engines/spawn-host.ts";
import { query } from "../engines/test-databases.ts";
import { until } from "../processes/spawn-program.ts";
import { socketTarget, urlAt } from "./postgres-address.ts";

/** A PostgreSQL server of its own, supervised by a process of its own. */
export class ClusterPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #host: Host;
  readonly #pidFile: string;

  private constructor(folder: string, host: Host, url: string, home: string) {
    this.url = url;
    this.#folder = folder;
    this.#host = host;
    this.#pidFile = join(home, "postgres/data/postmaster.pid");
  }

  static async start(): Promise<ClusterPostgres> {
    const folder = openFolder();
    const host = await spawnHost(folder);
    if (host.url === undefined || host.home === undefined) throw new Error(host.fault ?? "PostgreSQL did not start");
    return new ClusterPostgres(folder, host, host.url, host.home.folder);
  }

  /** What a line to it leads to. */
  get target(): number | string {
    return socketTarget(this.url);
  }

  async newDatabase(name: string): Promise<void> {
    await query(this.url, `create database ${name}`);
  }

  /** The address of a database for those who come over a line. */
  urlAt(port: number, name: string): string {
    return urlAt(this.url, port, name);
  }

  pids(): number[] {
    return withDescendants([this.#pid()]);
  }

  /** To all its processes. */
  signal(signal: NodeJS.Signals): void {
    for (const pid of this.pids()) sendSignal(pid, signal);
  }

  /** kill -9 of the server; resolves when another answers in its place. */
  async kill(deadlineMs: number): Promise<void> {
    const pid = this.#pid();
    process.kill(pid, "SIGKILL");
    await until(async () => this.#pid() !== pid && (await query(this.url, "select 1")).length === 1, deadlineMs);
  }

  #pid(): number {
    return Number(readFileSync(this.#pidFile, "utf8").split("\n")[0]);
  }

  async stop(): Promise<void> {
    await this.#host.end("SIGTERM");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
