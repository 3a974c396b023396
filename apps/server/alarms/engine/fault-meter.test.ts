import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { describe, expect, it } from "vitest";
import { BusWatch } from "./bus-watch.ts";
import { watchedBus } from "./test-rules.ts";

const T0_US = 1_800_000_000_000_000;
type Told = readonly [second: number, id: number, hex: string];

/** What the rule says of these frames, one batch each. */
function told(condition: object, frames: readonly Told[], recover_s = 0): string[] {
  const rule = { ...watchedBus({ metric: "faults", value: 1, ...condition }), recoverUs: recover_s * 1e6 };
  const watch = new BusWatch([rule], () => ({ nominalBps: 500_000 }));
  const changes = frames.flatMap(([second, id, hex]) => {
    const batch = new FrameBatch();
    const data = new Uint8Array(Buffer.from(hex, "hex"));
    batch.push(T0_US + second * 1e6, 0, id, id > 0x7ff ? FLAG_EXTENDED : 0, data.length, data);
    watch.judge(batch, T0_US / 1000 + second * 1000);
    return watch.takeChanges();
  });
  return changes.map(({ kind, atUs, value }) => `${kind} ${(atUs - T0_US) / 1e6} ${value}`);
}

const NOTHING = "00FF00000000FFFF";
const HOT = "04FF6E000001FFFF";
const OIL = "04FF64000101FFFF";

describe("a rule on fault codes", () => {
  it("fires when a control unit tells a fault, and recovers when the message lacks it [UDS-06]", () => {
    const frames: Told[] = [
      [0, 0x18feca00, NOTHING],
      [1, 0x18feca00, HOT],
      [2, 0x18feca00, HOT],
      [3, 0x18feca00, NOTHING],
    ];
    expect(told({}, frames)).toEqual(["fired 1 1", "recovered 3 0"]);
  });

  it("adds the faults of all senders, so that one without faults ends nothing [UDS-06]", () => {
    const frames: Told[] = [
      [0, 0x18feca00, HOT],
      [0.5, 0x18feca03, NOTHING],
      [1, 0x18feca00, HOT],
      [1.5, 0x18feca03, OIL],
      [2, 0x18feca00, NOTHING],
    ];
    expect(told({}, frames)).toEqual(["fired 0 1"]);
    expect(told({ value: 2 }, frames)).toEqual(["fired 1.5 2", "recovered 2 1"]);
  });

  it("waits for one code, with any FMI or with the one that is named [UDS-06]", () => {
    const frames: Told[] = [
      [0, 0x18feca00, OIL],
      [1, 0x18feca00, HOT],
    ];
    expect(told({ fault: "SPN 110" }, frames)).toEqual(["fired 1 1"]);
    expect(told({ fault: "SPN 110 FMI 0" }, frames)).toEqual(["fired 1 1"]);
    expect(told({ fault: "SPN 110 FMI 3" }, frames)).toEqual([]);
  });

  it("knows stored and pending codes of OBD-II, not permanent ones or those of DM2 [UDS-06]", () => {
    expect(told({ fault: "P0123" }, [[0, 0x7e8, "04430101230000"]])).toEqual(["fired 0 1"]);
    expect(told({}, [[0, 0x7e8, "04470101230000"]])).toEqual(["fired 0 1"]);
    expect(told({}, [[0, 0x7e8, "044A0101230000"]])).toEqual([]);
    expect(told({}, [[0, 0x18fecb00, HOT]])).toEqual([]);
  });

  it("forgets a sender that is gone while others speak [UDS-06]", () => {
    const frames: Told[] = [
      [0, 0x18feca00, HOT],
      ...Array.from({ length: 8 }, (_, i): Told => [4 + 4 * i, 0x18feca03, NOTHING]),
    ];
    expect(told({}, frames)).toEqual(["fired 0 1", "recovered 32 0"]);
  });
});
