import { LIVE_MAX_QUEUED_BYTES, type LiveNotice, liveNotice } from "@canopy/contract/frames/live";
import { readFramesMessage } from "@canopy/contract/frames/live-binary";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LiveQueue } from "./live-queue.ts";

/** A socket that takes what it is told to take. */
class StubbornSocket {
  readonly taken: (Uint8Array | string)[] = [];
  private readonly held: { data: Uint8Array | string; done: () => void }[] = [];

  get bufferedAmount(): number {
    return this.held.reduce((sum, { data }) => sum + data.length, 0);
  }

  send(data: Uint8Array | string, done: () => void): void {
    this.held.push({ data, done });
  }

  take(count = Number.POSITIVE_INFINITY): void {
    for (let i = 0; i < count && this.held.length > 0; i++) {
      const first = this.held.shift();
      if (!first) return;
      this.taken.push(first.data);
      first.done();
    }
  }

  get batches(): number[] {
    return this.taken.flatMap((data) => (typeof data === "string" ? [] : [readFramesMessage(data)?.batch[0] ?? -1]));
  }

  get notices(): LiveNotice[] {
    return this.taken.flatMap((data) => (typeof data === "string" ? [liveNotice.parse(JSON.parse(data))] : []));
  }

  get missed(): number {
    return this.notices.reduce((sum, notice) => sum + (notice.type === "missed" ? notice.frames : 0), 0);
  }
}

const FRAMES = 10;
const batchOf = (mark: number, bytes = 50_000) => new Uint8Array(bytes).fill(mark);

describe("what a client has not taken yet", () => {
  it("is passed on at once, in order, to a client that keeps up", () => {
    const socket = new StubbornSocket();
    const queue = new LiveQueue(socket, () => 0);
    for (let i = 0; i < 100; i++) {
      queue.batch(1, batchOf(i), FRAMES);
      socket.take();
    }
    expect(socket.batches).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(socket.notices).toEqual([]);
  });

  it("never exceeds 1 MiB; the oldest go and are counted, the newest stay", () => {
    const socket = new StubbornSocket();
    const queue = new LiveQueue(socket, () => 0);
    for (let i = 0; i < 100; i++) {
      queue.batch(1, batchOf(i), FRAMES);
      expect(queue.bytes).toBeLessThanOrEqual(LIVE_MAX_QUEUED_BYTES);
    }
    socket.take();
    expect(socket.batches.at(-1)).toBe(99);
    expect(socket.missed + socket.batches.length * FRAMES).toBe(100 * FRAMES);
    expect(socket.missed).toBeGreaterThan(0);
  });

  it("loses what is older than two seconds, so that a slow client sees now and not the past", () => {
    const socket = new StubbornSocket();
    let now = 0;
    const queue = new LiveQueue(socket, () => now);
    for (let i = 0; i < 10; i++) {
      queue.batch(1, batchOf(i), FRAMES);
      now += 500;
    }
    socket.take();
    expect(socket.batches).toEqual([0, 1, 2, 6, 7, 8, 9]);
    expect(socket.missed).toBe(3 * FRAMES);
  });

  it("tells each subscription its own count, before the next of its batches", () => {
    const socket = new StubbornSocket();
    const queue = new LiveQueue(socket, () => 0, 310_000);
    const subscriptions = [1, 1, 1, 1, 2, 2, 1];
    for (const [i, subscription] of subscriptions.entries()) queue.batch(subscription, batchOf(i, 60_000), FRAMES);
    socket.take();
    const order = socket.taken.map((data) => (typeof data === "string" ? JSON.parse(data) : data[5]));
    const missed = (id: number) => ({ type: "missed", id, frames: FRAMES });
    expect(order).toEqual([0, 1, 2, missed(2), 5, missed(1), 6]);
  });

  it("counts every frame once, whatever the client does [property]", () => {
    const step = fc.oneof(
      fc.record({ bytes: fc.integer({ min: 1, max: 300_000 }), frames: fc.integer({ min: 1, max: 500 }) }),
      fc.record({ take: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ wait: fc.integer({ min: 1, max: 3000 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const socket = new StubbornSocket();
        let now = 0;
        let sent = 0;
        const queue = new LiveQueue(socket, () => now);
        const sizes = new Map<number, number>();
        for (const one of steps) {
          if ("wait" in one) now += one.wait;
          else if ("take" in one) socket.take(one.take);
          else {
            queue.batch(1, batchOf(sizes.size, one.bytes), one.frames);
            sizes.set(sizes.size, one.frames);
            sent += one.frames;
            expect(queue.bytes).toBeLessThanOrEqual(LIVE_MAX_QUEUED_BYTES);
          }
        }
        socket.take();
        const got = socket.batches.reduce((sum, mark) => sum + (sizes.get(mark) ?? 0), 0);
        expect(got + socket.missed).toBe(sent);
        expect(socket.batches).toEqual([...socket.batches].sort((a, b) => a - b));
      }),
    );
  });

  it("does not let statuses pile up: the newest is offered again", () => {
    const socket = new StubbornSocket();
    const queue = new LiveQueue(socket, () => 0);
    expect(queue.status(new Uint8Array(500_000))).toBe(true);
    expect(queue.status(new Uint8Array(500_000))).toBe(false);
    socket.take();
    expect(queue.status(new Uint8Array(500_000))).toBe(true);
  });

  it("holds up frames of the store until there is room, and drops none of them", async () => {
    const socket = new StubbornSocket();
    const queue = new LiveQueue(socket, () => 0);
    let done = 0;
    const filling = (async () => {
      for (let i = 0; i < 20; i++) {
        await queue.filled(1, batchOf(i));
        done += 1;
      }
    })();
    await new Promise(setImmediate);
    expect(done).toBe(3);
    for (let i = 0; i < 20; i++) {
      socket.take();
      await new Promise(setImmediate);
    }
    await filling;
    socket.take();
    expect(socket.batches).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });

  it("is waited for no longer when the client is gone with its socket full", async () => {
    const socket = new StubbornSocket();
    const queue = new LiveQueue(socket, () => 0);
    for (let i = 0; i < 10; i++) queue.batch(1, batchOf(i), FRAMES);
    const filling = queue.filled(1, batchOf(99));
    queue.close();
    await filling;
    socket.take();
    expect(socket.batches).not.toContain(99);
  });

  it("ends a client that asks on and reads nothing", () => {
    const socket = new StubbornSocket();
    const queue = new LiveQueue(socket, () => 0, 1000);
    const answers = Array.from({ length: 100 }, (_, i) => queue.notice({ type: "opened", id: i + 1 }));
    expect(answers[0]).toBe(true);
    expect(answers.at(-1)).toBe(false);
    expect(queue.bytes).toBeLessThan(1100);
  });
});
