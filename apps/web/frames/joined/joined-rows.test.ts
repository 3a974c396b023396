import { FrameBatch } from "@canopy/can/frame/batch";
import { expect, it } from "vitest";
import { ageOf, JoinedFrames, MAX_JOINED_ROWS } from "./joined-rows.ts";

function batchOf(...frames: readonly [timeUs: number, channel: number, id: number, bytes: number[]][]): FrameBatch {
  const batch = new FrameBatch();
  for (const [timeUs, channel, id, bytes] of frames)
    batch.push(timeUs, channel, id, 0, bytes.length, new Uint8Array(bytes));
  return batch;
}

function feed(joined: JoinedFrames, device: number, batch: FrameBatch, nowMs: number): void {
  for (let i = 0; i < batch.length; i++) joined.tables[device]?.add(batch, i, nowMs);
}

it("frames of several devices stand together, device by device, channel by channel [DEV-11]", () => {
  const joined = new JoinedFrames(2);
  feed(joined, 1, batchOf([0, 0, 0x100, [1]]), 0);
  feed(joined, 0, batchOf([0, 1, 0x200, [2]], [5, 0, 0x300, [3, 0x41]]), 0);
  feed(joined, 0, batchOf([100_005, 0, 0x300, [4, 0x41]]), 1000);
  const rows = joined.rows(1100);
  expect(rows.map(({ device, channel, id }) => [device, channel, id])).toEqual([
    [0, 0, "0x300"],
    [0, 1, "0x200"],
    [1, 0, "0x100"],
  ]);
  expect(rows[0]).toMatchObject({ ascii: "·A", cycle: "100.0", count: "2" });
  expect(rows[0]?.bytes).toEqual([
    { text: "04", age: "fresh" },
    { text: "41", age: "" },
  ]);
});

it("the three ages of a changed byte [DEV-11]", () => {
  expect([0, 299, 300, 799, 800, 1599, 1600].map((age) => ageOf(0, age))).toEqual([
    "fresh",
    "fresh",
    "recent",
    "recent",
    "old",
    "old",
    "",
  ]);
});

it("more lines than are read are counted, not drawn [DEV-11]", () => {
  const joined = new JoinedFrames(1);
  feed(
    joined,
    0,
    batchOf(...Array.from({ length: 500 }, (_, id): [number, number, number, number[]] => [0, 0, id, []])),
    0,
  );
  expect(joined.rows(0)).toHaveLength(MAX_JOINED_ROWS);
  expect(joined.total).toBe(500);
});
