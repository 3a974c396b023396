import { describe, expect, it } from "vitest";
import { bytesOfGigabytes, StorageRoom } from "./storage-room.ts";

describe("the room of a tenant", () => {
  const world = (limit: number | null) => {
    const state = { limit, used: 0, reads: 0, nowMs: 0, isAway: false };
    const read = async () => {
      state.reads += 1;
      if (state.isAway) throw new Error("away");
      return { limit: state.limit, used: state.used };
    };
    return { state, room: new StorageRoom(read, () => state.nowMs) };
  };

  it("ends when nothing remains, batches at the same time included [CAP-03] [CAP-05]", async () => {
    const { state, room } = world(100);
    const taken = await Promise.all([40, 40, 40, 40].map((bytes) => room.take("t", bytes)));
    expect(taken).toEqual([true, true, true, false]);
    expect(state.reads).toBe(1);
  });

  it("takes a batch of any size while a byte remains, and says so to terminals that wait [CAP-05]", async () => {
    for (const [used, isTaken] of [
      [99, true],
      [100, false],
      [101, false],
    ] as const) {
      const { state, room } = world(100);
      state.used = used;
      expect(await room.hasRoom("t")).toBe(isTaken);
      expect(await room.take("t", 50)).toBe(isTaken);
    }
  });

  it("has no end without a limit [CAP-01]", async () => {
    const { room } = world(bytesOfGigabytes(null));
    expect(await room.take("t", Number.MAX_SAFE_INTEGER)).toBe(true);
    expect(bytesOfGigabytes(2)).toBe(2 * 1024 * 1024 * 1024);
  });

  it("is known again a few seconds after space was freed [CAP-05]", async () => {
    const { state, room } = world(100);
    state.used = 100;
    expect(await room.take("t", 1)).toBe(false);
    expect(await room.hasRoom("t")).toBe(false);
    state.used = 10;
    state.nowMs = 5_000;
    await room.take("t", 1);
    expect(await room.hasRoom("t")).toBe(true);
    expect(await room.take("t", 90)).toBe(true);
  });

  it("is answered from memory while the counters are away, and first of all read [CAP-05]", async () => {
    const { state, room } = world(100);
    await room.take("t", 1);
    state.isAway = true;
    state.nowMs = 60_000;
    expect(await room.take("t", 1)).toBe(true);
    await expect(room.take("other", 1)).rejects.toThrow("away");
  });

  it("of one is not that of another [CAP-05]", async () => {
    const { room } = world(100);
    expect(await room.take("a", 100)).toBe(true);
    expect(await room.take("b", 100)).toBe(true);
  });
});
