import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineFolder, engineHome } from "../engines/engine-home.ts";
import { isAlive, waitForExit } from "../engines/processes.ts";
import { createLog } from "../log.ts";
import { startClickHouse } from "./clickhouse-engine.ts";
import { STATE_FILE } from "./clickhouse-place.ts";
import { insertNative } from "./insert-native.ts";
import { ENGINE_TIMEOUT_MS, openFolder, startTestEngine, type TestEngine, whyNoEngine } from "./test-engine.ts";

const ROWS = 2_000;

describe.skipIf(whyNoEngine())("the ClickHouse child", { timeout: ENGINE_TIMEOUT_MS }, () => {
  const folder = openFolder();
  let test: TestEngine;
  const kill = () => process.kill(test.engine.pid ?? 0, "SIGKILL");
  const insert = (batch: number) =>
    insertNative(test.client, {
      table: "batches",
      columns: [{ name: "batch", type: "UInt32", values: new Uint32Array(ROWS).fill(batch) }],
      rows: ROWS,
      deduplicationToken: `batch-${batch}`,
    });

  beforeAll(async () => {
    test = await startTestEngine({}, folder);
    await test.client.command({
      query:
        "CREATE TABLE batches (batch UInt32) ENGINE = MergeTree ORDER BY batch SETTINGS non_replicated_deduplication_window = 1000",
    });
  }, ENGINE_TIMEOUT_MS);
  afterAll(async () => {
    await test?.end();
    rmSync(folder, { recursive: true, force: true });
  }, ENGINE_TIMEOUT_MS);

  it("comes back when it is killed in the middle of inserts and a query, and loses nothing acknowledged", async () => {
    const stored = new Set<number>();
    let batch = 0;
    const query = test.client.query({
      query: "SELECT sum(sleepEachRow(0.5)) FROM numbers(2000) SETTINGS max_block_size = 1",
    });
    query.catch(() => undefined);
    const writing = (async () => {
      for (;;) {
        batch += 1;
        await insert(batch);
        stored.add(batch);
        if (stored.size === 2) setTimeout(kill, 30);
      }
    })();
    await expect(writing).rejects.toThrow();
    await expect(query).rejects.toThrow();

    // The same client goes on: it waits for the engine, and sends the batch again that was under way.
    await insert(batch);
    stored.add(batch);
    const found = await test.rows<{ batch: number; rows: string }>(
      "SELECT batch, count() AS rows FROM batches GROUP BY batch ORDER BY batch",
    );
    expect(found).toEqual([...stored].map((number) => ({ batch: number, rows: String(ROWS) })));
    expect(test.engine.state).toBe("ready");
  });

  it("refuses a second engine on the same data, in one sentence", async () => {
    // As if its state were lost: not known as ours, it cannot be adopted.
    rmSync(join(engineFolder(engineHome(folder), "clickhouse"), STATE_FILE));
    const second = startClickHouse(engineHome(folder), createLog("silent"));
    await expect(second.whenReady()).rejects.toThrow(/Another process works on the ClickHouse data in .*stop it first/);
    expect(second.state).toBe("failed");
    expect(test.engine.state).toBe("ready");
  });
});

describe.skipIf(whyNoEngine())("a server killed", { timeout: ENGINE_TIMEOUT_MS }, () => {
  /** Starts a server's ClickHouse part in a process of its own, kills that, and returns the child's pid. */
  async function killServer(folder: string, leaseMs: number): Promise<number> {
    const script = join(import.meta.dirname, "test-clickhouse-host.ts");
    const host = spawn(process.execPath, [script, folder, String(leaseMs)], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = await once(createInterface(host.stdout), "line");
    host.kill("SIGKILL");
    await once(host, "exit");
    return JSON.parse(line).pid;
  }

  it("leaves its ClickHouse to the next one, which adopts it", async () => {
    const folder = openFolder();
    const pid = await killServer(folder, 600_000);
    expect(isAlive(pid)).toBe(true);
    const next = startClickHouse(engineHome(folder), createLog("fatal"));
    await next.whenReady();
    expect({ pid: next.pid, adopted: next.adopted }).toEqual({ pid, adopted: true });
    await next.stop();
    expect(isAlive(pid)).toBe(false);
    rmSync(folder, { recursive: true, force: true });
  });

  it("leaves a ClickHouse that ends itself when nobody comes", async () => {
    const folder = openFolder();
    const pid = await killServer(folder, 5_000);
    expect(await waitForExit(pid, ENGINE_TIMEOUT_MS / 2)).toBe(true);
    rmSync(folder, { recursive: true, force: true });
  });
});
