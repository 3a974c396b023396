import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment, SERVER_FLAGS } from "../../scripts/setup/node24.mjs";
import { commandLine, endWithUs, processesNaming } from "../../scripts/setup/processes.ts";
import { PATIENCE } from "./patience.ts";

const ROOT = dirname(dirname(import.meta.dirname));
/** Generous: the machine may have other work. */
const READY_WITHIN_MS = 120_000 * PATIENCE;
const STOPPED_WITHIN_MS = 20_000;

export interface Program {
  baseUrl: string;
  dataFolder: string;
  logFile: string;
  /** Asks it to stop as a user would and gives what was not clean about it. */
  stop(): Promise<string[]>;
}

/** Starts the whole program with its own data folder, its own ports and the demo, and waits until it is ready. */
export async function startProgram(extra: Record<string, string> = {}): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-e2e-"));
  // As root the engines run as another user, who must be able to enter, or they would live elsewhere.
  chmodSync(folder, 0o755);
  const dataFolder = join(folder, "data");
  const logFile = join(folder, "program.log");
  const [http, mqtt, mqtts, ftp] = await freePorts(4);
  const child = spawn(process.execPath, [...SERVER_FLAGS, "apps/server/main.ts"], {
    cwd: ROOT,
    // Its own process group, so that what is meant for the tests (Ctrl-C) does not reach it behind our back.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: environment(ROOT, {
      CANOPY_DATA: dataFolder,
      CANOPY_DEMO: "on",
      CANOPY_HTTP_PORT: String(http),
      CANOPY_MQTT_PORT: String(mqtt),
      CANOPY_MQTTS_PORT: String(mqtts),
      CANOPY_FTP_PORT: String(ftp),
      // What is meant for the tests alone: the program shall run as it does for a user.
      NODE_ENV: undefined,
      CANOPY_REPORT: undefined,
      CANOPY_SCREENS: undefined,
      CANOPY_CHROMIUM: undefined,
      ...extra,
    }),
  });
  endWithUs(child);
  const log = createWriteStream(logFile);
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const stop = () => stopProgram(child, folder, dataFolder);
  const baseUrl = `http://127.0.0.1:${http}`;
  try {
    await untilReady(child, baseUrl, logFile);
  } catch (error) {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    throw error;
  }
  return { baseUrl, dataFolder, logFile, stop };
}

async function untilReady(child: ChildProcess, baseUrl: string, logFile: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`the program ended before it was ready (exit ${child.exitCode}):\n${tail(logFile)}`);
    }
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error(`the program was not ready within ${READY_WITHIN_MS / 1000} s:\n${tail(logFile)}`);
}

async function stopProgram(child: ChildProcess, folder: string, dataFolder: string): Promise<string[]> {
  const exited = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
  child.kill("SIGTERM");
  const inTime = await Promise.race([exited.then(() => true), sleep(STOPPED_WITHIN_MS, false, { ref: false })]);
  const problems = [];
  if (!inTime) {
    problems.push(`it did not stop within ${STOPPED_WITHIN_MS / 1000} s of SIGTERM`);
    child.kill("SIGKILL");
    await exited;
  } else if (child.exitCode !== 0) {
    problems.push(`it ended with exit code ${child.exitCode} (signal ${child.signalCode})`);
  }
  for (const left of processesNaming(dataFolder)) problems.push(`it left a process behind: ${commandLine(left)}`);
  if (problems.length === 0) rmSync(folder, { recursive: true, force: true });
  return problems;
}

function tail(logFile: string): string {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-30).join("\n");
}

/** Free at this moment; held together, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once("error", reject);
          server.listen(0, "127.0.0.1", () => {
            const address = server.address();
            if (typeof address === "object" && address !== null) resolve(address.port);
            else reject(new Error("no port"));
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
