import { afterAll, beforeAll, expect, inject, it, onTestFinished } from "vitest";
import { socketTarget, urlAt } from "../../testing/cluster/postgres-address.ts";
import { type FaultLine, openLine } from "../../testing/faults/fault-line.ts";
import { freePort } from "../../testing/processes/spawn-program.ts";
import { createLog } from "../log.ts";
import { type Database, openDatabase } from "./open-database.ts";
import { answeredWithin } from "./prepared.ts";

const { url } = inject("postgres");
const target = socketTarget(url);
let line: FaultLine;
beforeAll(async () => {
  line = await openLine(target);
});
afterAll(() => line.close());

function databaseOver(port: number): Database {
  const log = createLog("silent");
  const database = openDatabase({ url: urlAt(url, port, "postgres"), log, maxConnections: 4 });
  onTestFinished(() => database.close());
  return database;
}

it("half-open connections are given up, the first by its silence and the others before their use [OPS-02]", async () => {
  const { pool } = databaseOver(line.port);
  await Promise.all([1, 2, 3].map(() => pool.query("select pg_sleep(0.05)")));
  expect(pool.idleCount).toBe(3);
  line.freeze();
  await expect(pool.query(answeredWithin(100, "select 1", []))).rejects.toThrow("Connection terminated");
  const answers = await Promise.all([1, 2, 3].map((n) => pool.query("select $1::int as n", [n])));
  expect(answers.map(({ rows }) => rows[0])).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

it("a transaction on a half-open connection fails, and nothing of it is lent again", async () => {
  const { pool } = databaseOver(line.port);
  const client = await pool.connect();
  await client.query("begin");
  line.freeze();
  await expect(client.query(answeredWithin(100, "select 1", []))).rejects.toThrow("Connection terminated");
  await expect(client.query("rollback")).rejects.toThrow();
  client.release();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

it("a job that takes its time is waited for", async () => {
  const { pool } = databaseOver(line.port);
  const client = await pool.connect();
  await client.query("set statement_timeout = 0");
  const slow = answeredWithin(50, "select 1 as one from pg_sleep(1)", []);
  expect((await client.query(slow)).rows).toEqual([{ one: 1 }]);
  client.release(true);
});

it("a server that is down behind a proxy is waited for as one without", async () => {
  const closed = await freePort();
  let isUp = false;
  let tries = 0;
  const proxy = await openLine(() => {
    tries += 1;
    return isUp ? target : closed;
  });
  onTestFinished(() => proxy.close());
  const answer = databaseOver(proxy.port).pool.query("select 1 as one");
  while (tries < 9) await new Promise((resolve) => setTimeout(resolve, 10));
  isUp = true;
  expect((await answer).rows).toEqual([{ one: 1 }]);
});
