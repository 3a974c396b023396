import { checkTraffic } from "@canopy/can/dbc/decode/traffic";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { createLog } from "../../platform/log.ts";
import { type TestFrameStore, testFrameStore } from "../../testing/engines/test-frame-store.ts";
import { newestOfChannel, observedIds } from "./read-traffic.ts";

const FROM_US = (Math.floor(Date.now() / 60_000) - 60) * 60_000_000;

/** Ten seconds: a speed every 10 ms, an extended identifier, one that no DBC knows, remote and error frames. */
function makeFrames(): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < 1000; i += 1) {
    const timeUs = FROM_US + i * 10_000;
    batch.push(timeUs, 0, 0x100, 0, 8, Uint8Array.of(i & 255, i >> 8, 0, 0, 0, 0, 0, 0));
    if (i % 10 === 0) batch.push(timeUs + 1000, 0, 0x18feee00, FLAG_EXTENDED, 4, Uint8Array.of(1, 2, 3, 4));
    if (i % 100 === 0) batch.push(timeUs + 2000, 0, 0x7ff, 0, 1, Uint8Array.of(i & 255));
    if (i === 7) batch.push(timeUs + 3000, 0, 0x100, FLAG_REMOTE, 8, new Uint8Array(0));
    if (i === 8) batch.push(timeUs + 3000, 0, 0, FLAG_ERROR, 0, new Uint8Array(0));
    if (i === 9) batch.push(timeUs, 1, 0x200, 0, 1, Uint8Array.of(1));
  }
  return batch;
}

const { dbc } = parseDbc(`VERSION ""
BU_: A
BO_ 256 Engine: 8 A
 SG_ Speed : 0|16@1+ (1,0) [0|500] "rpm" A
BO_ 2566843904 Tank: 8 A
 SG_ Level : 0|8@1+ (1,0) [0|0] "" A
`);

describe.each(["landed", "settled"])("the traffic of a channel whose frames are %s", (state) => {
  let world: TestFrameStore;
  const window = { bindingNumber: 5, channel: 0, fromUs: FROM_US, toUs: FROM_US + 60_000_000 };

  beforeAll(async () => {
    world = await testFrameStore();
    const ingest = openIngest({ landing: world.store.landing, log: createLog("error"), mayStore: () => true });
    const device = { bindingNumber: 5, deviceId: "d", tenantId: "6f1c1f0e-5b0e-4f57-9a53-0d1c2b3a4f5e" };
    const batch = { ...device, receivedAtMs: Date.now(), epoch: 5, sequence: 1, frames: makeFrames(), raw: undefined };
    await ingest.ingest(batch);
    await ingest.close();
    if (state === "settled") await world.settle();
  });
  afterAll(() => world?.drop());

  it("is told by identifier, in the order of time, without remote and error frames", async () => {
    const { frames } = world.store;
    expect(await newestOfChannel(frames, window)).toBe(FROM_US + 9_990_000);
    expect(await newestOfChannel(frames, { ...window, channel: 7 })).toBeUndefined();
    const observed = await observedIds(frames, window);
    expect(observed.map(({ id, isExtended, frames, lengths }) => [id, isExtended, frames, lengths])).toEqual([
      [0x100, false, 1000, [8]],
      [0x18feee00, true, 100, [4]],
      [0x7ff, false, 10, [1]],
    ]);
    expect(observed[0]?.payloads.slice(0, 3).map((bytes) => [...bytes.subarray(0, 2)])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
  });

  it("held against a DBC: coverage, unknown ids and other lengths [DBC-01]", async () => {
    const check = checkTraffic(dbc, await observedIds(world.store.frames, window));
    expect(check).toMatchObject({ frames: 1110, matchedFrames: 1100, matchedIds: 2, messages: 2, seenMessages: 2 });
    expect(check.unknown).toEqual([{ id: 0x7ff, isExtended: false, frames: 10 }]);
    expect(check.lengths).toMatchObject([{ name: "Tank", expected: 8, found: [4] }]);
  });
});
