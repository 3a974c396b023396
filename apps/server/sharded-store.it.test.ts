import { parseDbc } from "@canopy/can/dbc/parse";
import { signalSql } from "@canopy/can/dbc/sql";
import { FrameBatch } from "@canopy/can/frame/batch";
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteRange } from "./frames/delete-frames.ts";
import { insertFrames, runningInserts } from "./frames/frame-store.ts";
import { FrameColumns } from "./frames/frame-store-columns.ts";
import { readCurve } from "./frames/history-curve.ts";
import { readFramePage } from "./frames/history-store.ts";
import { readTimeBar } from "./frames/history-summary.ts";
import { DAY_US, dayOf } from "./frames/ingest-days.ts";
import { openIngest } from "./frames/open-ingest.ts";
import { newestPoints } from "./frames/point-values-store.ts";
import { deletePoints, insertPoints, pointRow } from "./frames/points-store.ts";
import { applyRetention } from "./frames/retention.ts";
import { batchOf, EVENING_US } from "./frames/test-ingest-world.ts";
import { cancelledBy } from "./platform/clickhouse/cancelled-by.ts";
import { migrateClickHouse } from "./platform/clickhouse/migrate-clickhouse.ts";
import { openClickHouse } from "./platform/clickhouse/open-clickhouse.ts";
import { ENGINE_TIMEOUT_MS } from "./platform/clickhouse/test-engine.ts";
import { createLog } from "./platform/log.ts";
import { deleteKept, insertMinutes, insertSeconds, readKeptPixels } from "./signals/kept-signal-store.ts";
import { startTestCluster, type TestCluster, whyNoCluster } from "./testing/test-cluster.ts";
import { type TestDatabase, testDatabase } from "./testing/test-database.ts";
import { eveningClock } from "./testing/test-frame-engines.ts";

const noCluster = await whyNoCluster();
const log = createLog("error");
const DEVICES = [1, 2, 3, 4, 5, 6, 7, 8];
const FROM_US = EVENING_US - 3_590_000_000;
const range = { fromUs: FROM_US, toUs: EVENING_US };

const { dbc } = parseDbc('VERSION ""\nBO_ 256 Engine: 8 N\n SG_ Speed : 0|16@1+ (0.5,0) [0|0] "rpm" N\n');
const [message] = dbc.messages;
const [signal] = message?.signals ?? [];
if (message === undefined || signal === undefined) throw new Error("the DBC has one signal");

/** A minute of one message, each frame with its own value, so that a neighbour's frame would be noticed. */
function framesOf(device: number): FrameBatch {
  const frames = new FrameBatch();
  for (let i = 0; i < 600; i += 1)
    frames.push(
      FROM_US + i * 100_000,
      0,
      0x100,
      0,
      8,
      Uint8Array.of(i, (device << 4) | (i >> 8), 0, 0, 0, 0, 0, device),
    );
  return frames;
}
const speedOf = (device: number, i: number) => (i + (device << 12)) / 2;

describe.skipIf(noCluster)("a store on two shards", { timeout: ENGINE_TIMEOUT_MS }, () => {
  let cluster: TestCluster;
  let database: TestDatabase;
  let client: ClickHouseClient;
  let shards: ClickHouseClient[];
  const rowsOf = async <T>(of: ClickHouseClient, query: string) =>
    (await of.query({ query, format: "JSONEachRow" })).json<T>();
  /** What each shard has, and the whole. */
  const counts = async (table: string) => {
    const count = async (of: ClickHouseClient, name: string) =>
      Number((await rowsOf<{ n: string }>(of, `select count() as n from ${name}`))[0]?.n);
    return [...(await Promise.all(shards.map((of) => count(of, `${table}_shard`)))), await count(client, table)];
  };
  const migrated = (name = "two") => migrateClickHouse(client, log, { cluster: name });
  const stores = () => ({ client, db: database.db });
  const ingest = () => openIngest({ ...stores(), log, mayStore: () => true, clock: eveningClock });

  beforeAll(async () => {
    cluster = await startTestCluster();
    database = await testDatabase();
    client = openClickHouse({ url: cluster.url, cluster: "two" });
    shards = cluster.shards.map((url) => createClient({ url }));
    await migrated();
    const frames = ingest();
    await Promise.all(
      DEVICES.map((bindingNumber) =>
        frames.ingest({ ...batchOf({ sequence: 1, bindingNumber, timesUs: [] }), frames: framesOf(bindingNumber) }),
      ),
    );
    await frames.close();
  }, ENGINE_TIMEOUT_MS);
  afterAll(async () => {
    for (const one of [client, ...(shards ?? [])]) await one?.close();
    await database?.drop();
    await cluster?.end();
  }, ENGINE_TIMEOUT_MS);

  it("is made once, and only for so many shards", async () => {
    const made = cluster.statements.length;
    await migrated();
    // The table of migrations alone is asked for again.
    expect(cluster.statements.length).toBe(made + 2);
    await expect(migrated("one")).rejects.toThrow('has 1 shards, but its tables are "sharded over 2"');
    await expect(migrated("none")).rejects.toThrow("no cluster none");
  });

  it("has its tables the same on the shards and in all", async () => {
    const columns = (table: string) =>
      rowsOf(
        client,
        `select name, type, compression_codec from system.columns where database = currentDatabase() and table = '${table}'`,
      );
    expect(await columns("frames")).toEqual(await columns("frames_shard"));
    expect(await columns("frames")).toContainEqual({
      name: "ts",
      type: "Int64",
      compression_codec: "CODEC(Delta(8), T64, ZSTD(3))",
    });
  });

  it("has each device on one shard, and uses both [DAT-08]", async () => {
    const devices = await Promise.all(
      shards.map((of) => rowsOf<{ device: number }>(of, "select distinct device from frames_shard order by device")),
    );
    expect(devices.every((some) => some.length > 0)).toBe(true);
    expect(
      devices
        .flat()
        .map(({ device }) => device)
        .sort(),
    ).toEqual(DEVICES);
  });

  it("stores the same insert once, however often and to whichever server it is sent [DAT-08]", async () => {
    const before = await counts("frames");
    const columns = new FrameColumns();
    for (const bindingNumber of DEVICES) {
      const batch = batchOf({ sequence: 2, bindingNumber, timesUs: [FROM_US - 1] });
      columns.append(batch, batch.frames, dayOf(FROM_US - 1));
    }
    for (let i = 0; i < 4; i += 1) await insertFrames(client, { columns, token: "again", instance: "me" });
    const after = await counts("frames");
    expect(after[2]).toBe((before[2] ?? 0) + DEVICES.length);
    expect(after[0]).toBeGreaterThan(before[0] ?? 0);
    expect(after[1]).toBeGreaterThan(before[1] ?? 0);
  });

  it("answers pages, time bar and curves of each device", async () => {
    for (const bindingNumber of DEVICES) {
      const query = { bindingNumber, ...range, filter: {} };
      const page = await readFramePage(client, { ...query, order: "newestFirst", limit: 1_000 });
      expect(page.frames.map(({ timeUs, data }) => [timeUs, data[7]])).toEqual(
        Array.from({ length: 600 }, (_, i) => [FROM_US + (599 - i) * 100_000, bindingNumber]),
      );
      const bar = await readTimeBar(client, query, 60);
      expect(bar.frames.reduce((sum, frames) => sum + frames, 0)).toBe(600);
      const curve = await readCurve(client, { ...query, channel: 0, message, signal, pixels: 100 });
      expect(curve.pixels[0]).toMatchObject({ firstUs: FROM_US, first: speedOf(bindingNumber, 0) });
      expect(curve.pixels.reduce((sum, { samples }) => sum + samples, 0)).toBe(600);
    }
  });

  it("keeps the last of the same points, and finds the newest of each group", async () => {
    const at = EVENING_US / 1000;
    for (const soc of [1, 2])
      await insertPoints(
        client,
        DEVICES.flatMap((device) =>
          [at - 1, at].map((time) => pointRow(device, { time, group: "battery", values: { soc, device } })),
        ),
      );
    for (const device of DEVICES)
      expect(await newestPoints(client, device)).toEqual([{ group: "battery", time: at, values: { soc: 2, device } }]);
    await deletePoints(client, 1);
    expect(await newestPoints(client, 1)).toEqual([]);
    expect(await newestPoints(client, 2)).toHaveLength(1);
  });

  it("makes kept signals from frames where they are, and deletes them", async () => {
    const sql = signalSql(signal);
    if (!sql.ok) throw new Error(sql.problem);
    for (const device of [1, 2, 3]) {
      const of = { device, series: [device] };
      const frames = { bindingNumber: device, channel: 0, id: 0x100, isExtended: false, ...range };
      for (const version of [10, 20]) {
        await insertSeconds(client, range, [{ frames, signals: [{ series: device, sql: sql.value }] }], version);
        await insertMinutes(client, of, range, version);
      }
      for (const pixelUs of [1_000_000, 60_000_000]) {
        const pixels = (await readKeptPixels(client, of, { ...range, pixelUs }, [])).get(device) ?? [];
        expect(pixels.reduce((sum, { samples }) => sum + samples, 0)).toBe(600);
        expect(pixels[0]).toMatchObject({ firstUs: FROM_US, first: speedOf(device, 0) });
      }
    }
    await deleteKept(client, { device: 1, series: [1] });
    const [left] = await rowsOf<{ devices: number[] }>(
      client,
      "select arraySort(groupUniqArray(device)) as devices from signal_seconds final",
    );
    expect(left?.devices).toEqual([2, 3]);
  });

  it("sees inserts that run on any of its servers", async () => {
    const query =
      "insert into engine_probe_shard select now64(3), toString(sleepEachRow(0.5)) from numbers(6) settings max_block_size = 1";
    const running = (shards[1] as ClickHouseClient).command({ query, query_id: "frames-insert-other-1" });
    await expect.poll(() => runningInserts(client, "me"), { timeout: 20_000 }).toEqual(["frames-insert-other-1"]);
    await running;
    expect(await runningInserts(client, "me")).toEqual([]);
  });

  it("does not search for nobody: a call that is given up ends its query", async () => {
    const given = new AbortController();
    const query = "select sum(sleepEachRow(0.05)) from numbers(400) settings max_block_size = 1";
    const search = cancelledBy(client, given.signal).query({ query, query_id: "given-up", format: "JSONEachRow" });
    const running = () => rowsOf(client, "select 1 from system.processes where initial_query_id = 'given-up'");
    const ended = expect(search.then((answer) => answer.json())).rejects.toThrow("abort");
    await expect.poll(running, { timeout: 10_000 }).not.toEqual([]);
    given.abort();
    await ended;
    await expect.poll(running, { timeout: 10_000 }).toEqual([]);
  });

  it("deletes on the shard that has the frames, and a whole day of all [DAT-04] [DAT-06]", async () => {
    const total = (await counts("frames"))[2] ?? 0;
    expect(await deleteRange(stores(), { bindingNumber: 3, ...range, toUs: FROM_US + 10_000_000, keep: [] })).toEqual({
      deleted: 100,
      remaining: 0,
    });
    expect((await counts("frames"))[2]).toBe(total - 100);
    const rules = { daysOf: async () => new Map(DEVICES.map((device) => [device, 7])), pinned: async () => [] };
    const laterMs = (EVENING_US + 30 * DAY_US) / 1000;
    expect(await applyRetention(stores(), rules, laterMs)).toBe(total - 100);
    expect(await counts("frames")).toEqual([0, 0, 0]);
    // What was deleted does not come back when it is sent again.
    const again = ingest();
    await again.ingest({ ...batchOf({ sequence: 1, bindingNumber: 4, timesUs: [] }), frames: framesOf(4) });
    await again.close();
    expect(await counts("frames")).toEqual([0, 0, 0]);
  });

  it("says nothing ON CLUSTER that the engine does not understand", async () => {
    expect(cluster.statements.filter((sql) => sql.startsWith("delete from frames_shard"))).not.toEqual([]);
    for (const sql of new Set(cluster.statements)) {
      const query = "select formatQuery({sql:String}) as formatted";
      const answer = await (shards[0] as ClickHouseClient).query({
        query,
        query_params: { sql },
        format: "JSONEachRow",
      });
      const [row] = await answer.json<{ formatted: string }>();
      expect(row?.formatted).toContain("ON CLUSTER two");
    }
  });
});
