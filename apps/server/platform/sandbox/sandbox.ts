import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  BEGINS,
  type ChildRun,
  failed,
  filesOf,
  MAX_SOURCE_CHARS,
  READY,
  type ScriptLimits,
  type ScriptResult,
  type ScriptRun,
} from "./script-run.ts";

const CHILD = fileURLToPath(new URL("./sandbox-child.ts", import.meta.url));
/** Of the child itself; the script has its own limit inside. */
const HEAP_MB = 64;
/** For the start of the process, and for that of the engine; then the script's own time counts. */
const START_MS = 10_000;
/** Beyond the script's time, which the engine watches itself: then the process is killed (TST-02: 1.1 of a test script's). */
const GRACE = 0.08;
const LEAST_GRACE_MS = 500;
const AT_ONCE = 2;
const MOST_WAITING = 50;

/** A script is heard of as long as this. */
export const DEFAULT_LIMITS: ScriptLimits = { timeMs: 1000, memoryBytes: 32 * 1024 * 1024 };

export type RunScript = (run: ScriptRun, limits?: ScriptLimits) => Promise<ScriptResult>;

/**
 * Runs scripts of tenants, each in a JavaScript engine of its own (QuickJS in WebAssembly) without host functions but those
 * that the caller names, in a process of its own without environment and with Node's permissions taken away; killed at its limits (decision 0034).
 */
export class Sandbox {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  readonly run: RunScript = async (run, limits = DEFAULT_LIMITS) => {
    const longest = Math.max(0, ...filesOf(run.source).map(({ text }) => text.length));
    if (longest > MAX_SOURCE_CHARS) return failed("error", `more than ${MAX_SOURCE_CHARS} characters`);
    if (this.#waiting.length >= MOST_WAITING) return failed("busy", "");
    if (this.#running >= AT_ONCE) await new Promise<void>((begin) => this.#waiting.push(begin));
    else this.#running += 1;
    try {
      return await runInChild({ ...run, ...limits });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  };
}

function runInChild(run: ChildRun): Promise<ScriptResult> {
  const { promise, resolve } = Promise.withResolvers<ScriptResult>();
  const child = fork(CHILD, [], {
    env: {},
    execArgv: [
      "--permission",
      "--allow-fs-read=*",
      `--max-old-space-size=${HEAP_MB}`,
      "--disable-warning=ExperimentalWarning",
    ],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  const end = (result: ScriptResult) => {
    clearTimeout(timer);
    child.kill("SIGKILL");
    resolve(result);
  };
  const late = () => end(failed("time", `${run.timeMs} ms`));
  let timer = setTimeout(late, START_MS);
  child.on("message", (message) => {
    if (message !== READY && message !== BEGINS) return end(message as ScriptResult);
    clearTimeout(timer);
    timer = setTimeout(late, message === READY ? START_MS : run.timeMs + Math.max(LEAST_GRACE_MS, run.timeMs * GRACE));
    if (message === READY) child.send(run);
  });
  child.once("error", (error) => end(failed("ended", error.message)));
  child.once("exit", (code, signal) => end(failed("ended", `${signal ?? code}`)));
  return promise;
}
