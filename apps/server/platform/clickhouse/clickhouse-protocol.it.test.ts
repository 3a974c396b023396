import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ClickHouseError } from "@clickhouse/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../log.ts";
import { insertNative } from "./insert-native.ts";
import { CLICKHOUSE_MIGRATIONS, migrateClickHouse, readMigrations } from "./migrate-clickhouse.ts";
import { ENGINE_TIMEOUT_MS, startTestEngine, type TestEngine, whyNoEngine } from "./test-engine.ts";

const DROP = "\n\nDROP TABLE victim";
/** Long without work for the processor: emulated engines have little of it. */
const LONG = "SELECT sum(sleepEachRow(0.5)) FROM numbers(2000) SETTINGS max_block_size = 1";

describe.skipIf(whyNoEngine())("ClickHouse over HTTP", { timeout: ENGINE_TIMEOUT_MS }, () => {
  let test: TestEngine;
  const codeOf = (failed: Promise<unknown>) =>
    failed.then(
      () => "none",
      (error) => (error instanceof ClickHouseError ? error.code : error),
    );
  const query = async (text: string) => (await test.client.query({ query: text, format: "TabSeparated" })).text();

  beforeAll(async () => {
    test = await startTestEngine({ memoryBytes: 2 * 1024 ** 3 });
    await test.client.command({
      query:
        "CREATE TABLE victim (a UInt64, b String, twice UInt64 DEFAULT a * 2) ENGINE = MergeTree ORDER BY a SETTINGS non_replicated_deduplication_window = 100",
    });
  }, ENGINE_TIMEOUT_MS);
  afterAll(() => test?.end(), ENGINE_TIMEOUT_MS);

  it("stores payload bytes that look like SQL and does not run them", async () => {
    const evil = Buffer.from(DROP);
    const number = Buffer.from("\n\nDROP T").readBigUInt64LE();
    const columns = [
      { name: "b", type: "String", values: [evil, Buffer.from([10, 10])] },
      { name: "a", type: "UInt64", values: BigUint64Array.of(number, 0x0a0a_0a0a_0a0a_0a0an) },
    ] as const;
    await insertNative(test.client, { table: "victim", columns, rows: 2 });
    await test.client.insert({ table: "victim", values: [{ a: 3, b: DROP }], format: "JSONEachRow" });
    await test.client.command({ query: `INSERT INTO victim (a, b) VALUES (4, '${DROP}')` });
    await test.client.insert({
      table: "victim",
      values: [[5, DROP]],
      columns: ["a", "b"],
      format: "JSONCompactEachRow",
    });
    expect(await test.rows("SELECT a, b, twice = a * 2 AS whole FROM victim ORDER BY a")).toEqual([
      { a: "3", b: DROP, whole: 1 },
      { a: "4", b: DROP, whole: 1 },
      { a: "5", b: DROP, whole: 1 },
      { a: String(0x0a0a_0a0a_0a0a_0a0an), b: "\n\n", whole: 1 },
      { a: String(number), b: DROP, whole: 1 },
    ]);
  });

  it("binds parameters as what they are", async () => {
    const parameters = {
      text: `it's \\ ${DROP}\t`,
      number: 7,
      big: 2n ** 64n - 1n,
      list: ["a'b", "c\n"],
      nothing: null,
    };
    const sql =
      "SELECT {text:String} AS text, {number:UInt8} AS number, {big:UInt64} AS big, {list:Array(String)} AS list, {nothing:Nullable(Int32)} AS nothing";
    expect(await test.rows(sql, parameters)).toEqual([{ ...parameters, big: String(parameters.big) }]);
  });

  it("keeps no setting for the next query", async () => {
    const ask = (clickhouse_settings: Record<string, number>) =>
      Promise.all(
        [1, 2, 3].map(async () => {
          const asked = await test.client.query({
            query: "SELECT getSetting('max_result_rows')",
            format: "TabSeparated",
            clickhouse_settings,
          });
          return (await asked.text()).trim();
        }),
      );
    expect(await ask({ max_result_rows: 77 })).toEqual(["77", "77", "77"]);
    expect(await ask({})).toEqual(["0", "0", "0"]);
  });

  it("passes the engine's errors on with their codes", async () => {
    expect(await codeOf(query("SELECT nothing_like_it"))).toBe("47");
    expect(await codeOf(query("SELEC 1"))).toBe("62");
    expect(await codeOf(query("SELECT 1; DROP TABLE victim"))).toBe("62");
    expect(await codeOf(query("SELECT * FROM no_such_table"))).toBe("60");
    expect(await codeOf(query("SELECT {n:UInt8}"))).toBe("456");
  });

  it("ends a query at its time limit and at its memory limit", async () => {
    const limited = (text: string, clickhouse_settings: Record<string, string | number>) =>
      codeOf(test.client.query({ query: text, format: "TabSeparated", clickhouse_settings }));
    expect(await limited(LONG, { max_execution_time: 1 })).toBe("159");
    const greedy = "SELECT length(groupArray(toString(number))) FROM numbers(30000000)";
    expect(await limited(greedy, { max_memory_usage: "50000000" })).toBe("241");
  });

  it("answers a short query while long ones run, stops these when their callers leave", async () => {
    const leaving = new AbortController();
    const long = [1, 2].map((n) =>
      test.client.query({
        query: LONG,
        query_id: `long-${n}`,
        abort_signal: leaving.signal,
      }),
    );
    for (const one of long) one.catch(() => undefined);
    const running = () =>
      test.rows("SELECT 1 AS one FROM system.processes WHERE Settings['log_comment'] LIKE 'long-%'");
    while ((await running()).length < 2) await sleep(100);
    leaving.abort();
    await expect(Promise.allSettled(long)).resolves.toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
    while ((await running()).length > 0) await sleep(100);
  });

  it("kills a query by the id its caller gave it", async () => {
    const long = codeOf(
      test.client.query({
        query: LONG,
        query_id: "victim-3",
      }),
    );
    while ((await query("KILL QUERY WHERE query_id = 'victim-3' SYNC")) === "") await sleep(100);
    expect(await long).toBe("394");
  });

  it("stores the same insert once", async () => {
    const columns = [{ name: "a", type: "UInt64", values: BigUint64Array.of(900n) }] as const;
    const insert = { table: "victim", columns, rows: 1, deduplicationToken: "flush-1" };
    await insertNative(test.client, insert);
    await insertNative(test.client, insert);
    expect(await query("SELECT count() FROM victim WHERE a = 900")).toBe("1\n");
  });

  it("streams a large answer without holding it", async () => {
    const rss = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${test.engine.pid}/status`, "utf8"))?.[1]) / 1024;
    const stream = async (rows: number) => {
      const text = `SELECT number, repeat('x', 200) FROM numbers(${rows}) FORMAT RowBinary`;
      const answer = await test.client.exec({ query: text });
      let bytes = 0;
      let most = 0;
      for await (const chunk of answer.stream) {
        bytes += chunk.length;
        most = Math.max(most, rss());
      }
      expect(bytes).toBe(rows * 210);
      return most;
    };
    // Once for what any answer needs (blocks, caches, buffers not collected yet); then one twice as large.
    const before = await stream(400_000);
    const most = await stream(800_000);
    console.info(`RSS of the child: ${Math.round(before)} MB, then at most ${Math.round(most)} MB`);
    expect(most - before).toBeLessThan(90);
  });

  it("compresses both ways when asked to", async () => {
    const { port } = await test.engine.address();
    const authorization = `Basic ${Buffer.from(`default:${test.engine.password}`).toString("base64")}`;
    const answer = await fetch(`http://127.0.0.1:${port}/?enable_http_compression=1&default_format=CSV`, {
      method: "POST",
      headers: { authorization, "accept-encoding": "gzip" },
      body: "SELECT number FROM numbers(3)",
    });
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(answer.headers.get("x-clickhouse-format")).toBe("CSV");
    expect(await answer.text()).toBe("0\n1\n2\n");
    expect((await fetch(`http://127.0.0.1:${port}/?query=SELECT+1`)).status).toBe(403);
  });

  it("runs the migrations once", async () => {
    const log = createLog("fatal");
    await migrateClickHouse(test.client, log);
    await migrateClickHouse(test.client, log);
    const ours = readMigrations(CLICKHOUSE_MIGRATIONS).map(({ number }) => number);
    expect(await query("SELECT groupArray(number) FROM (SELECT number FROM schema_migrations ORDER BY number)")).toBe(
      `[${ours}]\n`,
    );
  });
});
