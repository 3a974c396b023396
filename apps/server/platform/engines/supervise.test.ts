import { describe, expect, it, vi } from "vitest";
import { createLog } from "../log.ts";
import { type EngineRun, type EngineState, supervise } from "./supervise.ts";

/** An engine whose launches follow a list: true runs, false does not start. After the list it always runs. */
function engine(launches: boolean[]) {
  const runs: { die(): void; stopped: boolean }[] = [];
  const launch = async (): Promise<EngineRun> => {
    if (launches.shift() === false) throw new Error("no");
    const { promise, resolve } = Promise.withResolvers<string>();
    const run = { die: () => resolve("killed"), stopped: false };
    runs.push(run);
    const stop = async () => {
      run.stopped = true;
      resolve("stopped");
    };
    return { pid: runs.length, adopted: false, exited: promise, stop };
  };
  const start = () => supervise({ name: "toy", log: createLog("silent"), launch, delaysMs: [1] });
  return { runs, start };
}

describe("a supervised engine", () => {
  it("is started again when it dies", async () => {
    const { runs, start } = engine([]);
    const supervised = await start();
    const states: EngineState[] = [];
    supervised.onState((state) => states.push(state));
    expect([supervised.state, supervised.pid]).toEqual(["ready", 1]);
    runs[0]?.die();
    await vi.waitFor(() => expect(supervised.pid).toBe(2));
    expect(states).toEqual(["restarting", "ready"]);
    await supervised.stop();
    expect([supervised.state, supervised.pid]).toEqual(["stopped", undefined]);
    expect(runs[1]?.stopped).toBe(true);
  });

  it("is called failed after several tries, and tried on until it runs", async () => {
    const { runs, start } = engine([true, ...Array<boolean>(8).fill(false)]);
    const supervised = await start();
    const states: EngineState[] = [];
    supervised.onState((state) => states.push(state));
    runs[0]?.die();
    await vi.waitFor(() => expect(supervised.pid).toBe(2));
    expect(states).toEqual(["restarting", "failed", "ready"]);
    await supervised.stop();
  });

  it("whose first start fails is tried again a few times before that is a fault of the start", async () => {
    const supervised = await engine([false, false, false]).start();
    expect(supervised.state).toBe("ready");
    await supervised.stop();
    await expect(engine(Array<boolean>(4).fill(false)).start()).rejects.toThrow("no");
  });

  it("stopped while it is down is not started again", async () => {
    const { runs, start } = engine([true, ...Array<boolean>(1_000).fill(false)]);
    const supervised = await start();
    runs[0]?.die();
    await vi.waitFor(() => expect(supervised.state).not.toBe("ready"));
    await supervised.stop();
    expect(runs).toHaveLength(1);
  });
});
