import { execFile as execFileBack, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { withDescendants } from "../../../../scripts/setup/processes.ts";
import { engineUser } from "../../platform/engines/engine-user.ts";
import { signal as sendSignal } from "../../platform/engines/processes.ts";
import { freePort, until } from "../processes/spawn-program.ts";
import { query } from "./test-databases.ts";

const execFile = promisify(execFileBack);
const BINARIES = "/usr/lib/postgresql/15/bin";

/** Why the oldest supported PostgreSQL cannot be tested with, or undefined. */
export const whyNoDebianPostgres = (): string | undefined =>
  existsSync(join(BINARIES, "postgres"))
    ? undefined
    : "Debian's PostgreSQL 15 is not installed (apt-get install postgresql)";

export interface DebianPostgres {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  stop(): Promise<void>;
  /** kill -9 of the server with all its processes. */
  kill(): Promise<void>;
  /** To all its processes: SIGSTOP and SIGCONT are a disk that hangs for a while. */
  signal(signal: NodeJS.Signals): void;
}

type Settings = Readonly<Record<string, string | number>>;

/** As root the server runs as another user. */
function asEngine() {
  const user = engineUser([]);
  return { ...(user && { uid: user.uid, gid: user.gid }), cwd: "/", env: { LC_ALL: "C.UTF-8", TZ: "UTC" } };
}

/** A folder that the server may write. */
export function postgresFolder(folder: string): string {
  mkdirSync(folder, { mode: 0o700 });
  const { uid, gid } = asEngine();
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  return folder;
}

/** A program of Debian's PostgreSQL, to its end. */
export async function runPostgresProgram(name: string, args: readonly string[]): Promise<void> {
  await execFile(join(BINARIES, name), args, asEngine());
}

/** A server of Debian's PostgreSQL 15 on a folder of its own. */
export async function debianPostgres(parent: string, settings: Settings = {}): Promise<DebianPostgres> {
  const folder = postgresFolder(join(parent, "postgres-15"));
  await runPostgresProgram("initdb", ["-D", folder, "-U", "canopy", "-A", "trust", "-E", "UTF8"]);
  return startDebianPostgres(folder, settings);
}

const IS_PRIMARY = "select 1 where not pg_is_in_recovery()";
const IS_STANDBY = "select 1 where pg_is_in_recovery()";

/** The same on a folder that is there already, which may be one of a standby. */
export async function startDebianPostgres(
  folder: string,
  more: Settings = {},
  kind: "primary" | "standby" = "primary",
): Promise<DebianPostgres> {
  const port = Number(more.port ?? (await freePort()));
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: 200, ...more };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(BINARIES, "postgres"), ["-D", folder, ...args], { ...asEngine(), stdio: "ignore" });
  const url = `postgresql://canopy@127.0.0.1:${port}/postgres`;
  await until(async () => (await query(url, kind === "primary" ? IS_PRIMARY : IS_STANDBY)).length === 1);
  const ended = once(child, "exit");
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of withDescendants(child.pid === undefined ? [] : [child.pid])) sendSignal(pid, signal);
  };
  return {
    url,
    port,
    folder,
    signal: signalAll,
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
    async kill() {
      signalAll("SIGKILL");
      await ended;
    },
  };
}
