import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { HELD_US } from "@canopy/contract/signals/decoded";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

const DBC = `VERSION ""
NS_ :
BS_:
BU_: E
BO_ 256 Engine: 8 E
 SG_ Speed : 0|16@1+ (0.25,-10) [0|8000] "rpm" E
 SG_ Gear : 16|3@1+ (1,0) [0|7] "" E
 SG_ Big : 24|40@1- (1,0) [0|0] "" E
BO_ 2566848513 Battery: 8 E
 SG_ Cell M : 0|8@1+ (1,0) [0|1] "" E
 SG_ Cell0 m0 : 23|16@0- (0.001,0) [0|5] "V" E
 SG_ Cell1 m1 : 23|16@0- (0.001,0) [0|5] "V" E
BA_DEF_ BO_  "GenMsgCycleTime" INT 0 65535;
BA_DEF_DEF_  "GenMsgCycleTime" 0;
BA_ "GenMsgCycleTime" BO_ 256 20;
VAL_ 256 Gear 0 "Park" 1 "Drive" ;
`;
const model = parseDbc(DBC).dbc;
const BATTERY = 2566848513 - 0x80000000;
const COUNT = 600;
const STEP_US = 10_000;
const startMs = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
const startUs = startMs * 1000;

/** Engine on channel 0 and, with other values, on channel 1; battery on 1; two minutes of silence before the last. */
function makeFrames(): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < COUNT; i += 1) {
    const at = startUs + i * STEP_US + (i >= COUNT - 10 ? 2 * HELD_US : 0);
    const bytes = Uint8Array.of(i, i >> 8, i % 2, 255 - (i % 256), i, 0, 0, i % 3 === 0 ? 0x80 : 0);
    if (i % 2 === 0) batch.push(at, i % 20 === 0 ? 1 : 0, 0x100, i % 50 === 0 ? FLAG_REMOTE : 0, 8, bytes);
    else if (i < COUNT - 10)
      batch.push(at, 1, BATTERY, FLAG_EXTENDED, 8, Uint8Array.of((i >> 1) % 2, 0, i, i * 3, 0, 0, 0, 0));
    else batch.push(at, 0, 0x123, 0, 1, Uint8Array.of(1));
  }
  return batch;
}

describe.each(["landed", "settled"])("decoded history and samples of frames that are %s", (state) => {
  let world: TestApp;
  let manager: TestUser;
  let stranger: TestUser;
  let device: TestDevice;
  let dbcId: string;
  const batch = makeFrames();

  beforeAll(async () => {
    const log = createLog("error");
    world = await testApp({}, { work: true });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    stranger = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
    device = await testDevice(world.database.db, manager.tenantId);
    const ingest = openIngest({ landing: world.store.landing, log, mayStore: () => true });
    const { bindingNumber, deviceId, tenantId } = device;
    const about = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now(), epoch: 5, sequence: 1 };
    await ingest.ingest({ ...about, frames: batch, raw: undefined });
    await ingest.close();
    if (state === "settled") await world.store.settleAll();
    const content_base64 = Buffer.from(DBC).toString("base64");
    const made = await world.call(manager, {
      method: "POST",
      url: "/api/dbc-files",
      payload: { file_name: "vehicle.dbc", content_base64 },
    });
    dbcId = made.json().data.dbc_id;
  });
  afterAll(() => world?.close());

  const engine = (signal: string, channel = 0) => ({
    channel,
    dbc_id: dbcId,
    message_id: 0x100,
    is_extended: false,
    signal,
  });
  const battery = (signal: string) => ({ channel: 1, dbc_id: dbcId, message_id: BATTERY, is_extended: true, signal });
  const post = async (path: string, payload: object, user = manager) =>
    world.call(user, { method: "POST", url: `/api/things/${device.thingsId}/signals/${path}`, payload });
  const decoded = async (payload: object) => {
    const answer = await post("decoded", payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  /** The library's decoding of the frames, row by row. */
  function expectedRows(items: readonly { channel: number; message_id: number; signal: string }[]) {
    const decoder = new DbcDecoder(model);
    const known: ({ timeUs: number; value: unknown; text: string | null } | undefined)[] = items.map(() => undefined);
    const rows: { time: string; cells: unknown[] }[] = [];
    for (let i = 0; i < batch.length; i += 1) {
      const frame = batch.at(i);
      const isOf = (item: (typeof items)[number]) => item.channel === frame.channel && item.message_id === frame.id;
      if (frame.flags & FLAG_REMOTE || !items.some(isOf)) continue;
      const found = decoder.decode(frame)?.signals ?? [];
      const own = items.map((item, place) => {
        const one = isOf(item) ? found.find(({ signal }) => signal.name === item.signal) : undefined;
        if (one) known[place] = { timeUs: frame.timeUs, value: one.value, text: one.text };
        return one !== undefined;
      });
      const cells = known.map((cell, place) =>
        cell && frame.timeUs - cell.timeUs <= HELD_US
          ? {
              value: typeof cell.value === "bigint" ? String(cell.value) : cell.value,
              text: cell.text,
              held: !own[place],
            }
          : null,
      );
      rows.push({ time: String(frame.timeUs), cells });
    }
    return rows;
  }

  it("every row is what the decoder says, others hold, in pages both ways [DBC-07]", async () => {
    const items = [
      engine("Speed"),
      engine("Gear"),
      engine("Big"),
      battery("Cell0"),
      battery("Cell1"),
      engine("Speed", 1),
    ];
    const expected = expectedRows(items);
    const forward: { time: string; cells: unknown[] }[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await decoded({ items, page_size: 170, ...(cursor && { cursor }) });
      forward.push(...page.list);
      cursor = page.newer;
    }
    expect(forward.map(({ time, cells }) => ({ time, cells }))).toEqual(expected);
    const backward: { time: string; cells: unknown[] }[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await decoded({ items, page_size: 200, order: "older", ...(cursor && { cursor }) });
      backward.unshift(...page.list);
      cursor = page.older;
    }
    // A page that begins in the middle knows what held before it.
    expect(backward).toEqual(forward);
    const { columns, list } = await decoded({ items, at: String(startUs + 100 * STEP_US), page_size: 1 });
    expect(columns[0]).toEqual({ state: "found", message: "Engine", unit: "rpm", revision: 1, places: 2 });
    expect(list[0].time).toBe(String(startUs + 100 * STEP_US + STEP_US));
    expect(list[0].cells[1]).toEqual({ value: 0, text: "Park", held: true });
    // A row has its frame: its bytes open and copy as those of every table do.
    expect(list[0]).toMatchObject({ id: BATTERY, extended: true, type: "classic", direction: "received", length: 8 });
    expect(list[0].data).toMatch(/^([0-9A-F]{2}){8}$/);
  });

  it("the time bar counts the rows, each identifier on its channel [DBC-07]", async () => {
    const items = [engine("Speed"), battery("Cell0")];
    const range = { start_time: startMs, end_time: startMs + 600_000 };
    const bar = async (asked: object) => {
      const answer = await post("decoded/time-bar", { ...range, ...asked });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data;
    };
    const expected = expectedRows(items);
    const { start_time, bucket_us, rows, total } = await bar({ items, buckets: 100 });
    expect(total).toBe(expected.length);
    const counted = new Array(rows.length).fill(0);
    for (const { time } of expected) counted[Math.floor((Number(time) - start_time * 1000) / bucket_us)] += 1;
    expect(rows).toEqual(counted);
    expect(await bar({ items: [engine("Nobody")] })).toMatchObject({ rows: [], total: 0 });
    // Buckets are of whole minutes: they reach beyond a part that begins and ends within some.
    const part = { start_time: startMs + 1000, end_time: startMs + 91_000 };
    const within = expected.filter(({ time }) => {
      const atMs = Number(time) / 1000;
      return atMs >= part.start_time && atMs < part.end_time;
    });
    expect((await bar({ items, ...part, buckets: 1 })).total).toBe(within.length);
    expect((await post("decoded/time-bar", { items }, stranger)).statusCode).toBe(404);
  });

  it("a signal that is gone says so in its column, and the others are there [DBC-07]", async () => {
    const other = { ...engine("Speed"), dbc_id: "00000000-0000-4000-8000-000000000000" };
    const items = [engine("Speed"), engine("Nobody"), other, { ...engine("Speed"), revision: 9 }];
    const { columns, list } = await decoded({ items, page_size: 1 });
    expect(columns.map(({ code }: { code?: string }) => code)).toEqual([
      undefined,
      "signals.signalGone",
      "signals.dbcGone",
      "signals.revisionGone",
    ]);
    expect(list[0].cells.slice(1)).toEqual([null, null, null]);
    expect((await decoded({ items: [other] })).list).toEqual([]);
    expect((await decoded({ items: [engine("Speed")], start_time: 1, end_time: 2 })).list).toEqual([]);
  });

  it("refuses the 31st signal, a reversed range, a foreign device [DBC-07]", async () => {
    const many = Array.from({ length: 31 }, () => engine("Speed"));
    expect((await post("decoded", { items: many })).json()).toMatchObject({ code: "signals.signalLimit" });
    expect((await post("decoded", { items: [engine("Speed")], start_time: 2, end_time: 1 })).statusCode).toBe(400);
    expect((await post("decoded", { items: [engine("Speed")] }, stranger)).statusCode).toBe(404);
  });

  it("the choice of signals is kept per user and device, and the 31st is refused [DBC-07]", async () => {
    const colleague = await world.user({ tenant: "own", name: "colleague", role: "manager" });
    const url = `/api/things/${device.thingsId}/signals/choice`;
    const keep = (signals: object[]) => world.call(manager, { method: "PUT", url, payload: { signals } });
    const kept = async (user: TestUser) => (await world.call(user, { url })).json().list;
    const thirty = Array.from({ length: 30 }, (_, i) => engine(`Signal_${i}`));
    expect((await keep(thirty)).statusCode).toBe(200);
    const refused = await keep([...thirty, engine("Speed")]);
    expect(refused.json()).toMatchObject({ code: "signals.signalLimit" });
    expect(await kept(manager)).toEqual(thirty);
    expect(await kept(colleague)).toEqual([]);
  });

  it("samples are every sample, with payloads on request, and the first of too many [DBC-08]", async () => {
    const items = [engine("Speed"), battery("Cell1"), engine("Nobody")];
    const range = { start_time: String(startUs), end_time: String(startUs + 1e9) };
    const { data } = (await post("samples", { ...range, items, with_payloads: true })).json();
    const decoder = new DbcDecoder(model);
    const expected = (channel: number, id: number, name: string) =>
      Array.from({ length: batch.length }, (_, i) => batch.at(i)).flatMap((frame) => {
        if (frame.channel !== channel || frame.id !== id || frame.flags & FLAG_REMOTE) return [];
        const found = decoder.decode(frame)?.signals.find(({ signal }) => signal.name === name);
        return found
          ? [[frame.timeUs - startUs, found.value, Buffer.from(frame.data).toString("hex").toUpperCase()]]
          : [];
      });
    const [speed, cell, nobody] = data.items;
    const zip = (item: typeof speed) =>
      item.times.map((time: number, i: number) => [time, item.values[i], item.payloads[i]]);
    expect(zip(speed)).toEqual(expected(0, 0x100, "Speed"));
    expect(zip(cell)).toEqual(expected(1, BATTERY, "Cell1"));
    expect(speed).toMatchObject({ unit: "rpm", cycle_ms: 20, more: false, revision: 1 });
    expect(cell.cycle_ms).toBeNull();
    expect(nobody).toMatchObject({ state: "failed", code: "signals.signalGone" });
    const some = (await post("samples", { ...range, items: [engine("Speed")], limit: 7 })).json().data.items[0];
    expect([some.values.length, some.more]).toEqual([7, true]);
    expect((await post("samples", { ...range, items, limit: 100_001 })).statusCode).toBe(400);
    const reversed = { start_time: "5", end_time: "5", items };
    expect((await post("samples", reversed)).json()).toMatchObject({ code: "frames.rangeReversed" });
  });

  it("computed signals are kept for the tenant, replaced by name, and protect their DBC [DBC-08]", async () => {
    const url = "/api/computed-signals";
    const content = { name: "Power", unit: "kW", remark: "", formula: "a * b / 9549" };
    const inputs = [
      { name: "a", signal: engine("Speed") },
      { name: "b", signal: engine("Gear") },
    ];
    const save = (changes: object, user = manager) =>
      world.call(user, { method: "PUT", url, payload: { ...content, inputs, ...changes } });
    const list = async (user: TestUser) => (await world.call(user, { url })).json().list;
    expect((await save({})).json().data).toMatchObject({ ...content, inputs, user_name: "manager_a" });
    expect((await save({ unit: "W" })).statusCode).toBe(200);
    expect(await list(manager)).toMatchObject([{ name: "Power", unit: "W" }]);
    expect(await list(stranger)).toEqual([]);
    const wrong = (await save({ name: "Wrong", formula: "a + constructor" })).json();
    expect(wrong).toMatchObject({ code: "signals.formulaInvalid", field: "formula" });
    expect(wrong.details.problem).toEqual({ code: "unknownName", from: 4, to: 15, text: "constructor" });
    expect((await save({ name: 'a"b' })).json()).toMatchObject({ code: "signals.computedName" });
    const twice = [inputs[0], inputs[0]];
    expect((await save({ inputs: twice })).json()).toMatchObject({ code: "signals.inputTwice" });
    const reader = await world.user({ tenant: "own", name: "reader_c", role: "sub", level: "read" });
    expect((await save({ name: "Mine" }, reader)).statusCode).toBe(403);
    expect(await list(reader)).toHaveLength(1);
    const remove = await world.call(manager, { method: "DELETE", url: `/api/dbc-files/${dbcId}` });
    expect([remove.statusCode, remove.body]).toEqual([409, expect.stringContaining("Power")]);
    await world.call(manager, { method: "DELETE", url: `${url}?name=Power` });
    expect(await list(manager)).toEqual([]);
  });
});
