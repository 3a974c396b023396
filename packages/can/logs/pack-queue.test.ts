import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameBatch } from "../frame/batch.ts";
import { createWriter } from "./formats.ts";
import { Mdf4SignalWriter } from "./mdf4/signal-writer.ts";
import { MemoryOutput } from "./memory-output.ts";
import { PackQueue } from "./pack-queue.ts";

/** Deflate that keeps its answers back until they are let go, in any order. */
class LateDeflate {
  #waiting: (() => void)[] = [];

  readonly deflate = (data: Uint8Array): Promise<Uint8Array> =>
    // Input is read only when it answers: memory that is reused too early shows.
    new Promise((resolve) => this.#waiting.push(() => resolve(deflateSync(data))));

  async letGo(): Promise<void> {
    for (const answer of this.#waiting.splice(0).reverse()) answer();
    await Promise.resolve();
  }
}

function someFrames(count: number): FrameBatch {
  const batch = new FrameBatch();
  const data = new Uint8Array(64);
  for (let i = 0; i < count; i++) {
    data[i % 64] = i;
    batch.push(1.7e15 + i * 100, i % 3, 0x100 + (i % 50), i % 7 === 0 ? 0x02 : 0, i % 7 === 0 ? 64 : 8, data);
  }
  return batch;
}

describe("a writer whose deflate answers later", () => {
  it.each(["blf", "mdf4", "parquet"] as const)("makes the same %s", async (format) => {
    const frames = someFrames(20_000);
    const [atOnce, later] = [new MemoryOutput(), new MemoryOutput()];
    const plain = createWriter(format, atOnce, { deflate: (data) => deflateSync(data) });
    const late = new LateDeflate();
    const writer = createWriter(format, later, { deflate: late.deflate });
    for (let round = 0; round < 12; round++) {
      plain.write(frames);
      writer.write(frames);
      if (round % 3 === 2) await late.letGo();
    }
    plain.end();
    writer.end();
    expect(plain.pending).toBeUndefined();
    expect(writer.pending).toBeDefined();
    await late.letGo();
    await writer.pending;
    expect(writer.pending).toBeUndefined();
    expect(Buffer.compare(later.bytes(), atOnce.bytes())).toBe(0);
  });

  it("makes the same MDF4 of signals", async () => {
    const late = new LateDeflate();
    const [atOnce, later] = [new MemoryOutput(), new MemoryOutput()];
    const plain = new Mdf4SignalWriter(atOnce, 0, (data) => deflateSync(data));
    const writer = new Mdf4SignalWriter(later, 0, late.deflate);
    for (const file of [plain, writer]) {
      for (let group = 0; group < 3; group++) {
        const channels = Array.from({ length: 30 }, (_, i) => ({ name: `S${i}`, unit: "", states: new Map() }));
        file.group({ name: `M${group}`, bus: "CAN1", channels });
        const values = new Float64Array(30).fill(group);
        for (let i = 0; i < 5000; i++) file.add(group, i, values);
      }
      file.end();
    }
    await late.letGo();
    await writer.pending;
    expect(Buffer.compare(later.bytes(), atOnce.bytes())).toBe(0);
  });

  it("is told when deflate fails", async () => {
    const fails = () => Promise.reject(new Error("no memory"));
    const writer = createWriter("blf", new MemoryOutput(), { deflate: fails });
    for (let round = 0; round < 3; round++) writer.write(someFrames(10_000));
    await expect(writer.pending).rejects.toThrow("no memory");
  });
});

it("blocks are written in the order in which they came, whenever they are packed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 5 }), { maxLength: 30 }), async (turns) => {
      const queue = new PackQueue();
      const written: number[] = [];
      const packedAfter = async (count: number) => {
        for (let i = 0; i < count; i++) await Promise.resolve();
        return new Uint8Array(0);
      };
      turns.forEach((count, i) => {
        if (count === 0) queue.push(new Uint8Array(0), () => written.push(i));
        else queue.push(packedAfter(count), () => written.push(i));
      });
      await queue.pending;
      expect(written).toEqual(turns.map((_, i) => i));
    }),
  );
});
