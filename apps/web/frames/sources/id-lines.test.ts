import { FrameBatch } from "@canopy/can/frame/batch";
import { expect, it } from "vitest";
import { LiveFrames } from "../live/live-model.ts";
import { IdLines } from "./id-lines.ts";

function liveOf(ids: readonly number[]): LiveFrames {
  const live = new LiveFrames(100);
  const batch = new FrameBatch();
  for (const id of ids) batch.push(1, 0, id, 0, 1, Uint8Array.of(id & 255));
  live.add(batch, 0);
  return live;
}

it("4,000 identifiers are 4,000 lines in their order, and a new one is there at once [DAT-01]", () => {
  const ids = Array.from({ length: 2000 }, (_, id) => 2 * id);
  const live = liveOf([...ids].reverse());
  const lines = new IdLines([live]);
  expect(lines.end).toBe(2000);
  expect([0, 1, 1999].map((i) => lines.row(i)?.id)).toEqual([0, 2, 3998]);
  const more = new FrameBatch();
  for (const id of ids) more.push(2, 0, id + 1, 0, 1, Uint8Array.of(1));
  live.add(more, 1);
  expect(lines.end).toBe(4000);
  expect(lines.row(3999)?.id).toBe(3999);
});

it("lines of several devices stand together, device by device, each with its device [DEV-11]", () => {
  const lines = new IdLines([liveOf([0x200, 0x100]), liveOf([0x100])]);
  expect([0, 1, 2].map((i) => [lines.row(i)?.device, lines.row(i)?.id])).toEqual([
    [0, 0x100],
    [0, 0x200],
    [1, 0x100],
  ]);
  expect(new Set([0, 1, 2].map((i) => lines.row(i)?.key)).size).toBe(3);
});

it("a filter of data is asked again as the data change", () => {
  const live = liveOf([1]);
  const lines = new IdLines([live]);
  live.arrange((_channel, _id, _flags, _size, bytes) => bytes[0] === 7);
  expect(lines.end).toBe(0);
  const batch = new FrameBatch();
  batch.push(2, 0, 1, 0, 1, Uint8Array.of(7));
  live.add(batch, 1);
  lines.arrange();
  expect(lines.end).toBe(1);
});
