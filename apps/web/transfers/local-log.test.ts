import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import type { WriteFormat } from "@canopy/can/logs/formats";
import { written } from "@canopy/can/logs/testing/collect";
import { describe, expect, it } from "vitest";
import { readSearch } from "../frames/filter/filter-language.ts";
import { resolveSearch } from "../frames/filter/filter-resolve.ts";
import { LocalLog } from "./local-log.ts";

const PARQUET = join(import.meta.dirname, "../../../packages/can/logs/fixtures");

const frames = Array.from({ length: 3000 }, (_, i) => ({
  timeUs: 1_700_000_000_000_000 + i * 1000,
  channel: i % 2,
  id: i % 3 === 0 ? 0x18ff0001 : 0x100 + (i % 7),
  flags: i % 3 === 0 ? FLAG_EXTENDED : 0,
  size: 8,
  data: Uint8Array.of(i & 255, i >> 8, 1, 2, 3, 4, 5, 6),
}));

const open = (format: WriteFormat) => {
  const { file } = written(format, frames, { deflate: (data) => deflateSync(data) });
  return LocalLog.open(new Blob([new Uint8Array(file)]), () => undefined);
};

describe("a log that is opened in the browser", () => {
  it.each(["asc", "blf", "mdf4", "candump", "trc", "csv", "parquet"] as const)(
    "%s shows every frame of the file",
    async (format) => {
      const log = await open(format);
      expect(log?.facts).toMatchObject({
        format,
        frames: frames.length,
        channels: [0, 1],
        problemCount: 0,
        isCut: false,
      });
      const { rows, total } = log?.page(null, 0, 5000) ?? { rows: [], total: 0 };
      expect(total).toBe(frames.length);
      expect(rows.map(({ time, channel, id, data }) => [Number(time), channel, id, data])).toEqual(
        frames.map(({ timeUs, channel, id, data }) => [
          timeUs,
          channel,
          id,
          Buffer.from(data).toString("hex").toUpperCase(),
        ]),
      );
    },
  );

  it("finds by the same language as the history, and pages what it found", async () => {
    const log = await open("candump");
    const read = readSearch("id 101");
    if (!read.ok || !log) throw new Error("not read");
    const filter = resolveSearch(read.search, [], null);
    const wanted = frames.filter(({ id }) => id === 0x101);
    const page = log.page(filter, 10, 5);
    expect(page.total).toBe(wanted.length);
    expect(page.rows.map(({ time }) => Number(time))).toEqual(wanted.slice(10, 15).map(({ timeUs }) => timeUs));
  });

  it.each(["snappy", "gzip", "zstd"])("opens Parquet of other programs, packed by %s", async (codec) => {
    const file = readFileSync(join(PARQUET, `own_${codec}.parquet`));
    const log = await LocalLog.open(new Blob([new Uint8Array(file)]), () => undefined);
    expect(log?.facts).toMatchObject({ format: "parquet", frames: 500, problemCount: 0 });
  });

  it("says of anything else that it is no log", async () => {
    expect(await LocalLog.open(new Blob(["nothing that anybody knows"]), () => undefined)).toBeUndefined();
  });
});
