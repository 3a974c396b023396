import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_FD } from "@canopy/can/frame/frame";
import { collect } from "@canopy/can/logs/testing/collect";
import { afterAll, expect, it } from "vitest";
import { formatOf } from "./download-formats.ts";
import { OutputFiles } from "./output-files.ts";

const MEGABYTE = 1024 * 1024;
const FRAMES = 24_000;
const folder = mkdtempSync(join(tmpdir(), "canopy-output-"));
afterAll(() => rmSync(folder, { recursive: true }));

const all = new FrameBatch();
for (let i = 0; i < FRAMES; i += 1)
  all.push(1_700_000_000_000_000 + i * 100, i % 2, 0x100 + (i % 9), FLAG_FD, 64, randomBytes(64));

it.each(["csv", "blf", "mdf4"] as const)(
  "%s is split where it was asked to be",
  { timeout: 60_000 },
  async (format) => {
    const { suffix, writer } = formatOf({ format });
    for (const splitBytes of [MEGABYTE, undefined]) {
      const output = new OutputFiles({ folder, stem: `${format}-${splitBytes}`, suffix, splitBytes, writer });
      // Blocks of the store are far longer than a file may be.
      for (let from = 0; from < FRAMES; from += 16_384) {
        const block = new FrameBatch();
        for (let i = from; i < Math.min(FRAMES, from + 16_384); i += 1) block.pushFrame(all.at(i));
        await output.write(block);
      }
      await output.end();
      const contents = output.files.map(({ path }) => readFileSync(path));
      expect(output.files.map(({ bytes }) => bytes)).toEqual(contents.map(({ length }) => length));
      expect(output.bytes).toBe(contents.reduce((sum, { length }) => sum + length, 0));
      if (splitBytes === undefined) expect(contents.length).toBe(1);
      else {
        expect(contents.length).toBeGreaterThan(1);
        for (const { length } of contents.slice(0, -1)) expect(length).toBeGreaterThanOrEqual(MEGABYTE);
        for (const { length } of contents) expect(length).toBeLessThan(2.5 * MEGABYTE);
      }
      const inflate = (data: Uint8Array, size: number) => inflateSync(data, { maxOutputLength: size });
      const read = contents.map((content) => collect(format, content, { inflate }));
      expect(read.flatMap(({ problems }) => problems)).toEqual([]);
      const found = read.flatMap(({ frames }) => frames);
      expect(found.length).toBe(FRAMES);
      const differs = found.findIndex(({ timeUs, data }, i) => {
        const frame = all.at(i);
        return timeUs !== frame.timeUs || Buffer.compare(data, frame.data) !== 0;
      });
      expect(differs).toBe(-1);
    }
  },
);
