import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isAlive, signal, waitForExit } from "../engines/processes.ts";
import { StartFault } from "../engines/start-fault.ts";
import type { EngineRun } from "../engines/supervise.ts";
import { type PostgresCluster, SUPERUSER } from "./postgres-cluster.ts";
import { clearAfterKill, runningPostmaster } from "./postmaster-lock.ts";
import { refuseServerElsewhere } from "./server-elsewhere.ts";

/**
 * For metadata, jobs, landing batches and the index of segments beside Node on one machine; frames at rest are files of
 * their own. `max_wal_size` bounds the time of a restart after a kill; vacuum comes often because landing rows live for
 * minutes. The build has neither lz4 nor zstd, so `wal_compression` stays off: pglz would cost more than it saves.
 */
const SETTINGS = {
  listen_addresses: "",
  shared_buffers: "128MB",
  max_connections: "100",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "1GB",
  checkpoint_timeout: "5min",
  fsync: "on",
  synchronous_commit: "on",
  jit: "off",
  huge_pages: "off",
  io_method: "sync",
  max_parallel_workers_per_gather: "0",
  autovacuum_max_workers: "2",
  autovacuum_naptime: "15s",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
} as const;

const READY_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 15_000;
const LARGEST_LOG_BYTES = 10 * 1024 * 1024;

/** Adopts the server that already runs on the cluster (ours was killed and it was not), or starts one. */
export async function launchPostgres(cluster: PostgresCluster): Promise<EngineRun> {
  const pid = runningPostmaster(cluster);
  if (pid === undefined) {
    await refuseServerElsewhere(cluster);
    await clearAfterKill(cluster);
    return startServer(cluster);
  }
  await untilReady(cluster, () => !isAlive(pid));
  return { pid, adopted: true, exited: untilGone(pid), stop: () => stopServer(pid) };
}

async function startServer(cluster: PostgresCluster): Promise<EngineRun> {
  const child = spawnServer(cluster);
  const exited = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, name) => resolve(name ?? `exit ${code}`));
  });
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  await untilReady(cluster, () => gone);
  const pid = child.pid ?? 0;
  return { pid, adopted: false, exited, stop: () => stopServer(pid) };
}

function spawnServer(cluster: PostgresCluster): ChildProcess {
  const log = openLog(cluster.logFile);
  const settings = { ...SETTINGS, unix_socket_directories: cluster.socketFolder };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(cluster.binaries, "bin/postgres"), ["-D", cluster.dataFolder, ...args], {
    ...(cluster.user && { uid: cluster.user.uid, gid: cluster.user.gid }),
    cwd: "/",
    env: { LC_ALL: "C", TZ: "UTC" },
    // Its own group, so that Ctrl-C reaches it through us and after us; a file for its words, since a pipe dies with us.
    detached: true,
    stdio: ["ignore", log, log],
  });
  child.unref();
  closeSync(log);
  return child;
}

function openLog(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG_BYTES) truncateSync(path);
  return openSync(path, "a", 0o600);
}

async function untilReady(cluster: PostgresCluster, isGone: () => boolean): Promise<void> {
  const end = performance.now() + READY_DEADLINE_MS;
  while (!(await answers(cluster))) {
    if (isGone()) throw new StartFault(`PostgreSQL did not start: ${logTail(cluster)}`);
    if (performance.now() > end) throw new StartFault(`PostgreSQL does not answer: see ${cluster.logFile}.`);
    await sleep(25);
  }
}

async function answers(cluster: PostgresCluster): Promise<boolean> {
  const client = new pg.Client({
    host: cluster.socketFolder,
    user: SUPERUSER,
    password: cluster.password,
    database: "postgres",
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query("select 1");
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function logTail(cluster: PostgresCluster): string {
  const lines = readFileSync(cluster.logFile, "utf8").trimEnd().split("\n").slice(-20);
  const said = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? "";
  return `${said.replace(/^.*?(FATAL|PANIC): +/, "")} (${cluster.logFile})`;
}

async function untilGone(pid: number): Promise<string> {
  while (isAlive(pid)) await sleep(200, undefined, { ref: false });
  return "gone";
}

/** Fast shutdown: sessions are cut, everything is written. Immediate where that takes too long; recovery mends it. */
async function stopServer(pid: number): Promise<void> {
  signal(pid, "SIGINT");
  if (await waitForExit(pid, STOP_DEADLINE_MS)) return;
  signal(pid, "SIGQUIT");
  await waitForExit(pid, STOP_DEADLINE_MS);
}
