import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../testing/engines/temporary-folder.ts";
import { BlockCache } from "./block-cache.ts";
import { CachedFiles } from "./cached-files.ts";
import { type Files, missingFile } from "./files.ts";
import { dropCache, makeCache } from "./open-files.ts";

/** Files in memory that count what is asked of them. */
class FarFiles implements Files {
  readonly files = new Map<string, Buffer>();
  reads: [name: string, offset: number, length: number][] = [];

  async read(name: string, offset: number, length: number) {
    this.reads.push([name, offset, length]);
    const file = this.files.get(name);
    if (file === undefined) throw missingFile(name);
    return file.subarray(offset, offset + length);
  }

  async create(name: string) {
    const parts: Uint8Array[] = [];
    return {
      write: async (bytes: readonly Uint8Array[]) => void parts.push(...bytes),
      finish: async () => void this.files.set(name, Buffer.concat(parts)),
      abort: async () => undefined,
    };
  }

  async size(name: string) {
    return this.files.get(name)?.length;
  }

  async remove(name: string) {
    this.files.delete(name);
  }

  async *list() {
    yield* this.files.keys();
  }

  async close() {}
}

/** Small ones: a disk that others use is slow. */
const BLOCK_BYTES = 1024;
const BUDGET = 64 * BLOCK_BYTES;

function world(mostBytes = BUDGET) {
  const far = new FarFiles();
  const folder = temporaryFolder();
  const bytes = Buffer.alloc(14 * BLOCK_BYTES + 500);
  for (let i = 0; i + 4 <= bytes.length; i += 4) bytes.writeUInt32LE((i * 2654435761) >>> 0, i);
  far.files.set("a/b.seg", bytes);
  return { far, folder, bytes, cached: new CachedFiles(far, new BlockCache(folder, mostBytes), BLOCK_BYTES) };
}

describe("files with a cache", () => {
  it("read the same bytes as without, whatever was read before", async () => {
    const { far, bytes, folder } = world();
    const reads = fc.array(
      fc.tuple(fc.nat(bytes.length + BLOCK_BYTES), fc.integer({ min: 0, max: 3 * BLOCK_BYTES }), fc.boolean()),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(reads, async (list) => {
        const cached = new CachedFiles(far, new BlockCache(folder, BUDGET), BLOCK_BYTES);
        const asked: Promise<void>[] = [];
        for (const [offset, length, isAlone] of list) {
          const reading = cached.read("a/b.seg", offset, length).then((found) => {
            expect(Buffer.compare(found, bytes.subarray(offset, offset + length))).toBe(0);
          });
          asked.push(reading);
          if (isAlone) await reading;
        }
        await Promise.all(asked);
      }),
      { numRuns: 40 },
    );
  });

  it("ask for a part once, and for neighbours together", async () => {
    const { far, cached } = world();
    const together = [0, 1, 3, 13].map((block) => cached.read("a/b.seg", block * BLOCK_BYTES, 100));
    await Promise.all(together);
    const apart = ["a/b.seg", 13 * BLOCK_BYTES, BLOCK_BYTES];
    expect(far.reads).toEqual([["a/b.seg", 0, 4 * BLOCK_BYTES], apart]);
    await cached.read("a/b.seg", 2 * BLOCK_BYTES, 100);
    expect(far.reads).toHaveLength(2);
  });

  it("read the same part again from memory, and do not once its file is removed", async () => {
    const { far, cached, folder } = world();
    await cached.read("a/b.seg", 0, 10);
    await cached.read("a/b.seg", 5, 10);
    rmSync(folder, { recursive: true });
    await cached.read("a/b.seg", 7, 10);
    expect(far.reads).toHaveLength(1);
    await cached.remove("a/b.seg");
    await expect(cached.read("a/b.seg", 7, 10)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("read a new file back from afar, once", async () => {
    const { far, cached } = world();
    const file = await cached.create("new.seg");
    await file.write([Buffer.from("what was written")]);
    await file.finish();
    expect(far.reads).toHaveLength(1);
    expect(Buffer.from(await cached.read("new.seg", 5, 3)).toString()).toBe("was");
    expect(far.reads).toHaveLength(1);
  });

  it("forget a removed file, and tell a missing one", async () => {
    const { cached } = world();
    await cached.read("a/b.seg", 0, 10);
    await cached.remove("a/b.seg");
    await expect(cached.read("a/b.seg", 0, 10)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("keep within the budget, and what was used last", async () => {
    const budget = 16 * BLOCK_BYTES;
    const { far, folder, bytes, cached } = world(budget);
    for (let i = 0; i < 10; i += 1) {
      far.files.set(`${i}.seg`, bytes);
      await cached.read(`${i}.seg`, 0, 4 * BLOCK_BYTES);
      await cached.read("0.seg", 0, 10);
      expect(sizeOf(folder)).toBeLessThanOrEqual(budget);
    }
    far.reads = [];
    await cached.read("0.seg", 0, 10);
    await cached.read("9.seg", 0, 10);
    expect(far.reads).toEqual([]);
    await cached.read("1.seg", 0, 10);
    expect(far.reads).toHaveLength(1);
  });
});

function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

describe("the folder of a cache", () => {
  it("is new for each store, and what a killed process left goes", async () => {
    const below = temporaryFolder();
    const one = await makeCache(below, BUDGET);
    mkdirSync(join(below, "999999-1-dead"));
    writeFileSync(join(below, "999999-1-dead", "0"), "old");
    const other = await makeCache(below, BUDGET);
    expect(other.folder).not.toBe(one.folder);
    expect(readdirSync(below)).toHaveLength(2);
    await dropCache(one);
    await dropCache(other);
    expect(readdirSync(below)).toEqual([]);
  });
});
