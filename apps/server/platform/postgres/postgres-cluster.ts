import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reachableBinaries } from "../engines/engine-binaries.ts";
import { type EngineHome, engineFolder, ownedFolder, pathHash } from "../engines/engine-home.ts";
import type { EngineUser } from "../engines/engine-user.ts";
import { StartFault } from "../engines/start-fault.ts";
import type { PostgresBinaries } from "./postgres-binaries.ts";

/** A database cluster on disk and how to reach the server that runs on it. */
export interface PostgresCluster {
  readonly binaries: string;
  readonly dataFolder: string;
  readonly logFile: string;
  readonly socketFolder: string;
  readonly password: string;
  readonly user: EngineUser | undefined;
}

export const SUPERUSER = "canopy";
const ENGINE = "postgres";
/** sockaddr_un has 108 bytes; the socket's own name takes the rest. */
const LONGEST_SOCKET_FOLDER = 107 - "/.s.PGSQL.5432.lock".length;

/** Where the cluster of a home is or would be; nothing is made. */
export function clusterFolders(home: EngineHome): Pick<PostgresCluster, "dataFolder" | "socketFolder"> {
  const folder = join(home.folder, ENGINE);
  return { dataFolder: join(folder, "data"), socketFolder: socketFolder(folder) };
}

/** The cluster of a home, made the first time. */
export async function openCluster(home: EngineHome, binaries: PostgresBinaries): Promise<PostgresCluster> {
  const folder = engineFolder(home, ENGINE);
  const cluster: PostgresCluster = {
    binaries: reachableBinaries(home, { name: "postgres", ...binaries, probe: "bin/postgres" }),
    dataFolder: join(folder, "data"),
    logFile: join(folder, "postgres.log"),
    socketFolder: ownedFolder(socketFolder(folder), home.user),
    password: storedPassword(folder),
    user: home.user,
  };
  if (existsSync(cluster.dataFolder)) refuseOtherVersion(cluster.dataFolder, binaries.version);
  else await initialise(cluster, folder);
  return cluster;
}

/** Beside the data where the path is short enough, so that no other user could stand in our place. */
function socketFolder(folder: string): string {
  const beside = join(folder, "run");
  return beside.length <= LONGEST_SOCKET_FOLDER ? beside : `/tmp/canopy-${pathHash(folder)}`;
}

function storedPassword(folder: string): string {
  const path = join(folder, "password");
  if (!existsSync(path)) {
    if (existsSync(join(folder, "data")))
      throw new StartFault(`${path} is missing: without it ${folder} cannot be opened.`);
    writeFileSync(path, randomBytes(24).toString("hex"), { mode: 0o600 });
  }
  return readFileSync(path, "utf8");
}

function refuseOtherVersion(dataFolder: string, version: string): void {
  const major = readFileSync(join(dataFolder, "PG_VERSION"), "utf8").trim();
  if (version.split(".")[0] === major) return;
  throw new StartFault(
    `${dataFolder} was made by PostgreSQL ${major}, and this Canopy brings ${version}: back up with the Canopy that made it and restore here.`,
  );
}

/** Made under another name and renamed when whole, so that a kill in between leaves nothing half done. */
async function initialise(cluster: PostgresCluster, folder: string): Promise<void> {
  const unfinished = `${cluster.dataFolder}.unfinished`;
  const passwordFile = join(folder, "initdb-password");
  rmSync(unfinished, { recursive: true, force: true });
  ownedFolder(unfinished, cluster.user);
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (cluster.user !== undefined) chownSync(passwordFile, cluster.user.uid, cluster.user.gid);
  try {
    const options = ["--username", SUPERUSER, `--pwfile=${passwordFile}`, "--auth=scram-sha-256", "--data-checksums"];
    // PostgreSQL's own C.UTF-8: the order of texts depends neither on the machine nor on its updates.
    const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const result = await runInitdb(cluster, ["-D", unfinished, "--no-instructions", ...options, ...locale]);
    if (result !== undefined) throw new StartFault(`PostgreSQL could not make its data folder: ${result}`);
    renameSync(unfinished, cluster.dataFolder);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Undefined when it went well, else the last thing it said. */
function runInitdb(cluster: PostgresCluster, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(join(cluster.binaries, "bin/initdb"), args, {
      ...(cluster.user && { uid: cluster.user.uid, gid: cluster.user.gid }),
      cwd: "/",
      env: { LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2_000);
    });
    child.on("error", (error) => resolve(error.message));
    child.on("close", (code) => resolve(code === 0 ? undefined : (said.trim().split("\n").at(-1) ?? `exit ${code}`)));
  });
}
