import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { type EngineHome, engineFolder } from "../engines/engine-home.ts";
import { signal } from "../engines/processes.ts";
import { StartFault } from "../engines/start-fault.ts";
import { type EngineState, type Supervised, supervise } from "../engines/supervise.ts";
import type { Log } from "../log.ts";
import { isRunning, readChildState } from "./child-state.ts";
import { type PlaceOptions, preparePlace, STATE_FILE } from "./clickhouse-place.ts";
import { type ClickHouseRun, DATABASE, HOST, launchClickHouse } from "./clickhouse-run.ts";
import { installEmulatedEngine } from "./emulated-engine.ts";
import { type AvailableEngine, engineAvailability } from "./resolve-engine.ts";

/** Our own ClickHouse, supervised. */
export interface EmbeddedClickHouse {
  readonly state: EngineState;
  /** Why it is `failed` (or, while it lasts, `restarting`). */
  readonly reason: string | undefined;
  /** Of the child, while it runs. */
  readonly pid: number | undefined;
  readonly adopted: boolean;
  readonly database: string;
  readonly password: string;
  /** Where it listens now. Waits while it starts or restarts; rejects when it cannot start or was stopped. */
  address(): Promise<{ readonly host: string; readonly port: number }>;
  whenReady(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts or adopts it, and returns at once: the HTTP side of the server need not wait. */
export function startClickHouse(home: EngineHome, log: Log, options: PlaceOptions = {}): EmbeddedClickHouse {
  const stateFile = join(engineFolder(home, "clickhouse"), STATE_FILE);
  const known = readChildState(stateFile);
  const password = known?.password ?? randomBytes(24).toString("base64url");
  const changes = new EventEmitter().setMaxListeners(0);
  let state: EngineState = "starting";
  let reason: string | undefined;
  let run: ClickHouseRun | undefined;
  let isStopping = false;

  const enter = (next: EngineState, why?: string) => {
    state = next;
    reason = why;
    changes.emit("change");
  };
  const launch = (place: ReturnType<typeof preparePlace>) => async () => {
    try {
      run = await launchClickHouse(place);
      return run;
    } catch (error) {
      reason = wordsOf(error);
      throw error;
    }
  };
  const starting = bringUp(log, (engine) => launch(preparePlace(home, engine, { ...options, password })));
  const supervised = starting.then(
    (found) => {
      found.onState((next) => enter(next, next === "ready" ? undefined : reason));
      enter("ready");
      return found;
    },
    (error: unknown) => {
      if (!isStopping) log.error({ engine: "clickhouse", err: error }, "engine did not start");
      enter("failed", wordsOf(error));
      return undefined;
    },
  );

  const whenReady = async () => {
    while (state !== "ready") {
      // A failure after a good start is tried again, one of the first start is not.
      if (state === "stopped" || (state === "failed" && run === undefined))
        throw new StartFault(reason ?? "ClickHouse was stopped.");
      await once(changes, "change");
    }
  };
  return {
    database: DATABASE,
    password,
    get state() {
      return state;
    },
    get reason() {
      return reason;
    },
    get pid() {
      return state === "ready" ? run?.pid : undefined;
    },
    get adopted() {
      return run?.adopted ?? false;
    },
    whenReady,
    async address() {
      await whenReady();
      if (run === undefined) throw new StartFault("ClickHouse was stopped.");
      return { host: HOST, port: run.port };
    },
    async stop() {
      isStopping = true;
      if (state === "starting") endStart(stateFile);
      await (await supervised)?.stop();
      enter("stopped");
    },
  };
}

/** A start may take long; who stops meanwhile does not wait for it. Nothing was stored yet, so nothing is lost. */
function endStart(stateFile: string): void {
  const child = readChildState(stateFile);
  if (child !== undefined && isRunning(child)) signal(child.pid, "SIGKILL");
}

type Launch = () => Promise<ClickHouseRun>;

async function bringUp(log: Log, prepare: (engine: AvailableEngine) => Launch): Promise<Supervised> {
  const engine = engineAvailability();
  if (engine.kind === "unavailable") throw new StartFault(engine.problem);
  if (!engine.installed) {
    log.info({ engine: "clickhouse" }, "fetching the x64 engine for emulation, once");
    await installEmulatedEngine();
  }
  return supervise({ name: "clickhouse", log, launch: prepare(engine) });
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
