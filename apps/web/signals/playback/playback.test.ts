import type { StoredFrameRow } from "@canopy/contract/frames/history";
import { describe, expect, it } from "vitest";
import { PLAYBACK_SPEEDS, PlaybackClock } from "../../ui/time/playback-clock.ts";
import { type LoadPage, PlaybackFeed } from "./playback-feed.ts";

describe("the clock of playback", () => {
  it.each(PLAYBACK_SPEEDS)("runs %d times as fast as the wall, pauses and goes on [DBC-07]", (speed) => {
    const clock = new PlaybackClock({ fromMs: 0, toMs: 3_600_000 });
    clock.setSpeed(speed, 0);
    clock.play(100);
    expect(clock.at(1100)).toBeCloseTo(1e6 * speed, 3);
    clock.pause(2100);
    expect(clock.at(9000)).toBeCloseTo(2e6 * speed, 3);
    clock.play(10_000);
    expect(clock.at(11_000)).toBeCloseTo(3e6 * speed, 3);
  });

  it("stands still at the end and begins again from there; a seek stays inside [DBC-07]", () => {
    const clock = new PlaybackClock({ fromMs: 10, toMs: 1010 });
    clock.play(0);
    expect([clock.at(5000), clock.isPlaying]).toEqual([1_010_000, false]);
    clock.play(6000);
    expect(clock.at(6100)).toBe(110_000);
    clock.seek(-5, 6100);
    expect([clock.at(6100), clock.isPlaying]).toEqual([10_000, true]);
    clock.seek(9e15, 6200);
    expect(clock.at(6200)).toBe(1_010_000);
  });

  it("waits where there is nothing to show yet, and goes on from there [DBC-07]", () => {
    const clock = new PlaybackClock({ fromMs: 0, toMs: 1e6 });
    clock.play(0);
    expect(clock.atMost(500_000, 400)).toBe(400_000);
    expect([clock.atMost(500_000, 9000), clock.isPlaying]).toEqual([500_000, true]);
    expect(clock.atMost(Number.POSITIVE_INFINITY, 9100)).toBe(600_000);
  });

  it("another speed holds from now on", () => {
    const clock = new PlaybackClock({ fromMs: 0, toMs: 1e6 });
    clock.play(0);
    clock.setSpeed(10, 1000);
    expect(clock.at(2000)).toBe(11_000_000);
  });
});

/** One frame every ten milliseconds from 0 to one hour. */
const LAST = 360_000;
const rowAt = (i: number): StoredFrameRow => ({
  key: `${i * 10_000}.0`,
  time: String(i * 10_000),
  channel: 0,
  id: i % 2047,
  extended: false,
  type: "classic",
  direction: "received",
  brs: false,
  esi: false,
  length: 1,
  data: "00",
});
const store: LoadPage = async ({ order, atUs, cursor, size }) => {
  const from = cursor !== undefined ? Number(cursor.split(".")[0]) / 10_000 + 1 : Math.ceil((atUs ?? 0) / 10_000);
  const [first, end] = order === "newer" ? [from, Math.min(from + size, LAST)] : [Math.max(0, from - size), from];
  const list = Array.from({ length: Math.max(0, end - first) }, (_, i) => rowAt(first + i));
  return { list, newer: end < LAST ? (list.at(-1)?.key ?? null) : null };
};
const settle = () => new Promise((done) => setTimeout(done, 0));

describe("the frames of playback", () => {
  it("come due once each, in order, none left out, at a speed that the server keeps [DBC-07]", async () => {
    const feed = new PlaybackFeed(store, () => 0);
    feed.seek(0);
    const seen: number[] = [];
    for (let position = 0; position <= 60_000_000; position += 160_000) {
      await settle();
      feed.want(position, 1);
      const { frames, gap } = feed.take(position);
      expect(gap).toBeUndefined();
      for (let i = 0; i < frames.length; i++) seen.push(frames.timeUs[i] as number);
    }
    expect(seen).toEqual(Array.from({ length: 6001 }, (_, i) => i * 10_000));
  });

  it("after a seek those just before it stand there, and it goes on behind [DBC-07]", async () => {
    const feed = new PlaybackFeed(store, () => 0);
    feed.seek(30_000_000);
    await settle();
    const past = feed.take(30_000_000).frames;
    expect([past.length, past.timeUs[0], past.timeUs[99]]).toEqual([100, 29_000_000, 29_990_000]);
    feed.want(30_000_000, 1);
    await settle();
    expect(feed.take(30_020_000).frames.timeUs.slice(0, 3)).toEqual(
      Float64Array.of(30_000_000, 30_010_000, 30_020_000),
    );
    feed.seek(0);
    await settle();
    expect(feed.take(1).frames.length).toBe(0);
  });

  it("too fast for the server, it jumps after the position, says what it left out and holds little [DBC-07]", async () => {
    let nowMs = 0;
    let position = 0;
    const feed = new PlaybackFeed(store, () => nowMs);
    feed.seek(0);
    let [shown, left, last] = [0, 0, -1];
    while (position < 3_000_000_000) {
      nowMs += 16;
      position += 1_600_000;
      feed.want(position, 100);
      // An answer takes 160 ms.
      if (nowMs % 160 === 0) await settle();
      const { frames, gap } = feed.take(position);
      if (gap) {
        expect(gap.toUs).toBeGreaterThan(gap.fromUs);
        left += (gap.toUs - gap.fromUs) / 10_000 - 1;
      }
      if (frames.length > 0) {
        expect(frames.timeUs[0]).toBeGreaterThan(last);
        last = frames.timeUs[frames.length - 1] as number;
        shown += frames.length;
        // In step: at most one second of wall-clock time behind.
        expect(position - last).toBeLessThan(100_000_000);
      }
    }
    expect(left).toBeGreaterThan(100_000);
    expect(shown + left).toBeGreaterThan(280_000);
  });

  it("a failure is kept until somebody tries again; an answer after another seek is dropped", async () => {
    let fails = true;
    const feed = new PlaybackFeed(async (asked, signal) => {
      if (fails) throw new Error("away");
      return store(asked, signal);
    });
    feed.seek(0);
    await settle();
    expect(feed.failure).toBeInstanceOf(Error);
    feed.want(0, 1);
    expect(feed.isLoading).toBe(false);
    fails = false;
    feed.retry();
    feed.want(0, 1);
    feed.seek(50_000_000);
    await settle();
    expect(feed.take(9e9).frames.timeUs[0]).toBe(49_000_000);
  });
});
