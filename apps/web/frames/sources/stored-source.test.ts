import { describe, expect, it, onTestFinished, vi } from "vitest";
import { StoredSource } from "./stored-source.ts";
import { answered, TestReader, testFrame } from "./test-reader.ts";

const frames = Array.from({ length: 5000 }, (_, i) => testFrame(i * 100, 0x100 + (i % 4)));

async function opened(place: Parameters<StoredSource["open"]>[0], list = frames) {
  const reader = new TestReader(list);
  const source = new StoredSource(reader);
  source.open(place);
  await answered();
  return { reader, source };
}

describe("the stored frames around a view", () => {
  it("are read on as the view comes near an end, without a break or a double [DAT-02]", async () => {
    const { source } = await opened("start");
    expect([source.first, source.end, source.isAtStart, source.isAtEnd]).toEqual([0, 200, true, false]);
    for (let at = 0; at < 4900; at += 50) {
      source.show(at, at + 30);
      await answered();
    }
    expect(source.isAtEnd).toBe(true);
    const times = Array.from({ length: source.end - source.first }, (_, i) => source.row(source.first + i)?.timeUs);
    expect(times).toEqual(frames.slice(source.first).map(({ timeUs }) => timeUs));
    expect(source.total).toBe(5000);
  });

  it("rows keep their indexes while older ones come before them [DAT-02]", async () => {
    const { source } = await opened({ timeUs: 250_000 });
    const before = source.row(10);
    source.show(0, 30);
    await answered();
    expect(source.first).toBe(-80);
    expect(source.row(10)?.key).toBe(before?.key);
    expect(source.row(-1)?.timeUs).toBe(249_900);
  });

  it("a jump lands on the first frame at or after the time; before the first and after the last on those [DAT-02]", async () => {
    const { source } = await opened({ timeUs: 100_050 });
    expect(source.row(source.landing?.index ?? -1)?.timeUs).toBe(100_100);
    source.goTo({ timeUs: 1e12 });
    await answered();
    expect(source.row(source.landing?.index ?? -1)?.timeUs).toBe(499_900);
    expect(source.landing?.edge).toBe("bottom");
    source.goTo({ timeUs: -5 });
    await answered();
    expect(source.row(source.landing?.index ?? -1)?.timeUs).toBe(0);
    source.show(0, 30);
    await answered();
    expect(source.isAtStart).toBe(true);
  });

  it("a time among the rows at hand asks for nothing", async () => {
    const { source, reader } = await opened({ timeUs: 250_000 });
    const asked = reader.asked.length;
    source.goTo({ timeUs: 255_000 });
    expect(reader.asked).toHaveLength(asked);
    expect(source.row(source.landing?.index ?? -1)?.timeUs).toBe(255_000);
  });

  it("a server that is away leaves the rows, says so, and is asked again on demand [NAV-14]", async () => {
    const { source, reader } = await opened("start");
    reader.failure = new Error("away");
    source.show(100, 130);
    await answered();
    expect(source.failure).toMatchObject({ side: "after" });
    expect(source.end).toBe(200);
    source.show(100, 130);
    await answered();
    expect(reader.asked).toHaveLength(2);
    reader.failure = undefined;
    source.retry();
    await answered();
    expect([source.failure, source.end]).toEqual([undefined, 400]);
  });

  it("what was deleted under the view is not there when one goes on", async () => {
    const { source, reader } = await opened("start");
    reader.frames = [];
    source.show(100, 130);
    await answered();
    expect([source.end, source.isAtEnd]).toEqual([200, true]);
    source.goTo("end");
    await answered();
    expect(source.row(199)?.timeUs).toBe(19_900);
  });

  it("what was deleted is gone from the view when it is read again, and the rest stays where it was [DAT-04]", async () => {
    const { source, reader } = await opened({ timeUs: 250_000 });
    source.show(0, 30);
    await answered();
    reader.frames = frames.filter(({ timeUs }) => timeUs < 250_500 || timeUs >= 251_000);
    const generation = source.generation;
    source.reload();
    expect(source.row(5)?.timeUs).toBe(250_500);
    await answered();
    expect(source.generation).toBeGreaterThan(generation);
    const at = source.landing?.index ?? -1;
    expect([at, at + 4, at + 5].map((index) => source.row(index)?.timeUs)).toEqual([250_000, 250_400, 251_000]);
    expect(source.total).toBe(4995);
  });

  it("a view of which everything was deleted is empty", async () => {
    const { source, reader } = await opened("start");
    reader.frames = [];
    source.show(0, 30);
    source.reload();
    await answered();
    expect([source.first, source.end, source.isAtStart, source.isAtEnd, source.total]).toEqual([0, 0, true, true, 0]);
  });

  it("the rows of a place stay until those of another are there, for a moment at most", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const reader = new TestReader(frames);
    const source = new StoredSource(reader);
    source.open("start");
    await vi.advanceTimersByTimeAsync(1);
    const hold = Promise.withResolvers<void>();
    reader.hold = hold.promise;
    source.goTo({ timeUs: 400_000 });
    expect(source.row(0)?.timeUs).toBe(0);
    expect(source.comingShare).toBeCloseTo(0.8, 3);
    await vi.advanceTimersByTimeAsync(200);
    expect([source.row(0), source.comingShare]).toEqual([undefined, undefined]);
    expect(source.shareAt(0)).toBeCloseTo(0.8, 3);
    hold.resolve();
    await vi.advanceTimersByTimeAsync(1);
    expect(source.row(source.landing?.index ?? -1)?.timeUs).toBe(400_000);
  });

  it("a jump that fails leaves no rows of another place", async () => {
    const { source, reader } = await opened("start");
    reader.failure = new Error("away");
    source.goTo({ timeUs: 400_000 });
    await answered();
    expect([source.first, source.end, source.failure?.side]).toEqual([0, 0, "all"]);
    reader.failure = undefined;
    source.retry();
    await answered();
    expect(source.row(source.landing?.index ?? -1)?.timeUs).toBe(400_000);
  });

  it("a pulled thumb asks for one place at a time", async () => {
    vi.useFakeTimers();
    const reader = new TestReader(frames);
    const source = new StoredSource(reader);
    source.open("start");
    for (let i = 1; i <= 20; i++) source.goTo({ timeUs: 400_000 + i });
    await vi.advanceTimersByTimeAsync(200);
    expect(reader.asked.filter(({ order }) => order === "newer").length).toBeLessThanOrEqual(3);
    expect(source.row(source.landing?.index ?? -1)?.timeUs).toBe(400_100);
    vi.useRealTimers();
  });

  it("holds no more than some thousand rows", async () => {
    const many = Array.from({ length: 20_000 }, (_, i) => testFrame(i, 1));
    const { source } = await opened("start", many);
    for (let at = 0; at < 19_900; at += 60) {
      source.show(at, at + 30);
      await answered();
    }
    expect(source.end - source.first).toBeLessThanOrEqual(6000);
    expect(source.end).toBe(20_000);
    for (let at = 19_900; at > 0; at -= 60) {
      source.show(at, at + 30);
      await answered();
    }
    expect([source.first, source.isAtStart]).toEqual([0, true]);
    expect(source.isAtEnd).toBe(false);
  });
});

describe("a frame and the one before it with the same identifier", () => {
  it("Δ and changed bytes are known as soon as both are at hand [DAT-02]", async () => {
    const { source, reader } = await opened({ timeUs: 250_000 });
    expect(source.row(4)).toMatchObject({ deltaUs: 400, changedLow: 1 });
    // The page before was asked for with the jump, not after it.
    expect(reader.asked.map(({ order }) => order)).toEqual(["older", "newer"]);
    source.show(0, 30);
    await answered();
    expect(source.row(0)).toMatchObject({ deltaUs: 400, changedLow: 1 });
    expect(reader.asked.filter(({ order }) => order === "older")).toHaveLength(1);
  });

  it("the first of all has none before it", async () => {
    const { source } = await opened("start");
    expect(source.row(3)?.deltaUs).toBeNull();
    expect(source.row(4)?.deltaUs).toBe(400);
  });
});
