import { join } from "node:path";
import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { FrameBatch } from "@canopy/can/frame/batch";
import type { SignalBinding } from "@canopy/contract/signals/bindings";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_US, dayOf } from "../frames/store/time-window.ts";
import type { DirectPlace } from "../platform/files/open-files.ts";
import { parsedDbc } from "../signals/dbc/parsed-dbc.ts";
import { askDuckDb, filesBelow, metadataOf, parquetBelow, readByHyparquet } from "../testing/stored/test-lake.ts";
import {
  type TestLake,
  type TestLakePlaces,
  testLakePlaces,
  whyNoLakeInS3,
} from "../testing/stored/test-lake-places.ts";
import { engineBytes, pushOthers, type SignalWorld, signalWorld } from "../testing/worlds/test-signal-world.ts";
import { exportLake, type LakeReport, type LakeRequest } from "./export-lake.ts";
import { dayName } from "./lake-names.ts";

const SIGNALS = ["Speed", "Torque", "CellA", "CellB", "Wheel"];
/** Two minutes before the last midnight but one. */
const startUs = (dayOf(Date.now() * 1000) - 1) * DAY_US - 120e6;
const days = [dayOf(startUs), dayOf(startUs) + 1].map(dayName);

function makeFrames(fromUs: number, count: number): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < count; i += 1) {
    const atUs = fromUs + i * 250_000;
    // Every tenth is too short for the torque.
    const bytes = engineBytes((i * 37) % 65_536, (i % 4096) - 2048);
    batch.push(atUs, 0, 256, 0, i % 10 === 0 ? 2 : 8, bytes);
    pushOthers(batch, atUs, i % 3, (i * 11) % 65_536, (i * 7) % 65_536);
    batch.push(atUs + 3, 1, 256, 0, 8, bytes);
  }
  return batch;
}

const noS3 = whyNoLakeInS3();
describe("signals of a lake in a folder", () => suite("folder"));
describe.skipIf(noS3 !== undefined)("signals of a lake in S3 [FIL-06]", () => suite("s3"));

function suite(kind: DirectPlace["kind"]): void {
  let world: SignalWorld;
  let binding: SignalBinding;
  let places: TestLakePlaces;
  let lake: TestLake;

  const call = async (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, payload?: object) => {
    const answer = await world.app.call(world.manager, { method, url: `/api${path}`, ...(payload && { payload }) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const place = () => `/things/${world.device.thingsId}/signal-bindings`;
  const run = (more: Partial<LakeRequest> = {}): Promise<LakeReport> => {
    const services = { db: world.app.database.db, lake: world.store.lake };
    const request: LakeRequest = { target: lake.place, kinds: ["frames", "signals"], ...more };
    return exportLake(services, request, new AbortController().signal);
  };
  const signalFiles = async () => parquetBelow(await lake.seen()).filter((path) => path.startsWith("signals/"));

  beforeAll(async () => {
    places = await testLakePlaces(kind);
    lake = places.make();
    world = await signalWorld();
    await world.send(makeFrames(startUs, 1000));
    await world.settle();
    const signals = SIGNALS.map((name) => {
      const { message_id, is_extended, signal } = world.reference(name);
      return { message_id, is_extended, signal };
    });
    const made = await call("POST", "/signal-strategies", { name: "DBCSIG_all", dbc_id: world.dbcId, signals });
    binding = (await call("POST", place(), { channel: 0, strategy_id: made.data.strategy_id })).data;
  });
  afterAll(async () => {
    await world?.end();
    await places?.drop();
  });

  /** As our decoder has them: a row for each frame of the message. */
  async function decoded(message: string): Promise<Record<string, unknown>[]> {
    const { db } = world.app.database;
    const dbc = await parsedDbc(db, world.manager.tenantId, world.dbcId);
    if (dbc === undefined) throw new Error("the DBC is gone");
    const decoder = new DbcDecoder(dbc.dbc);
    const rows: Record<string, unknown>[] = [];
    const query = { bindingNumber: world.device.bindingNumber, fromUs: 0, toUs: 2 ** 52, filter: {} };
    for await (const batch of world.store.frames.stream(query))
      for (let i = 0; i < batch.length; i += 1) {
        const frame = batch.at(i);
        const found = frame.channel === 0 ? decoder.decode(frame) : null;
        if (found?.message.name !== message) continue;
        const chosen = found.message.signals.filter(({ name }) => SIGNALS.includes(name));
        const values = chosen.map(({ name }) => {
          const value = found.signals.find(({ signal }) => signal.name === name)?.value;
          return [name, value === undefined ? null : Number(value)];
        });
        rows.push({ time: frame.timeUs, channel: 0, id: frame.id, ...Object.fromEntries(values) });
      }
    return rows;
  }

  async function expectDecoded(message: string): Promise<void> {
    const expected = await decoded(message);
    expect(expected.length).toBeGreaterThan(0);
    const folder = await lake.seen();
    const paths = (await signalFiles()).filter((path) => path.includes(`/message=${message}/`));
    const rows = [];
    for (const path of paths) rows.push(...(await readByHyparquet(join(folder, path))));
    expect(rows).toEqual(expected);
    const asked = `select * exclude (tenant, device, message, day) replace (epoch_us(time) as time)
      from read_parquet('${folder}/signals/*/*/message=${message}/*/*.parquet', hive_partitioning = true) order by time`;
    const found = (await askDuckDb(asked)).map((row) => ({ ...row, time: Number(row.time) }));
    expect(found).toEqual(expected);
  }

  it("are those of our decoder, a file for each message and day, null where a frame has none [OPS-06]", async () => {
    expect(await run()).toMatchObject({ written: 8, problems: [] });
    for (const message of ["Engine", "Cells", "CCVS"]) await expectDecoded(message);
    const { tenantId, deviceId } = world.device;
    const folders = ["CCVS", "Cells", "Engine"].flatMap((message) =>
      days.map((day) => `signals/tenant=${tenantId}/device=${deviceId}/message=${message}/day=${day}`),
    );
    const files = await signalFiles();
    expect(files.map((path) => path.slice(0, path.lastIndexOf("/")))).toEqual(folders);
    const [path = ""] = files.filter((file) => file.includes("Engine"));
    const { row_groups, key_value_metadata } = await metadataOf(join(await lake.seen(), path));
    const speed = row_groups[0]?.columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === "Speed");
    expect(speed?.meta_data?.key_value_metadata).toEqual([{ key: "unit", value: "rpm" }]);
    const units = { key: "canopy.units", value: JSON.stringify({ Speed: "rpm", Torque: "Nm" }) };
    expect(key_value_metadata).toContainEqual(units);
  });

  it("follow late frames, a new revision of the DBC, and a binding that is paused [OPS-06]", async () => {
    expect(await run()).toMatchObject({ written: 0, unchanged: 8 });
    await world.send(makeFrames(startUs + 130_000, 20));
    await world.settle();
    expect(await run()).toMatchObject({ written: 4, unchanged: 4 });
    for (const message of ["Engine", "Cells", "CCVS"]) await expectDecoded(message);
    const { text } = (await call("GET", `/dbc-files/${world.dbcId}/revisions/1/text`)).data;
    const content = Buffer.from(text.replace("(0.25,-100)", "(0.5,-100)")).toString("base64");
    await call("POST", `/dbc-files/${world.dbcId}/revisions`, { content_base64: content });
    expect(await run()).toMatchObject({ written: 0 });
    await call("PATCH", `${place()}/${binding.binding_id}`, { revision: "newest" });
    expect(await run()).toMatchObject({ written: 6, removed: 6 });
    await expectDecoded("Engine");
    await call("PATCH", `${place()}/${binding.binding_id}`, { state: "paused" });
    expect(await run()).toMatchObject({ written: 0, removed: 6 });
    expect(filesBelow(await lake.seen()).filter((path) => path.startsWith("signals/"))).toEqual([]);
    await call("PATCH", `${place()}/${binding.binding_id}`, { state: "enabled" });
    expect(await run()).toMatchObject({ written: 6, removed: 0 });
  });

  it("that are turned off are made no more, and keep nothing that was deleted [OPS-06]", async () => {
    const runWithout = () => run({ kinds: ["frames"], keptKinds: ["signals"] });
    const { bindingNumber } = world.device;
    const { removal } = world.store.frames;
    const dayUs = dayOf(startUs) * DAY_US;
    await run();
    await world.send(makeFrames(startUs - 5 * DAY_US, 20));
    await world.send(makeFrames(startUs + 190_000, 20));
    await world.settle();
    expect((await runWithout()).problems).toEqual([]);
    expect(await signalFiles()).toHaveLength(6);
    await removal.deleteRange({ bindingNumber, fromUs: startUs - 6 * DAY_US, toUs: dayUs, keep: [] }, 1e6);
    await removal.deleteRange({ bindingNumber, fromUs: startUs, toUs: startUs + 30e6, keep: [] }, 1e6);
    await runWithout();
    for (const message of ["Engine", "Cells", "CCVS"]) await expectDecoded(message);
    await removal.deleteRange({ bindingNumber, fromUs: dayUs, toUs: dayUs + DAY_US, keep: [] }, 1e6);
    await runWithout();
    expect((await signalFiles()).every((path) => path.includes(`day=${days[1]}`))).toBe(true);
    await call("PATCH", `${place()}/${binding.binding_id}`, { state: "paused" });
    await runWithout();
    expect(await signalFiles()).toHaveLength(3);
    const secondUs = dayUs + DAY_US;
    await removal.deleteRange({ bindingNumber, fromUs: secondUs, toUs: secondUs + 10e6, keep: [] }, 1e6);
    await runWithout();
    expect(await signalFiles()).toEqual([]);
  });
}
