import { insertBits } from "@canopy/can/bytes/bits";
import { FrameBatch } from "@canopy/can/frame/batch";
import { checksumOf } from "@canopy/can/samples/checksums";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

const DBC = `VERSION ""
BU_: E
BO_ 256 Wheel: 8 E
 SG_ Speed : 0|16@1+ (0.01,0) [0|300] "km/h" E
`;
const COUNT = 3000;
const STEP_US = 50_000;
const startUs = (Math.floor(Date.now() / 1000) - 7200) * 1_000_000;
const timeOf = (i: number) => startUs + i * STEP_US;
const speedOf = (i: number) => 60 + 50 * Math.sin(i / 150);
const isPressed = (i: number) => [500, 1200, 2100].some((at) => i >= at && i < at + 40);

/** A known wheel speed in 0x100; the same over four, with a flag, a counter and a checksum, in 0x2a0. */
function makeFrames(): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < COUNT; i++) {
    const known = new Uint8Array(8);
    insertBits(known, { startBit: 0, length: 16, byteOrder: "intel" }, Math.round(speedOf(i) * 100));
    batch.push(timeOf(i), 0, 0x100, 0, 8, known);
    const unknown = new Uint8Array(8);
    insertBits(unknown, { startBit: 12, length: 9, byteOrder: "motorola" }, Math.round(speedOf(i) * 4));
    unknown[4] = isPressed(i) ? 0x20 : 0;
    unknown[6] = i & 15;
    unknown[7] = checksumOf("crc8J1850", unknown, 7);
    batch.push(timeOf(i) + 7, 1, 0x2a0, 0, 8, unknown);
  }
  return batch;
}

describe.each(["landed", "settled"])("finding a signal in frames that are %s [DBC-10]", (state) => {
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;
  let dbcId: string;

  beforeAll(async () => {
    world = await testApp({}, { work: true });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    device = await testDevice(world.database.db, manager.tenantId);
    const ingest = openIngest({ landing: world.store.landing, log: createLog("error"), mayStore: () => true });
    const { bindingNumber, deviceId, tenantId } = device;
    const about = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now(), epoch: 5, sequence: 1 };
    await ingest.ingest({ ...about, frames: makeFrames(), raw: undefined });
    await ingest.close();
    if (state === "settled") await world.store.settleAll();
    const content_base64 = Buffer.from(DBC).toString("base64");
    const payload = { file_name: "wheel.dbc", content_base64 };
    dbcId = (await world.call(manager, { method: "POST", url: "/api/dbc-files", payload })).json().data.dbc_id;
  });
  afterAll(() => world?.close());

  const find = (target: object, more: object = {}) =>
    world.call(manager, {
      method: "POST",
      url: `/api/things/${device.thingsId}/find-signal`,
      payload: { start_time: String(startUs), end_time: String(timeOf(COUNT)), target, ...more },
    });
  const speed = () => ({ channel: 0, dbc_id: dbcId, message_id: 0x100, is_extended: false, signal: "Speed" });

  it("names the field that follows a bound signal, without that signal, its counter and its checksum", async () => {
    const answer = await find({ way: "signal", signal: speed() });
    expect(answer.statusCode, answer.body).toBe(200);
    const { list, aside, frames, messages, reference } = answer.json().data;
    expect([frames, messages]).toEqual([2 * COUNT, 2]);
    expect(list[0]).toMatchObject({ channel: 1, id: 0x2a0, byte_order: "motorola", reason: { code: "follows" } });
    expect(list[0].score).toBeGreaterThan(0.99);
    expect(list[0].reason.factor).toBeCloseTo(0.25, 2);
    expect(list[0].times).toHaveLength(240);
    expect([reference.times.length, reference.values.length]).toEqual([240, 240]);
    expect(Math.max(...reference.values)).toBeCloseTo(110, 0);
    expect(list.every(({ id }: { id: number }) => id !== 0x100)).toBe(true);
    const codes = aside.map(({ id, reason }: { id: number; reason: { code: string } }) => [id, reason.code]);
    expect(codes).toEqual(
      expect.arrayContaining([
        [0x100, "reference"],
        [0x2a0, "counter"],
        [0x2a0, "checksum"],
      ]),
    );
  });

  it("names the flag that rises at marked moments", async () => {
    const times = [500, 1200, 2100].map((i) => String(timeOf(i) + 90_000));
    const { list, reference } = (await find({ way: "moments", times })).json().data;
    expect(reference).toBeUndefined();
    expect(list[0]).toMatchObject({ id: 0x2a0, start_bit: 37, length: 1 });
    expect(list[0].reason).toEqual({ code: "changes", change: "rises", hits: 3, moments: 3, elsewhere: 0 });
  });

  it("refuses a range, moments and references that say nothing", async () => {
    const codeOf = async (target: object, more?: object) => (await find(target, more)).json().code;
    const long = { end_time: String(startUs + 3_600_000_001) };
    expect(await codeOf({ way: "gpsSpeed" }, long)).toBe("signals.findRange");
    expect(await codeOf({ way: "gpsSpeed" })).toBe("signals.findReference");
    expect(await codeOf({ way: "moments", times: [String(startUs - 1)] })).toBe("signals.findOutside");
    const window = { from: String(startUs), to: String(timeOf(COUNT) + 1) };
    expect(await codeOf({ way: "windows", a: window, b: window })).toBe("signals.findOutside");
    expect(await codeOf({ way: "signal", signal: { ...speed(), signal: "Gone" } })).toBe("signals.signalGone");
  });
});
