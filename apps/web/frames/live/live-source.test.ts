import { FrameBatch } from "@canopy/can/frame/batch";
import { describe, expect, it } from "vitest";
import { StoredSource } from "../sources/stored-source.ts";
import { answered, TestReader, testFrame } from "../sources/test-reader.ts";
import { LiveFrames } from "./live-model.ts";
import { LiveSource } from "./live-source.ts";

const CAPACITY = 2000;

function push(live: LiveFrames, from: number, to: number): void {
  const batch = new FrameBatch();
  for (let i = from; i < to; i++) batch.push(i * 10, 0, 0x100 + (i % 3), 0, 1, Uint8Array.of(i & 255));
  live.add(batch, 0);
}

/** Frames 0 … 4999 are stored; the newest 2000 of them are live too. */
function joined() {
  const live = new LiveFrames(CAPACITY);
  push(live, 0, 5000);
  const stored = Array.from({ length: 5000 }, (_, i) => testFrame(i * 10, 0x100 + (i % 3)));
  const source = new LiveSource(
    live,
    (untilUs) => new StoredSource(new TestReader(stored.filter(({ timeUs }) => timeUs < untilUs))),
  );
  return { live, source };
}

const times = (source: LiveSource) =>
  Array.from({ length: source.end - source.first }, (_, i) => source.row(source.first + i)?.timeUs);

/** Goes up row by row as a wheel does. */
async function scrollUp(source: LiveSource, from: number, to: number): Promise<void> {
  for (let at = from; at > to; at -= 40) {
    source.show(at, at + 30);
    await answered();
    void source.revision;
  }
}

describe("real-time frames and the stored ones before them", () => {
  it("are one list without a break or a double [DAT-01]", async () => {
    const { source } = joined();
    expect(times(source)[0]).toBe(30_000);
    const anchor = source.first + 100;
    const before = source.row(anchor)?.timeUs;
    await scrollUp(source, anchor, anchor - 1500);
    expect(source.row(anchor)?.timeUs).toBe(before);
    const seen = times(source);
    expect(seen.at(-1)).toBe(49_990);
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, i) => 49_990 - (seen.length - 1 - i) * 10));
    expect(seen.length).toBeGreaterThan(3000);
  });

  it("hold still while frames go on coming, and go on from there on the way back [DAT-01]", async () => {
    const { live, source } = joined();
    const anchor = source.first + 100;
    await scrollUp(source, anchor, anchor - 400);
    push(live, 5000, 6000);
    expect(source.row(anchor)?.timeUs).toBe(31_000);
    source.goTo("end");
    void source.revision;
    expect(source.row(source.landing?.index ?? -1)?.timeUs).toBe(59_990);
    expect(source.isAtEnd).toBe(true);
  });

  it("a filter begins anew with what passes", () => {
    const { live, source } = joined();
    live.arrange((_channel, id) => id === 0x100);
    const before = source.generation;
    void source.revision;
    expect(source.generation).toBeGreaterThan(before);
    expect(source.end - source.first).toBeLessThan(CAPACITY / 2);
  });

  it("what went by between two pictures is counted, and only that [DAT-01]", () => {
    const live = new LiveFrames(CAPACITY);
    const source = new LiveSource(live);
    push(live, 0, 100);
    source.drawn(25);
    expect(live.passed).toBe(75);
    push(live, 100, 110);
    source.drawn(25);
    expect(live.passed).toBe(75);
  });

  it("Δ of a live row is since the frame before with the same identifier [DAT-01]", () => {
    const live = new LiveFrames(CAPACITY);
    const source = new LiveSource(live);
    push(live, 0, 10);
    expect(source.row(0)?.deltaUs).toBeUndefined();
    expect(source.row(5)?.deltaUs).toBe(30);
  });
});
