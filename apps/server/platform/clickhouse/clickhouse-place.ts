import { execFileSync } from "node:child_process";
import { accessSync, chmodSync, chownSync, constants, existsSync } from "node:fs";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { type EngineHome, engineFolder, ownedFolder, pathHash } from "../engines/engine-home.ts";
import type { EngineUser } from "../engines/engine-user.ts";
import { PIPES } from "./child/child-options.ts";
import { readChildState } from "./child-state.ts";
import { type RunnableEngine, reachableEngine } from "./reachable-engine.ts";
import type { AvailableEngine } from "./resolve-engine.ts";

/** Everything about the embedded engine that stays the same through its restarts. */
export interface ClickHousePlace extends RunnableEngine {
  readonly kind: AvailableEngine["kind"];
  readonly user: EngineUser | undefined;
  readonly stateFile: string;
  readonly logFile: string;
  readonly dataFolder: string;
  readonly runFolder: string;
  readonly memoryFolder: string | undefined;
  readonly password: string;
  readonly lastPort: number | undefined;
  readonly memoryBytes: number;
  readonly leaseMs: number;
}

export const STATE_FILE = "child.json";

export interface PlaceOptions {
  readonly memoryBytes?: number;
  readonly leaseMs?: number;
}

const LEASE_MS = 60_000;
const GIGABYTE = 1024 ** 3;

/** Makes folders and pipes, and takes over the port of the last run, so that the address stays. */
export function preparePlace(
  home: EngineHome,
  engine: AvailableEngine,
  options: PlaceOptions & { readonly password: string },
): ClickHousePlace {
  const folder = engineFolder(home, "clickhouse");
  const stateFile = join(folder, STATE_FILE);
  const runFolder = ownedFolder(join(folder, "run"), home.user);
  makePipes(runFolder, home.user);
  return {
    ...reachableEngine(home, engine),
    kind: engine.kind,
    user: home.user,
    stateFile,
    logFile: join(folder, "clickhouse.log"),
    dataFolder: ownedFolder(join(folder, "data"), home.user),
    runFolder,
    memoryFolder: memoryFolder(folder),
    password: options.password,
    lastPort: readChildState(stateFile)?.port,
    memoryBytes: options.memoryBytes ?? defaultMemory(),
    leaseMs: options.leaseMs ?? LEASE_MS,
  };
}

function makePipes(folder: string, user: EngineUser | undefined): void {
  const missing = PIPES.map((name) => join(folder, name)).filter((path) => !existsSync(path));
  if (missing.length > 0) execFileSync("mkfifo", ["-m", "600", ...missing]);
  for (const path of missing) {
    chmodSync(path, 0o600);
    if (user !== undefined) chownSync(path, user.uid, user.gid);
  }
}

function memoryFolder(folder: string): string | undefined {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return `/dev/shm/canopy-${pathHash(folder)}`;
  } catch {
    return undefined;
  }
}

/** A quarter of the machine, but enough for a day's curve and not more than one machine's worth of caches. */
const defaultMemory = () => Math.round(Math.min(Math.max(totalmem() / 4, 1.5 * GIGABYTE), 8 * GIGABYTE));

/** The wanted port, so that the address stays the same through restarts; another one when somebody took it. */
export async function usablePort(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) return freePort(0);
  return freePort(wanted).catch(() => freePort(0));
}

function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(wanted, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
