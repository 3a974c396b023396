import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { CurveItem } from "@canopy/contract/signals/curves";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignalWorld, signalWorld } from "../../testing/worlds/test-signal-world.ts";

/** Engine configuration 1: group FEE3, 39 bytes, a value in byte 20 that only the fourth packet has. */
const EC1_ID = 0x18fee3fe;
const DBC = `VERSION ""

BU_: ECU

BO_ ${EC1_ID + 0x80000000} EC1: 39 ECU
 SG_ SpeedPoint : 160|16@1+ (0.125,0) [0|8031] "rpm" ECU

BA_DEF_ "ProtocolType" STRING;
BA_DEF_DEF_ "ProtocolType" "";
BA_ "ProtocolType" "J1939";
`;
const BYTES = 39;
const MESSAGES = 300;
const STEP_US = 1_000_000;
const PACKET_US = 50_000;
const SOURCE = 0x21;
const startUs = (Math.floor(Date.now() / 60_000) - 120) * 60_000_000;
const rpmOf = (i: number) => (i === 123 ? 4000 : 800 + (i % 50));

/** An announcement and its packets, as SAE J1939-21 sends a broadcast. */
function pushBroadcast(batch: FrameBatch, atUs: number, rpm: number): void {
  const payload = new Uint8Array(BYTES).fill(0xff);
  new DataView(payload.buffer).setUint16(20, rpm * 8, true);
  const packets = Math.ceil(BYTES / 7);
  const announcement = Uint8Array.of(0x20, BYTES, 0, packets, 0xff, 0xe3, 0xfe, 0);
  batch.push(atUs, 0, 0x18ecff00 + SOURCE, FLAG_EXTENDED, 8, announcement);
  for (let packet = 0; packet < packets; packet++) {
    const data = new Uint8Array(8).fill(0xff);
    data[0] = packet + 1;
    data.set(payload.subarray(packet * 7, packet * 7 + 7), 1);
    batch.push(atUs + (packet + 1) * PACKET_US, 0, 0x18ebff00 + SOURCE, FLAG_EXTENDED, 8, data);
  }
}

describe.each(["landed", "settled"])("curves of J1939 messages of several frames that are %s", (state) => {
  let world: SignalWorld;

  beforeAll(async () => {
    world = await signalWorld({ dbc: DBC });
    const batch = new FrameBatch();
    for (let i = 0; i < MESSAGES; i++) pushBroadcast(batch, startUs + i * STEP_US, rpmOf(i));
    await world.send(batch);
    if (state === "settled") await world.settle();
  });
  afterAll(() => world?.end());

  const drawn = (item: CurveItem | undefined) => {
    if (item?.state !== "drawn") throw new Error(JSON.stringify(item));
    return item;
  };
  const curve = async (fromUs: number, toUs: number, pixels: number) => {
    const item = world.reference("SpeedPoint", { message_id: EC1_ID, is_extended: true });
    return drawn((await world.curves(fromUs, toUs, pixels, [item])).items[0]);
  };

  it("have a sample at the last packet of each message, whoever sends it [UDS-06]", async () => {
    const whole = await curve(startUs, startUs + MESSAGES * STEP_US, 2000);
    expect(whole).toMatchObject({ kind: "raw", samples: MESSAGES, cycle_us: STEP_US });
    expect(whole.values).toEqual(Array.from({ length: MESSAGES }, (_, i) => rpmOf(i)));
    expect(whole.times[1]).toBe(STEP_US + 6 * PACKET_US);
  });

  const item = (more: object = {}) => ({
    ...world.reference("SpeedPoint", { message_id: EC1_ID, is_extended: true }),
    ...more,
  });
  const ask = async (path: string, body: object) => {
    const range = { start_time: String(startUs), end_time: String(startUs + MESSAGES * STEP_US) };
    const url = `/api/things/${world.device.thingsId}/signals/${path}`;
    const answer = await world.app.call(world.manager, { method: "POST", url, payload: { ...range, ...body } });
    return answer.json().data.items[0];
  };

  it("have samples for the functions, with their payloads, and as many as are asked for [UDS-06] [DBC-08]", async () => {
    const asked = { items: [item()], limit: 10, with_payloads: true };
    const { times, values, payloads, ...rest } = await ask("samples", asked);
    expect(rest).toMatchObject({ state: "read", unit: "rpm", more: true });
    expect(values).toEqual(Array.from({ length: 10 }, (_, i) => rpmOf(i)));
    expect([times[1], payloads[1].length]).toEqual([STEP_US + 6 * PACKET_US, 2 * BYTES]);
    expect((await ask("samples", { items: [item()] })).more).toBe(false);
  });

  it("have the figures of every sample [UDS-06] [DBC-06]", async () => {
    const all = Array.from({ length: MESSAGES }, (_, i) => rpmOf(i));
    const found = await ask("statistics", { items: [item({ gap_us: 5 * STEP_US })] });
    expect(found).toMatchObject({ state: "counted", samples: MESSAGES, min: 800, max: 4000 });
    expect(found.mean).toBeCloseTo(all.reduce((sum, one) => sum + one, 0) / MESSAGES);
    // Once for each fifty messages, but for the last: nothing is known of what follows.
    expect(found.states).toContainEqual({ value: 800, us: 6 * STEP_US });
  });

  it("keep their peaks in few pixels, and messages that began before the range [UDS-06]", async () => {
    const few = await curve(startUs, startUs + MESSAGES * STEP_US, 10);
    expect(few).toMatchObject({ kind: "pixels", samples: MESSAGES });
    expect(Math.max(...few.values)).toBe(4000);
    const part = await curve(startUs + 10 * STEP_US + PACKET_US, startUs + 12 * STEP_US, 100);
    expect(part.values).toEqual([rpmOf(10), rpmOf(11)]);
  });
});
