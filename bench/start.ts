// From a fresh clone of HEAD, with the npm cache as it is: how long until one can sign in, how much memory, how quick.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePorts } from "../e2e/support/program.ts";
import { commandLine, memoryMb, processesNaming, withDescendants } from "../scripts/setup/processes.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import type { BenchResult } from "./run.ts";

/** design.md §11, and "Numbers" of the issues. */
const LIMITS: Limits = { atMost: { signInPageSeconds: 60, secondStartSeconds: 3, pssMb: 450, p95Ms: 5 } };
const SETTLE_MS = 20_000;
// A user has 1,200 calls a minute; more are refused.
const WARM_UP_CALLS = 200;
const CALLS = 900;
/** As the program says it. */
const HISTORY_TOLD = "the demo has an hour of history";
const HISTORY_WITHIN_MS = 300_000;

interface Clone {
  folder: string;
  port: number;
  env: NodeJS.ProcessEnv;
}

export async function run(): Promise<BenchResult> {
  const clone = await freshClone();
  const metrics: Record<string, number> = {};
  try {
    const first = await start(clone, metrics, "signInPageSeconds");
    await measureHistory(clone, metrics);
    await stop(first);
    const second = await start(clone, metrics, "secondStartSeconds");
    try {
      await until(`http://127.0.0.1:${clone.port}/readyz`, second);
      await measureIdle(clone, second, metrics);
      await measureCall(clone, metrics);
    } finally {
      await stop(second);
    }
  } finally {
    rmSync(clone.folder, { recursive: true, force: true });
  }
  return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
}

async function freshClone(): Promise<Clone> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-bench-start-"));
  chmodSync(folder, 0o755);
  execFileSync("git", [
    "-c",
    "advice.detachedHead=false",
    "clone",
    "-q",
    dirname(import.meta.dirname),
    join(folder, "project"),
  ]);
  const [http = 0, mqtt, mqtts, ftp] = await freePorts(4);
  // Under `npm run bench` our own tools stand first on the path; a newcomer has none of them.
  const path = (process.env.PATH ?? "").split(":").filter((entry) => !entry.includes("node_modules"));
  const env: NodeJS.ProcessEnv = { PATH: path.join(":"), HOME: process.env.HOME, TERM: "dumb" };
  for (const [name, port] of Object.entries({ HTTP: http, MQTT: mqtt, MQTTS: mqtts, FTP: ftp })) {
    env[`CANOPY_${name}_PORT`] = String(port);
  }
  return { folder, port: http, env };
}

async function start(clone: Clone, metrics: Record<string, number>, metric: string): Promise<ChildProcess> {
  const began = performance.now();
  const log = openSync(join(clone.folder, `${metric}.log`), "w");
  const child = spawn("npm", ["start"], {
    cwd: join(clone.folder, "project"),
    env: clone.env,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  await until(`http://127.0.0.1:${clone.port}/Login`, child);
  metrics[metric] = (performance.now() - began) / 1000;
  console.log(`${metric} ${metrics[metric].toFixed(1)}`);
  return child;
}

/** The hour before the first start is made beside it: how long that takes, and with how much memory. */
async function measureHistory(clone: Clone, metrics: Record<string, number>): Promise<void> {
  const began = performance.now();
  let most = 0;
  while (!readFileSync(join(clone.folder, "signInPageSeconds.log"), "utf8").includes(HISTORY_TOLD)) {
    if (performance.now() - began > HISTORY_WITHIN_MS) throw new Error("the demo's history was not made");
    most = Math.max(most, memoryMb(withDescendants(processesNaming(clone.folder))).pss);
    await sleep(500);
  }
  metrics.historySeconds = (performance.now() - began) / 1000;
  metrics.historyPssMb = most;
}

async function until(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`npm start ended with exit code ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGTERM");
  await exited;
}

async function measureIdle(clone: Clone, child: ChildProcess, metrics: Record<string, number>): Promise<void> {
  await sleep(SETTLE_MS);
  // npm itself waits beside the program and counts; PostgreSQL may have another parent than it.
  const pids = withDescendants([...(child.pid ? [child.pid] : []), ...processesNaming(clone.folder)]);
  const { rss, pss } = memoryMb(pids);
  metrics.rssMb = rss;
  metrics.pssMb = pss;
  metrics.postgresMb = memoryMb(pids.filter((pid) => /^postgres:|bin\/postgres /.test(commandLine(pid)))).pss;
  metrics.processes = pids.length;
}

async function measureCall(clone: Clone, metrics: Record<string, number>): Promise<void> {
  const token = apiToken(clone);
  if (token === undefined) return;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = `http://127.0.0.1:${clone.port}/api/tenant/users/self`;
  const times: number[] = [];
  for (let call = 0; call < WARM_UP_CALLS + CALLS; call++) {
    const began = performance.now();
    await callOnce(url, agent, token);
    if (call >= WARM_UP_CALLS) times.push(performance.now() - began);
  }
  agent.destroy();
  times.sort((a, b) => a - b);
  metrics.p50Ms = times[Math.floor(CALLS * 0.5)] ?? Number.NaN;
  metrics.p95Ms = times[Math.floor(CALLS * 0.95)] ?? Number.NaN;
  metrics.p99Ms = times[Math.floor(CALLS * 0.99)] ?? Number.NaN;
}

function apiToken(clone: Clone): string | undefined {
  const args = ["--no-install", "canopy", "token", "create", "--user", "demo", "--scope", "read"];
  const cwd = join(clone.folder, "project");
  const { stdout, stderr } = spawnSync("npx", args, { cwd, env: clone.env, encoding: "utf8" });
  if (stdout.trim() !== "") return stdout.trim();
  console.log(`the call was not measured, canopy token create gave no token: ${stderr.trim().split("\n").at(-1)}`);
  return undefined;
}

function callOnce(url: string, agent: Agent, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.on("end", () => (answer.statusCode === 200 ? resolve() : reject(new Error(`HTTP ${answer.statusCode}`))));
    });
    request.on("error", reject);
  });
}
