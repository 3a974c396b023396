import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { deviceConfig } from "@canopy/contract/device-link/config";
import { describe, expect, it } from "vitest";
import { filterEffect, TrafficMinute } from "./traffic-minute.ts";

const config = (more: object = {}) =>
  deviceConfig.parse({
    can: [{ channel: 0, enabled: true, baud_rate: 500_000, mode: "normal" }],
    record: { mode: "continuous", file_size_mb: 64 },
    gps: { enabled: true, period_s: 1 },
    upload: { cache: 100, ...more },
  });

const START_US = 1_790_000_000_000_000;

/** Two ids, each every 10 ms, for `seconds` seconds. */
function traffic(seconds: number): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < seconds * 100; i++) {
    for (const id of [0x100, 0x200]) batch.push(START_US + i * 10_000, 0, id, 0, 8, new Uint8Array(8));
  }
  return batch;
}

describe("what filters let through", () => {
  it("is counted on real frames, with the bytes a terminal would send [DEV-05]", () => {
    const batch = traffic(10);
    const all = filterEffect(config(), [batch]);
    expect(all).toMatchObject({ frames: 2000, heard: 2000, sent: 2000 });
    expect(all.seconds).toBeCloseTo(9.99, 2);
    const filter = { channel: 0, extended: false, from_id: 0x100, to_id: 0x1ff };
    const half = filterEffect(config({ filters: [filter] }), [batch]);
    expect(half.ids).toMatchObject([
      { id: 0x100, frames: 1000, sent: 1000 },
      { id: 0x200, frames: 1000, heard: 1000, sent: 0 },
    ]);
    expect(half.bytesPerDay / all.bytesPerDay).toBeGreaterThan(0.45);
    expect(half.bytesPerDay / all.bytesPerDay).toBeLessThan(0.6);
    const encoded = encodeCb1(batch, { epoch: 0, sequence: 0 });
    const once = encoded.ok ? encoded.value.length : 0;
    // In batches of a quarter second there are 40 heads instead of one.
    expect((all.bytesPerDay / 86_400) * all.seconds).toBeGreaterThan(once);
    expect((all.bytesPerDay / 86_400) * all.seconds).toBeLessThan(once * 1.2);
  });

  it("a period lets one frame of an id in it through [DEV-05]", () => {
    const filter = { channel: 0, extended: false, from_id: 0, to_id: 0x7ff, period_ms: 1000 };
    expect(filterEffect(config({ filters: [filter] }), [traffic(10)]).sent).toBe(20);
  });

  it("nothing yet is nothing", () => {
    expect(filterEffect(config(), [])).toMatchObject({ seconds: 0, frames: 0, bytesPerDay: 0 });
  });
});

describe("the last minute", () => {
  it("forgets what is older", () => {
    const minute = new TrafficMinute();
    for (let second = 0; second < 90; second++) {
      const batch = new FrameBatch();
      batch.push(START_US + second * 1e6, 0, 1, 0, 0, new Uint8Array());
      minute.add(batch);
    }
    expect(minute.all.length).toBe(60);
    minute.add(new FrameBatch());
    expect(minute.all.length).toBe(60);
  });
});
