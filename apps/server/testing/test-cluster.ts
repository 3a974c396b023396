import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { usablePort } from "../platform/clickhouse/clickhouse-place.ts";
import { installX64 } from "../platform/clickhouse/emulated-engine.ts";
import { type AvailableEngine, engineAvailability } from "../platform/clickhouse/resolve-engine.ts";
import { openFolder } from "../platform/clickhouse/test-engine.ts";
import { withoutKeeper } from "./keeperless-cluster.ts";

/** Calls the library of the engine; x64 as the engine is. */
const FOREIGN = [{ name: "ffi-rs", version: "1.3.7" }];
const foreignFolder = join(import.meta.dirname, "../../../.cache/ffi-x64");
const DATABASE = "canopy";

/** Why two servers cannot run here, said once, or undefined. */
export async function whyNoCluster(): Promise<string | undefined> {
  const engine = engineAvailability();
  if (engine.kind === "unavailable") return said(engine.problem);
  if (!engine.library.includes("x64")) return said("the servers of the test need the x64 engine");
  try {
    if (!existsSync(foreignFolder)) await installX64(foreignFolder, FOREIGN);
    return undefined;
  } catch (error) {
    return said(error instanceof Error ? error.message : String(error));
  }
}

function said(problem: string): string {
  console.warn(`skipped: ${problem}`);
  return problem;
}

export interface TestCluster {
  /** Of one address for the cluster `two`: a shard on each of two servers. There is also `one`, of the first alone. */
  readonly url: string;
  /** What was run ON CLUSTER, as it was sent. */
  readonly statements: readonly string[];
  /** Of each server itself. */
  readonly shards: readonly [string, string];
  end(): Promise<void>;
}

export async function startTestCluster(): Promise<TestCluster> {
  const engine = engineAvailability();
  if (engine.kind === "unavailable") throw new Error(engine.problem);
  const folder = openFolder();
  const ports = [await freePorts(), await freePorts()] as const;
  const servers = ports.map((own, i) => startServer(engine, join(folder, `${i}`), own, ports));
  const [first, second] = ports.map(({ http }) => `http://127.0.0.1:${http}/${DATABASE}`) as [string, string];
  for (const [i, url] of [first, second].entries()) await untilReady(url, () => servers[i]?.exitCode ?? null);
  const proxy = await withoutKeeper([first, second]);
  return {
    url: `${proxy.url}/${DATABASE}`,
    statements: proxy.statements,
    shards: [first, second],
    async end() {
      proxy.close();
      // Its data are thrown away: nothing need be written.
      for (const server of servers) server.kill("SIGKILL");
      await Promise.all(servers.map((server) => server.exitCode ?? server.signalCode ?? once(server, "exit")));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Ports {
  readonly tcp: number;
  readonly http: number;
}

const freePorts = async (): Promise<Ports> => ({ tcp: await usablePort(undefined), http: await usablePort(undefined) });

function startServer(engine: AvailableEngine, folder: string, own: Ports, all: readonly Ports[]) {
  mkdirSync(folder, { recursive: true });
  const configFile = join(folder, "config.xml");
  writeFileSync(configFile, configOf(folder, own, all));
  const library = join(dirname(createRequire(engine.resolveFrom).resolve(engine.library)), "libchdb.so");
  const [program = "", ...first] = engine.command;
  const log = openSync(join(folder, "log"), "a");
  const script = join(import.meta.dirname, "cluster-server.ts");
  const words = [...first, script, join(foreignFolder, "package.json"), library, configFile];
  return spawn(program, words, { cwd: folder, stdio: ["pipe", log, log] });
}

function configOf(folder: string, own: Ports, all: readonly Ports[]): string {
  const shard = ({ tcp }: Ports) => `<shard><replica><host>127.0.0.1</host><port>${tcp}</port></replica></shard>`;
  return `<clickhouse>
    <path>${folder}/data/</path>
    <tcp_port>${own.tcp}</tcp_port><http_port>${own.http}</http_port><listen_host>127.0.0.1</listen_host>
    <logger><level>warning</level><console>1</console></logger>
    <max_server_memory_usage>1500000000</max_server_memory_usage>
    <background_pool_size>2</background_pool_size><background_schedule_pool_size>2</background_schedule_pool_size>
    <remote_servers>
      <two>${all.map(shard).join("")}</two>
      <one>${all.slice(0, 1).map(shard).join("")}</one>
    </remote_servers>
  </clickhouse>\n`;
}

/** Makes the database; the one that is there by itself keeps no tables of this kind. */
async function untilReady(url: string, exitCode: () => number | null): Promise<void> {
  const body = `create database if not exists ${DATABASE} engine = Atomic`;
  for (;;) {
    const answer = await fetch(new URL("/", url), { method: "POST", body }).catch(() => undefined);
    if (answer?.ok) return;
    if (answer !== undefined) throw new Error(await answer.text());
    if (exitCode() !== null) throw new Error(`a server of the cluster ended with ${exitCode()}`);
    await sleep(200);
  }
}
