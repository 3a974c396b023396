import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { describe, expect, it } from "vitest";
import { readSearch } from "../filter/filter-language.ts";
import { frameTest, resolveSearch } from "../filter/filter-resolve.ts";
import { IdLines } from "../sources/id-lines.ts";
import { LiveFrames } from "./live-model.ts";
import { LiveSource } from "./live-source.ts";

function batchOf(frames: readonly (readonly [timeUs: number, id: number])[]): FrameBatch {
  const batch = new FrameBatch(1);
  for (const [timeUs, id] of frames) batch.push(timeUs, 0, id, 0, 1, Uint8Array.of(timeUs & 255));
  return batch;
}

function testOf(text: string) {
  const read = readSearch(text);
  if (!read.ok) throw new Error(read.problem);
  return frameTest(resolveSearch(read.search, [], null));
}

const idsIn = (live: LiveFrames) => {
  const { ring, rows } = live.shown(0);
  return Array.from({ length: rows.end - rows.first }, (_, i) => ring.id[ring.slot(rows.number(rows.first + i))]);
};

describe("the live frames of a device", () => {
  it("a pause shows what was there and keeps collecting, with the count [DAT-01]", () => {
    const live = new LiveFrames(100);
    live.add(batchOf([[1, 0x10]]), 0);
    live.pause(5);
    live.add(
      batchOf([
        [2, 0x20],
        [3, 0x30],
      ]),
      6,
    );
    expect(idsIn(live)).toEqual([0x10]);
    expect(live.shown(9).nowMs).toBe(5);
    expect(live.shown(9).ids.rows).toHaveLength(1);
    expect(live.collected).toBe(2);
    live.resume();
    expect(idsIn(live)).toEqual([0x10, 0x20, 0x30]);
  });

  it("a filter applies to what came and to what comes, in a pause too [DAT-01]", () => {
    const live = new LiveFrames(100);
    live.add(
      batchOf([
        [1, 0x10],
        [2, 0x20],
      ]),
      0,
    );
    live.arrange(testOf("20"));
    live.add(
      batchOf([
        [3, 0x20],
        [4, 0x10],
      ]),
      0,
    );
    expect(idsIn(live)).toEqual([0x20, 0x20]);
    live.pause(0);
    live.arrange(testOf("10"));
    expect(idsIn(live)).toEqual([0x10, 0x10]);
    expect(live.newest(1).at(0).timeUs).toBe(4);
  });

  it("what was missed comes in its place, what was not filled in is a gap of the list [DAT-01]", () => {
    const live = new LiveFrames(100);
    live.add(batchOf([[1, 0x10]]), 0);
    live.add(batchOf([[9, 0x90]]), 0);
    live.add(batchOf([[5, 0x50]]), 0, true);
    expect(idsIn(live)).toEqual([0x10, 0x50, 0x90]);
    live.arrange(testOf("90"));
    live.addGap(1000, 2000);
    const { ring, rows } = live.shown(0);
    expect(rows.end - rows.first).toBe(2);
    expect(ring.gap(rows.number(1))).toEqual({ fromMs: 1000, toMs: 2000 });
  });

  it("never holds more than it was made for", () => {
    const live = new LiveFrames(50);
    for (let k = 0; k < 40; k++) live.add(batchOf(Array.from({ length: 7 }, (_, i) => [k * 7 + i, i] as const)), 0);
    expect(idsIn(live)).toHaveLength(50);
    expect(live.received).toBe(280);
  });
});

describe("J1939 messages of several frames", () => {
  /** A broadcast of DM1 with two fault codes from source 00: announcement, then two packets. */
  const DM1 = [
    [0x18ecff00, "200A0002FFCAFE00"],
    [0x18ebff00, "01040064000001BE"],
    [0x18ebff00, "02000402FFFFFFFF"],
  ] as const;
  const push = (batch: FrameBatch, timeUs: number, id: number, hex: string) =>
    batch.push(timeUs, 0, id, FLAG_EXTENDED, 8, Buffer.from(hex, "hex"));

  it("are decoded on their last packet, in the rows of all frames and by identifier [UDS-06]", () => {
    const live = new LiveFrames(100);
    for (const [at, [id, hex]] of DM1.entries()) {
      const batch = new FrameBatch(1);
      push(batch, 1000 * (at + 1), id, hex);
      live.add(batch, at);
    }
    const source = new LiveSource(live);
    expect(source.row(0)?.joined).toBeUndefined();
    expect(source.row(1)?.joined).toBeUndefined();
    const joined = source.row(2)?.joined;
    expect(joined?.id.toString(16)).toBe("18feca00");
    expect(joined?.bytes).toHaveLength(10);
    const line = live.shown(0).ids.rows.find(({ id }) => id === 0x18ebff00);
    expect(line?.joined?.bytes).toHaveLength(10);
    expect(new IdLines([live]).row(0)?.joined ?? new IdLines([live]).row(1)?.joined).toBeDefined();
  });

  it("are found again when earlier frames are filled in [UDS-06]", () => {
    const live = new LiveFrames(100);
    const late = new FrameBatch(1);
    const [announcement, ...packets] = DM1;
    for (const [at, [id, hex]] of packets.entries()) push(late, 2000 + 1000 * at, id, hex);
    live.add(late, 0);
    expect(live.transport.of(1)).toBeUndefined();
    const earlier = new FrameBatch(1);
    push(earlier, 1000, ...announcement);
    live.add(earlier, 0, true);
    expect(live.transport.of(2)?.bytes).toHaveLength(10);
  });
});
