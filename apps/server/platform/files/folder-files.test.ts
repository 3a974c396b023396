import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ReadBack, readWhole, writeWhole } from "./files.ts";
import { type Disk, type DiskFile, FolderFiles } from "./folder-files.ts";
import { ForgetfulDisk, LOSES_ALL, LOSES_NOTHING } from "./test-forgetful-disk.ts";

let folder: string;
let disk: ForgetfulDisk;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canopy-disk-"));
  disk = new ForgetfulDisk(folder);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const BYTES = Uint8Array.of(1, 2, 3, 4);

/** A process: it makes the folder where there is none. */
async function start(): Promise<FolderFiles> {
  const own = disk.seenBy();
  await own.mkdir(join(folder, "segments"));
  return new FolderFiles(join(folder, "segments"), own);
}

async function write(files: FolderFiles, name: string): Promise<void> {
  const file = await files.create(name);
  await file.write([BYTES]);
  await file.finish();
}

async function read(name: string): Promise<Uint8Array> {
  const files = await start();
  try {
    return new Uint8Array(await files.read(name, 0, 4));
  } finally {
    await files.close();
  }
}

it("a finished file survives a power loss, with all folders above it", async () => {
  await write(await start(), "server/ab/one.seg");
  await disk.powerLoss(LOSES_ALL);
  expect(await read("server/ab/one.seg")).toEqual(BYTES);
});

it("a finished file survives also where another made its folder and died before it was synced", async () => {
  const unfinished = await (await start()).create("server/ab/one.seg");
  await write(await start(), "server/ab/two.seg");
  await unfinished.abort();
  await disk.powerLoss(LOSES_ALL);
  expect(await read("server/ab/two.seg")).toEqual(BYTES);
});

it("a file that is not finished is never seen under its name", async () => {
  const file = await (await start()).create("server/ab/one.seg");
  await file.write([BYTES]);
  await disk.powerLoss(LOSES_NOTHING);
  await expect(read("server/ab/one.seg")).rejects.toMatchObject({ code: "ENOENT" });
});

it("a file that was removed stays so", async () => {
  const files = await start();
  await write(files, "server/ab/one.seg");
  await files.remove("server/ab/one.seg");
  await files.remove("server/cd/none.seg");
  await disk.powerLoss(LOSES_ALL);
  await expect(read("server/ab/one.seg")).rejects.toMatchObject({ code: "ENOENT" });
});

it("a file that is being read when it goes is read to its end", async () => {
  const files = await start();
  await write(files, "server/ab/one.seg");
  const reading = files.read("server/ab/one.seg", 0, 4);
  await files.remove("server/ab/one.seg");
  expect(new Uint8Array(await reading)).toEqual(BYTES);
  await files.close();
});

it("no name leads out of the folder [OPS-03]", async () => {
  const files = await start();
  for (const name of ["../x", "a/../../x", ".."]) {
    await expect(files.create(name)).rejects.toThrow("no name of a file");
    await expect(files.size(name)).rejects.toThrow("no name of a file");
    await expect(files.read(name, 0, 1)).rejects.toThrow("no name of a file");
    await expect(files.remove(name)).rejects.toThrow("no name of a file");
  }
  await files.close();
});

describe("a file that nobody reads any more", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  /** The disk, and how many of its files are open for reading. */
  function countedDisk() {
    const own = disk.seenBy();
    const counted = {
      open: 0,
      disk: {
        mkdir: (path: string) => own.mkdir(path),
        rename: (from: string, to: string) => own.rename(from, to),
        rm: (path: string) => own.rm(path),
        async open(path: string, flags: "r" | "wx"): Promise<DiskFile> {
          const handle = await own.open(path, flags);
          counted.open += 1;
          const close = async () => {
            counted.open -= 1;
            await handle.close();
          };
          return {
            read: (...args) => handle.read(...args),
            writev: (parts) => handle.writev(parts),
            sync: () => handle.sync(),
            close,
          };
        },
      } satisfies Disk,
    };
    return counted;
  }

  it("is closed within a minute, so that its disk space is free once it is removed elsewhere", async () => {
    await write(await start(), "server/ab/one.seg");
    const counted = countedDisk();
    const files = new FolderFiles(join(folder, "segments"), counted.disk);
    await files.read("server/ab/one.seg", 0, 4);
    await vi.advanceTimersByTimeAsync(20_000);
    await files.read("server/ab/one.seg", 0, 4);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(counted.open).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(counted.open).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(new Uint8Array(await files.read("server/ab/one.seg", 0, 4))).toEqual(BYTES);
    await files.close();
    expect([counted.open, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it("stays open while it is being read", async () => {
    await write(await start(), "server/ab/one.seg");
    const counted = countedDisk();
    const reached = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    const { open } = counted.disk;
    counted.disk.open = async (path, flags) => {
      const handle = await open(path, flags);
      return {
        ...handle,
        async read(...args) {
          reached.resolve();
          await slow.promise;
          return handle.read(...args);
        },
      };
    };
    const files = new FolderFiles(join(folder, "segments"), counted.disk);
    const reading = files.read("server/ab/one.seg", 0, 4);
    await reached.promise;
    await vi.advanceTimersByTimeAsync(300_000);
    slow.resolve();
    expect(new Uint8Array(await reading)).toEqual(BYTES);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(counted.open).toBe(0);
  });
});

it("replaces a file whole, and not where its check fails [FIL-06]", async () => {
  const files = new FolderFiles(folder);
  await write(files, "a.json");
  await files.read("a.json", 0, 4);
  const wrong = await files.create("a.json");
  await wrong.write([Uint8Array.of(9)]);
  const check = async (read: ReadBack) => {
    if ((await read(0, 1))[0] === 9) throw new Error("nine");
  };
  await expect(wrong.finish(check)).rejects.toThrow("nine");
  await wrong.abort();
  expect(new Uint8Array(await files.read("a.json", 0, 9))).toEqual(BYTES);
  await writeWhole(files, "a.json", Uint8Array.of(5, 6));
  expect(new Uint8Array((await readWhole(files, "a.json")) ?? [])).toEqual(Uint8Array.of(5, 6));
  expect(await readWhole(files, "b.json")).toBeUndefined();
  await files.close();
});

it("hides unfinished files of a shared folder, and leaves no empty folders [FIL-06]", async () => {
  const files = new FolderFiles(folder, undefined, "shared");
  await write(files, "one/two/a.parquet");
  const dead = await files.create("one/two/b.parquet");
  expect(readdirSync(join(folder, "one/two")).sort()).toEqual([".b.parquet.part", "a.parquet"]);
  await files.remove("one/two/b.parquet", { leavesFinished: true });
  await files.remove("one/two/a.parquet", { leavesFinished: true });
  expect(readdirSync(join(folder, "one/two"))).toEqual(["a.parquet"]);
  await write(files, "one/c.parquet");
  await files.remove("one/two/a.parquet");
  expect(readdirSync(join(folder, "one"))).toEqual(["c.parquet"]);
  await files.remove("one/c.parquet");
  expect(existsSync(join(folder, "one"))).toBe(false);
  await dead.abort();
  await files.close();
});
