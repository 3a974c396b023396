import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../log.ts";

/** `failed`: several starts in a row did not hold; it is still tried again, slowly. */
export type EngineState = "starting" | "ready" | "restarting" | "failed" | "stopped";

/** One run of an engine, ours or adopted, that answers by now. */
export interface EngineRun {
  readonly pid: number;
  readonly adopted: boolean;
  /** Resolves with the reason when the process is gone. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface Supervised {
  readonly state: EngineState;
  readonly pid: number | undefined;
  onState(listener: (state: EngineState) => void): void;
  /** Ends the engine; it is not started again. */
  stop(): Promise<void>;
}

interface Plan {
  readonly name: string;
  readonly log: Log;
  /** Starts or adopts the engine and resolves once it answers. */
  launch(): Promise<EngineRun>;
  readonly delaysMs?: readonly number[];
}

const DELAYS_MS = [50, 250, 1_000, 3_000, 5_000, 15_000];
const FAILED_AFTER = 5;
/** A run this long was a good one: the next end is a new story. */
const GOOD_RUN_MS = 60_000;
/** Attempts of a first start: the server before us may still be stopping, and hold its resources. */
const FIRST_LAUNCHES = 4;

/**
 * Keeps an engine running. A start that fails is repeated with growing pauses: the first one a few times, after which
 * its fault is thrown, later ones for as long as it takes.
 */
export async function supervise(plan: Plan): Promise<Supervised> {
  const delays = plan.delaysMs ?? DELAYS_MS;
  const stopping = new AbortController();
  const listeners: ((state: EngineState) => void)[] = [];
  const stopped = once(stopping.signal, "abort").then(() => "stopped");
  let state: EngineState = "starting";
  let run = await launchFirst(plan, delays);
  enter("ready");
  const watching = watch();

  function enter(next: EngineState): void {
    if (next === state) return;
    state = next;
    plan.log.info({ engine: plan.name, state, enginePid: run.pid, adopted: run.adopted }, "engine state");
    for (const listener of listeners) listener(next);
  }

  async function watch(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      const since = performance.now();
      const reason = await Promise.race([run.exited, stopped]);
      if (stopping.signal.aborted) return;
      failures = performance.now() - since > GOOD_RUN_MS ? 0 : failures + 1;
      plan.log.error({ engine: plan.name, reason, failures }, "engine ended, starting it again");
      enter(failures > FAILED_AFTER ? "failed" : "restarting");
      failures = await relaunch(failures);
    }
  }

  async function relaunch(failuresSoFar: number): Promise<number> {
    let failures = failuresSoFar;
    while (!stopping.signal.aborted) {
      await pause(delays[Math.min(failures, delays.length) - 1] ?? 0);
      if (stopping.signal.aborted) break;
      try {
        run = await plan.launch();
        enter("ready");
        return failures;
      } catch (error) {
        failures += 1;
        plan.log.error({ engine: plan.name, err: error, failures }, "engine did not start");
        if (failures > FAILED_AFTER) enter("failed");
      }
    }
    return failures;
  }

  const pause = (delayMs: number) => sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);

  return {
    get state() {
      return state;
    },
    get pid() {
      return state === "ready" ? run.pid : undefined;
    },
    onState: (listener) => void listeners.push(listener),
    async stop() {
      stopping.abort();
      await run.stop();
      await watching;
      // A launch that was under way when the stop came has left a fresh run behind.
      await run.stop();
      enter("stopped");
    },
  };
}

async function launchFirst({ name, log, launch }: Plan, delays: readonly number[]): Promise<EngineRun> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await launch();
    } catch (error) {
      if (failures === FIRST_LAUNCHES) throw error;
      log.error({ engine: name, err: error, failures }, "engine did not start");
      await sleep(delays[Math.min(failures, delays.length) - 1] ?? 0);
    }
  }
}
