import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, signal, startTicks, waitForExit } from "../engines/processes.ts";
import { StartFault } from "../engines/start-fault.ts";
import type { EngineRun } from "../engines/supervise.ts";
import { type ChildOptions, UV_THREADS } from "./child/child-options.ts";
import { USER } from "./child/http-request.ts";
import { type ChildState, forgetChildState, isRunning, readChildState, writeChildState } from "./child-state.ts";
import { type ClickHousePlace, usablePort } from "./clickhouse-place.ts";

export const HOST = "127.0.0.1";
export const DATABASE = "canopy";

export interface ClickHouseRun extends EngineRun {
  readonly port: number;
}

/** Emulated, on a machine that has other work, everything takes minutes. */
const READY_MS = { native: 60_000, translated: 120_000, emulated: 400_000 };
const STOP_MS = { native: 15_000, translated: 30_000, emulated: 60_000 };
const LARGEST_LOG_BYTES = 10 * 1024 * 1024;
/** Well within the child's lease; a child that does not answer for long is stuck and is replaced. */
const HEARTBEAT_MS = 5_000;
const STUCK_AFTER_MS = { native: 60_000, translated: 120_000, emulated: 400_000 };
const ANSWER_MS = 30_000;

/** Adopts the child that outlived the last server, or starts one; resolves when it answers. */
export async function launchClickHouse(place: ClickHousePlace): Promise<ClickHouseRun> {
  const known = readChildState(place.stateFile);
  if (known !== undefined && isRunning(known)) {
    if (await untilReady(place, known, () => !isRunning(known))) return watched(place, known, true, untilGone(known));
    signal(known.pid, "SIGKILL");
    await waitForExit(known.pid, STOP_MS.native);
  }
  return startChild(place);
}

async function startChild(place: ClickHousePlace): Promise<ClickHouseRun> {
  const port = await usablePort(readChildState(place.stateFile)?.port ?? place.lastPort);
  const { child, state } = spawnChild(place, port);
  let gone = false;
  const exited = new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("exit", (code, name) => resolve(name ?? `exit ${code}`));
  });
  void exited.then(() => {
    gone = true;
  });
  if (await untilReady(place, state, () => gone)) return watched(place, state, false, exited);
  signal(state.pid, "SIGKILL");
  throw new StartFault(whyNot(place, gone));
}

function spawnChild(place: ClickHousePlace, port: number): { child: ChildProcess; state: ChildState } {
  const log = openLog(place.logFile);
  const [program = "", ...first] = place.command;
  const child = spawn(program, [...first, "--disable-warning=ExperimentalWarning", place.script], {
    ...(place.user && { uid: place.user.uid, gid: place.user.gid }),
    cwd: "/",
    env: { LC_ALL: "C.UTF-8", TZ: "UTC", UV_THREADPOOL_SIZE: String(UV_THREADS) },
    // Its own group and a file for its words: it outlives us when we are killed, and is adopted.
    detached: true,
    stdio: ["pipe", log, log],
  });
  closeSync(log);
  child.unref();
  const pid = child.pid ?? 0;
  const startedAt = new Date().toISOString();
  const state = { pid, ticks: startTicks(pid) ?? "", port, password: place.password, startedAt };
  // Known from its first moment: were we killed now, the next server would still find it.
  if (pid > 0) writeChildState(place.stateFile, state);
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(JSON.stringify(childOptions(place, port)));
  return { child, state };
}

function childOptions(place: ClickHousePlace, port: number): ChildOptions {
  const { resolveFrom, dataFolder, runFolder, memoryFolder, password, memoryBytes, leaseMs } = place;
  const folders = { resolveFrom, dataFolder, runFolder, memoryFolder };
  return { ...folders, host: HOST, port, password, database: DATABASE, memoryBytes, leaseMs };
}

function openLog(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG_BYTES) truncateSync(path);
  return openSync(path, "a", 0o600);
}

const answers = (state: ChildState) => call(state, "GET", "/ping");

async function call({ port, password }: ChildState, method: string, path: string): Promise<boolean> {
  try {
    const authorization = `Basic ${Buffer.from(`${USER}:${password}`).toString("base64")}`;
    const answer = await fetch(`http://${HOST}:${port}${path}`, {
      method,
      headers: { authorization, connection: "close" },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return answer.ok && (await answer.text()) === "Ok.\n";
  } catch {
    return false;
  }
}

async function untilReady(place: ClickHousePlace, state: ChildState, isGone: () => boolean): Promise<boolean> {
  const end = performance.now() + READY_MS[place.kind];
  while (!isGone() && performance.now() < end) {
    if (await answers(state)) return true;
    await sleep(50);
  }
  return false;
}

async function untilGone({ pid }: ChildState): Promise<string> {
  while (isAlive(pid)) await sleep(200, undefined, { ref: false });
  return "gone";
}

/** A running child: its lease is renewed by our calls. */
function watched(place: ClickHousePlace, state: ChildState, adopted: boolean, exited: Promise<string>): ClickHouseRun {
  let heardAt = performance.now();
  const heartbeat = setInterval(async () => {
    if (await answers(state)) heardAt = performance.now();
    else if (performance.now() - heardAt > STUCK_AFTER_MS[place.kind]) signal(state.pid, "SIGKILL");
  }, HEARTBEAT_MS).unref();
  void exited.then(() => clearInterval(heartbeat));
  return { pid: state.pid, port: state.port, adopted, exited, stop: () => stopChild(place, state) };
}

async function stopChild(place: ClickHousePlace, state: ChildState): Promise<void> {
  if (isRunning(state) && !(await call(state, "POST", "/stop"))) signal(state.pid, "SIGTERM");
  if (!(await waitForExit(state.pid, STOP_MS[place.kind]))) {
    signal(state.pid, "SIGKILL");
    await waitForExit(state.pid, STOP_MS.native);
  }
  forgetChildState(place.stateFile);
}

function whyNot(place: ClickHousePlace, gone: boolean): string {
  if (!gone) return `ClickHouse does not answer: see ${place.logFile}.`;
  const lines = readFileSync(place.logFile, "utf8").trimEnd().split("\n").slice(-40);
  // R6: one process per data folder; its lock is the engine's own.
  if (lines.some((line) => line.includes("Cannot lock file")))
    return `Another process works on the ClickHouse data in ${place.dataFolder}: stop it first, or set CANOPY_DATA to another folder.`;
  const said = lines.findLast((line) => /Exception|Error|EADDRINUSE/.test(line)) ?? lines.at(-1) ?? "";
  return `ClickHouse did not start: ${said.trim()} (${place.logFile})`;
}
