import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { engineUser } from "../platform/engines/engine-user.ts";
import { freePort, until } from "./spawn-program.ts";
import { query } from "./test-databases.ts";

const BINARIES = "/usr/lib/postgresql/15/bin";

/** Why the oldest supported PostgreSQL cannot be tested with, or undefined. */
export const whyNoDebianPostgres = (): string | undefined =>
  existsSync(join(BINARIES, "postgres"))
    ? undefined
    : "Debian's PostgreSQL 15 is not installed (apt-get install postgresql)";

export interface DebianPostgres {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
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
export function runPostgresProgram(name: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(join(BINARIES, name), args, asEngine());
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
}

/** A server of Debian's PostgreSQL 15 on a folder of its own. */
export async function debianPostgres(parent: string, settings: Settings = {}): Promise<DebianPostgres> {
  const folder = postgresFolder(join(parent, "postgres-15"));
  runPostgresProgram("initdb", ["-D", folder, "-U", "canopy", "-A", "trust", "-E", "UTF8"]);
  return startDebianPostgres(folder, settings);
}

/** The same on a folder that is there already. */
export async function startDebianPostgres(folder: string, more: Settings = {}): Promise<DebianPostgres> {
  const port = await freePort();
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: 200, ...more };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(BINARIES, "postgres"), ["-D", folder, ...args], { ...asEngine(), stdio: "ignore" });
  const url = `postgresql://canopy@127.0.0.1:${port}/postgres`;
  await until(async () => (await query(url, "select 1 where not pg_is_in_recovery()")).length === 1);
  return {
    url,
    port,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    },
  };
}
