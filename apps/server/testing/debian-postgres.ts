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
  stop(): Promise<void>;
}

/** A server of Debian's PostgreSQL 15 on a folder of its own. */
export async function debianPostgres(parent: string): Promise<DebianPostgres> {
  const folder = join(parent, "postgres-15");
  mkdirSync(folder, { mode: 0o700 });
  const user = engineUser([]);
  if (user) chownSync(folder, user.uid, user.gid);
  const as = { ...(user && { uid: user.uid, gid: user.gid }), cwd: "/", env: { LC_ALL: "C.UTF-8", TZ: "UTC" } };
  const made = spawnSync(join(BINARIES, "initdb"), ["-D", folder, "-U", "canopy", "-A", "trust", "-E", "UTF8"], as);
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: "", max_connections: 200 };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(BINARIES, "postgres"), ["-D", folder, ...args], { ...as, stdio: "ignore" });
  const url = `postgresql://canopy@127.0.0.1:${port}/postgres`;
  await until(async () => (await query(url, "select 1")).length === 1);
  return {
    url,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGINT");
      await ended;
    },
  };
}
