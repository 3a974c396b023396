import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { SegmentDamage } from "../frames/segments/segment-damage.ts";
import { rangeOf } from "../platform/http/byte-range.ts";
import { unzip } from "../testing/stored/unzip.ts";
import { fileStem } from "./download-formats.ts";
import { sendFile } from "./send-file.ts";
import { localSource } from "./stored-file.ts";
import { asFailure } from "./transfer-folder.ts";
import { writeZip } from "./zip-file.ts";

describe("a range of a file", () => {
  it.each([
    ["bytes=0-99", { from: 0, to: 100 }],
    ["bytes=100-", { from: 100, to: 1000 }],
    ["bytes=-10", { from: 990, to: 1000 }],
    ["bytes=-5000", { from: 0, to: 1000 }],
    ["bytes=900-5000", { from: 900, to: 1000 }],
    ["bytes=1000-", null],
    ["bytes=-0", null],
    ["bytes=5-2", undefined],
    ["bytes=0-1,5-6", undefined],
    ["lines=0-1", undefined],
    [undefined, undefined],
  ])("%s of 1000 bytes", (header, expected) => {
    expect(rangeOf(header, 1000)).toEqual(expected);
  });
});

describe("a file that is sent", () => {
  const OPEN = "/proc/self/fd";
  /** A descriptor may go while it is looked at. */
  const targetOf = (fd: string) => {
    try {
      return readlinkSync(join(OPEN, fd));
    } catch {
      return "";
    }
  };

  it.skipIf(!existsSync(OPEN))("is closed also for who leaves before its first byte", async () => {
    const folder = mkdtempSync(join(tmpdir(), "canopy-sent-"));
    try {
      const path = join(folder, "one.csv");
      writeFileSync(path, "a,b\r\n");
      const told: { bytes: number; reachedEnd: boolean }[] = [];
      const file = {
        open: () => localSource(path),
        size: 5,
        name: "one.csv",
        etag: '"1"',
        onSent: (sent: (typeof told)[number]) => told.push(sent),
      };
      const { body } = await sendFile(file, { range: undefined, ifRange: undefined, isHead: false });
      const stream = body as Readable;
      stream.destroy();
      await once(stream, "close");
      expect(told).toEqual([{ bytes: 0, reachedEnd: false }]);
      await expect.poll(() => readdirSync(OPEN).map(targetOf)).not.toContain(path);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("a zip", () => {
  it.each([true, false])("is read by others, deflated %s", async (deflate) => {
    const folder = mkdtempSync(join(tmpdir(), "canopy-zip-"));
    try {
      const entries = ["one.csv", "two.csv"].map((name, i) => {
        const path = join(folder, name);
        writeFileSync(path, `${"a line that repeats\n".repeat(5000)}${i}`);
        return { path, name };
      });
      let told = 0;
      const onBytes = (bytes: number) => {
        told += bytes;
      };
      const target = join(folder, "all.zip");
      const size = await writeZip(target, entries, { deflate, signal: new AbortController().signal, onBytes });
      expect(told).toBe(2 * 100_001);
      expect(size < 10_000).toBe(deflate);
      const found = (await unzip(readFileSync(target))).map(({ name, content }) => [name, content.length]);
      expect(found).toEqual([
        ["one.csv", 100_001],
        ["two.csv", 100_001],
      ]);
      const aborted = writeZip(target, entries, { deflate, signal: AbortSignal.abort(), onBytes });
      await expect(aborted).rejects.toThrow("aborted");
      const half = new AbortController();
      const halfway = writeZip(target, entries, { deflate, signal: half.signal, onBytes: () => half.abort() });
      await expect(halfway).rejects.toThrow("aborted");
      const absent = [{ path: join(folder, "absent.csv"), name: "absent.csv" }];
      await expect(
        writeZip(target, absent, { deflate, signal: new AbortController().signal, onBytes }),
      ).rejects.toThrow("ENOENT");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the name of a file", () => {
  it("is made of the device's ID and the range, whatever the ID is", () => {
    expect(fileStem('../A1/2"', 0, 1_700_000_000_000)).toBe("A12_19700101T000000Z_20231114T221320Z");
  });
});

describe("a fault of a task", () => {
  it.each([
    [new SegmentDamage("a plane has other bytes", { file: "1", fromUs: 0, toUs: 1 }), "transfers.dataDamaged"],
    [Object.assign(new Error("no room"), { code: "ENOSPC" }), "transfers.diskFull"],
  ])("%s is told as a code", (fault, code) => {
    expect(asFailure(fault)).toMatchObject({ code, cause: fault });
  });
});
