import type { ClickHouseClient } from "@clickhouse/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../platform/log.ts";
import { type FrameEngines, frameEngines, noEngine, TIMEOUT_MS } from "../testing/test-frame-engines.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import { DAY_US } from "./ingest-days.ts";
import { PointIngest } from "./ingest-points.ts";
import { readPoints, readPositions } from "./points-store.ts";
import { listQuarantined } from "./quarantine-store.ts";
import { listRefusals } from "./refusal-store.ts";
import { batchOf, EVENING_US } from "./test-ingest-world.ts";
import { usageOfBinding, usageOfTenant } from "./usage-store.ts";

const SECOND_US = 1_000_000;
const SQL = new TextEncoder().encode("\n\nDROP T");

/** Three frames, four seconds apart: those from 2 to 4 lie on both sides of midnight. */
const numbered = (sequence: number, bindingNumber: number): IncomingBatch =>
  batchOf({
    sequence,
    bindingNumber,
    timesUs: [0, 2, 4].map((s) => EVENING_US + (2 * sequence + s) * SECOND_US),
    ...(sequence === 1 && { payload: SQL }),
  });

/** As the table should hold it. */
function rowsOf({ bindingNumber, epoch, sequence, frames }: IncomingBatch) {
  return Array.from({ length: frames.length }, (_, n) => {
    const { timeUs, channel, id, flags, size, data } = frames.at(n);
    const payload = Buffer.from(data).toString("hex").toUpperCase();
    return {
      device: bindingNumber,
      ch: channel,
      id,
      ts: String(timeUs),
      flags,
      len: size,
      payload,
      epoch,
      seq: String(sequence),
      n,
    };
  });
}

/** Lets so many inserts through; the answer of the next never comes, as for a process that is killed. */
function killedAfter(client: ClickHouseClient, inserts: number): ClickHouseClient {
  let left = inserts;
  const exec = (...args: Parameters<ClickHouseClient["exec"]>) =>
    left-- > 0 ? client.exec(...args) : new Promise<never>(() => undefined);
  return new Proxy(client, {
    get: (target, name) => (name === "exec" ? exec : Reflect.get(target, name).bind?.(target)),
  });
}

describe.skipIf(noEngine)("ingest on the real engines", { timeout: TIMEOUT_MS }, () => {
  let engines: FrameEngines;
  const stored = (bindingNumber: number) =>
    engines.rows(`select device, ch, id, toString(ts) as ts, flags, len,
        hex(reinterpretAsFixedString(d8)) || hex(ext) as payload, epoch, toString(seq) as seq, n
      from frames where device = ${bindingNumber} order by frames.seq, n`);

  beforeAll(async () => {
    engines = await frameEngines();
  }, TIMEOUT_MS);
  afterAll(() => engines?.end(), TIMEOUT_MS);

  it("stores repeated and shuffled batches once, byte for byte, also after a kill [DAT-08]", async () => {
    const all = [0, 1, 2, 3, 4, 5, 6].map((sequence) => numbered(sequence, 1));
    const [a, b, c, d, e, f, g] = all as [IncomingBatch, ...IncomingBatch[]];
    const first = engines.ingest();
    const answers = [e, b, b, a, c, e].map((batch) => batch && first.ingest(batch));
    expect((await Promise.all(answers)).every((answer) => answer?.kind === "stored")).toBe(true);
    // Left as it is: nothing of what it had in mind is written down.
    const second = engines.ingest();
    await Promise.all([g, d, a, b, c, f, e].map((batch) => batch && second.ingest(batch)));
    expect(await stored(1)).toEqual(all.flatMap(rowsOf));
    await second.close();
    const usage = await usageOfBinding(engines.database.db, 1);
    expect(usage.map(({ frames, bytes }) => [frames, bytes])).toEqual([
      [12, 12 * 23],
      [9, 9 * 23],
    ]);
    expect(await usageOfTenant(engines.database.db, a.tenantId)).toEqual({ frames: 21, bytes: 21 * 23 });
  });

  it("completes a batch that was killed between the two days it lies in [DAT-08]", async () => {
    const batch = numbered(4, 2);
    const killed = engines.ingest({ client: killedAfter(engines.clickhouse.client, 1) });
    void killed.ingest(batch);
    const isHalf = () => engines.rows("select 1 from frames where device = 2");
    while ((await isHalf()).length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    await engines.ingest().ingest(batch);
    expect(await stored(2)).toEqual(rowsOf(batch));
  });

  it("keeps wrong clocks apart, which hold up nobody [DAT-08]", async () => {
    const ingest = engines.ingest();
    const wrong = [-30, 10].map((years, sequence) =>
      batchOf({ sequence, bindingNumber: 3, timesUs: [EVENING_US + years * 365 * DAY_US] }),
    );
    await Promise.all([...wrong, ...wrong].map((batch) => ingest.ingest(batch)));
    const kept = await listQuarantined(engines.database.db, 3, 10);
    expect(kept.map(({ sequence, reason, frames }) => [sequence, reason, frames])).toEqual([
      [1, "inFuture", 1],
      [0, "beforeTerminals", 1],
    ]);
  });

  it("writes refusals down until the batch is stored [CAP-05]", async () => {
    let mayStore = false;
    const ingest = engines.ingest({ mayStore: () => mayStore });
    const batch = batchOf({ sequence: 5, bindingNumber: 4, timesUs: [EVENING_US - 30 * 365 * DAY_US] });
    expect(await ingest.ingest(batch)).toEqual({ kind: "refused", reason: "quota" });
    expect(await listRefusals(engines.database.db, 4, 10)).toMatchObject([{ epoch: 7, sequence: 5, reason: "quota" }]);
    mayStore = true;
    expect(await ingest.ingest(batch)).toEqual({ kind: "stored" });
    await ingest.close();
    expect(await listRefusals(engines.database.db, 4, 10)).toEqual([]);
  });

  it("stores positions and points, once though they come twice", async () => {
    const { client } = engines.clickhouse;
    const ingest = new PointIngest(client, createLog("error"));
    const position = { time: EVENING_US / 1000, latitude: 52.5, longitude: 13.25, speed_kmh: 50 };
    const point = { time: EVENING_US / 1000, group: "tyre", values: { "\n\npressure": 2.5, ok: true } };
    await Promise.all([ingest.positions(5, [position, position]), ingest.points(5, [point, point])]);
    const query = { bindingNumber: 5, fromUs: EVENING_US, toUs: EVENING_US + 1, limit: 10 };
    expect(await readPositions(client, query)).toEqual([
      {
        timeUs: EVENING_US,
        latitude: 52.5,
        longitude: 13.25,
        speed_kmh: 50,
        altitude_m: null,
        course: null,
        satellites: null,
        hdop: null,
      },
    ]);
    expect(await readPoints(client, "tyre", query)).toEqual([{ timeUs: EVENING_US, values: point.values }]);
    await ingest.close();
  });
});
