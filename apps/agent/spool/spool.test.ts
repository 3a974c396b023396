import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { SpoolInUse } from "./lock.ts";
import { Spool } from "./spool.ts";

vi.setConfig({ testTimeout: 60_000 });

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "canopy-spool-"));
  folders.push(folder);
  return folder;
}

const open = (folder: string, settings: { segmentBytes?: number; maxBytes?: number; epoch?: number } = {}) =>
  new Spool({ folder, newEpoch: () => settings.epoch ?? 77, segmentBytes: 200, ...settings });

/** A process that died: nothing was closed. */
const abandon = (folder: string) => rmSync(join(folder, "pid"), { force: true });

let position = 0;
function add(spool: Spool, count: number): void {
  for (let i = 0; i < count; i++) {
    position += 10;
    spool.append([{ encode: (sequence) => Buffer.from(`batch ${sequence}`), at: { source: 1, position } }]);
  }
}

function takeAll(spool: Spool): string[] {
  const taken: string[] = [];
  for (let batch = spool.take(); batch !== undefined; batch = spool.take()) taken.push(String(batch.bytes));
  return taken;
}

const batches = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `batch ${from + i}`);
const segments = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".spool"));

describe("a spool", () => {
  it("keeps batches, epoch, sequence and position through a crash [DEV-12] [DAT-08]", () => {
    const folder = newFolder();
    position = 0;
    add(open(folder), 12);
    abandon(folder);
    const again = open(folder, { epoch: 99 });
    expect([again.epoch, again.nextSequence, again.position]).toEqual([77, 12, { source: 1, position: 120 }]);
    expect(takeAll(again)).toEqual(batches(0, 12));
  });

  it("deletes files only when all of theirs is acknowledged, and never forgets where it was [DAT-08]", () => {
    const folder = newFolder();
    position = 0;
    const spool = open(folder);
    add(spool, 20);
    const before = segments(folder).length;
    expect(before).toBeGreaterThan(2);
    takeAll(spool);
    for (let sequence = 1; sequence < 20; sequence++) spool.acknowledge(sequence, 0);
    expect(segments(folder)).toHaveLength(before);
    spool.acknowledge(0, 0);
    expect(segments(folder)).toHaveLength(1);
    abandon(folder);
    const again = open(folder);
    expect([takeAll(again), again.nextSequence, again.position.position]).toEqual([[], 20, 200]);
  });

  it("does not send again after a restart what was acknowledged [DAT-08]", () => {
    const folder = newFolder();
    const spool = open(folder, { segmentBytes: 100_000 });
    add(spool, 6);
    takeAll(spool);
    for (const sequence of [0, 1, 2, 4]) spool.acknowledge(sequence, 0);
    abandon(folder);
    expect(takeAll(open(folder))).toEqual(["batch 3", "batch 4", "batch 5"]);
  });

  it("sends all again when its mark is lost: the server knows them by their identity", () => {
    const folder = newFolder();
    const spool = open(folder, { segmentBytes: 100_000 });
    add(spool, 3);
    takeAll(spool);
    spool.acknowledge(0, 0);
    abandon(folder);
    writeFileSync(join(folder, "acknowledged"), "garbage garbage!");
    expect(takeAll(open(folder))).toEqual(batches(0, 3));
  });

  it("gives a batch that was cut off while it was written to nobody, and its sequence to the next [DAT-08]", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (cut) => {
        const folder = newFolder();
        add(open(folder, { segmentBytes: 100_000 }), 8);
        abandon(folder);
        const [name = ""] = segments(folder);
        const path = join(folder, name);
        truncateSync(path, Math.max(0, statSync(path).size - cut));
        const again = open(folder, { segmentBytes: 100_000 });
        const left = again.nextSequence;
        add(again, 1);
        expect(takeAll(again)).toEqual(batches(0, left + 1));
        again.close();
      }),
      { numRuns: 40 },
    );
  });

  it("reads past rubbish behind the last whole record", () => {
    const folder = newFolder();
    add(open(folder, { segmentBytes: 100_000 }), 2);
    abandon(folder);
    const [name = ""] = segments(folder);
    appendFileSync(
      join(folder, name),
      Buffer.from([9, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]),
    );
    const again = open(folder);
    add(again, 1);
    expect(takeAll(again)).toEqual(batches(0, 3));
    expect(readFileSync(join(folder, name)).includes("batch 1")).toBe(true);
  });

  it("holds a refused batch until there is room [CAP-05]", () => {
    const spool = open(newFolder());
    add(spool, 2);
    takeAll(spool);
    spool.refuse(spool.epoch, 0);
    spool.acknowledge(0, 0);
    spool.acknowledge(1, 0);
    expect([takeAll(spool), spool.waiting]).toEqual([[], 1]);
    spool.release(0);
    expect(takeAll(spool)).toEqual(["batch 0"]);
  });

  it("says when it is full, and has room again when the server took enough", () => {
    const spool = open(newFolder(), { maxBytes: 600 });
    while (!spool.isFull) add(spool, 1);
    for (let batch = spool.take(); batch !== undefined; batch = spool.take()) spool.acknowledge(batch.sequence, 0);
    expect(spool.isFull).toBe(false);
  });

  it("belongs to one process", () => {
    const folder = newFolder();
    const init = `1 ${readFileSync("/proc/1/stat", "utf8").split(") ").at(-1)?.split(" ")[19]}`;
    writeFileSync(join(folder, "pid"), init);
    expect(() => open(folder)).toThrow(SpoolInUse);
    writeFileSync(join(folder, "pid"), "1 12345678901");
    expect(() => open(folder)).not.toThrow();
  });
});
