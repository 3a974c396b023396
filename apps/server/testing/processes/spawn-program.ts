import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { SERVER_FLAGS, SERVER_MEMORY } from "../../../../scripts/setup/node24.mjs";
import { endWithUs } from "../../../../scripts/setup/processes.ts";

const ROOT = join(import.meta.dirname, "../../../..");
/** Compile cache of `npm start`: halves the time of a start. */
const COMPILED = join(ROOT, ".cache/compiled");

export interface SpawnedProgram {
  readonly process: ChildProcess;
  readonly base: string;
  /** Everything printed so far. */
  output(): string;
  /** Waits for its end and answers the exit code. */
  ended(): Promise<number | null>;
  fetchJson(path: string): Promise<{ status: number; body: unknown }>;
}

/** The server as a process of its own, the way `npm start` runs it; of another checkout with `root`. */
export async function spawnProgram(
  dataFolder: string,
  env: Record<string, string> = {},
  options: { cwd?: string; root?: string } = {},
): Promise<SpawnedProgram> {
  const port = env.CANOPY_HTTP_PORT ?? String(await freePort());
  const child = spawn(process.execPath, [...SERVER_FLAGS, join(options.root ?? ROOT, "apps/server/main.ts")], {
    cwd: options.cwd ?? dataFolder,
    env: {
      ...SERVER_MEMORY,
      PATH: process.env.PATH ?? "",
      HOME: process.env.HOME ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? COMPILED,
      CANOPY_DATA: dataFolder,
      CANOPY_HTTP_PORT: port,
      CANOPY_DEMO: "on",
      CANOPY_FTP_PORT: "0",
      // Terminals are for the tests that name their ports.
      CANOPY_ROLES: "web,worker",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  endWithUs(child);
  let text = "";
  child.stdout.on("data", (chunk) => (text += String(chunk)));
  child.stderr.on("data", (chunk) => (text += String(chunk)));
  const exited = once(child, "exit");
  return {
    process: child,
    base: `http://127.0.0.1:${port}`,
    output: () => text,
    ended: async () => (await exited)[0] as number | null,
    fetchJson: async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return { status: answer.status, body: await answer.json() };
    },
  };
}

/** Repeats until it holds; the deadline is only there so that a broken program fails a test instead of hanging it. */
export async function until(what: () => Promise<boolean>, deadlineMs = 60_000): Promise<void> {
  const end = Date.now() + deadlineMs * PATIENCE;
  while (!(await what().catch(() => false))) {
    if (Date.now() > end) throw new Error("it did not come to hold in time");
    await sleep(50);
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
