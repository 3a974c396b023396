import { readFileSync } from "node:fs";
import { constants, inflateSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { FLAG_EXTENDED } from "../../frame/frame.ts";
import { detectLogFormat } from "../detect.ts";
import { MemoryOutput } from "../memory-output.ts";
import { collect, written } from "../testing/collect.ts";
import { type ParquetColumn, plainColumn, plainNumbers, plainTimes } from "./column.ts";
import { TYPE } from "./footer.ts";
import { ParquetTable } from "./table.ts";
import { newValues, putValues } from "./values.ts";

const inflate = (data: Uint8Array, size: number): Uint8Array =>
  inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });
const zstd = (data: Uint8Array, size: number): Uint8Array => zstdDecompressSync(data, { maxOutputLength: size });
const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../fixtures/own_${name}.parquet`, import.meta.url)));

/** Contents of the fixtures (made with hyparquet-writer 0.16, checked with hyparquet 1.31). */
const expected = (hasNulls: boolean) =>
  Array.from({ length: 500 }, (_, i) => ({
    timeUs: 1_700_000_000_000_000 + 250 * i,
    channel: hasNulls && i % 4 === 0 ? 0 : i % 2,
    id: i % 5 === 0 ? 0x18fef100 + (i % 3) : 0x100 + (i % 7),
    flags: i % 5 === 0 ? FLAG_EXTENDED : 0,
    size: i % 9,
    data: Uint8Array.from({ length: i % 9 }, (_v, k) => (i * 7 + k) & 255),
  }));

describe("Parquet of other programs", () => {
  it.each([
    ["snappy", "dictionaries, missing values, Snappy", true],
    ["delta", "differences, run lengths, not packed", true],
    ["zstd", "Zstandard", false],
    ["gzip", "gzip", false],
  ])("%s: %s", (name, _, hasNulls) => {
    const file = fixture(name);
    expect(detectLogFormat(file)).toBe("parquet");
    for (const chunkBytes of [65_536, 300]) {
      const { frames, problems } = collect("parquet", file, { inflate, zstd, chunkBytes });
      expect(problems).toEqual([]);
      expect(frames).toEqual(expected(hasNulls));
    }
  });

  /** Frames at these times, a row group each. */
  function fileOf(type: number, encode: (time: number) => Uint8Array, times: readonly number[]): Uint8Array {
    const column = (name: string, of: number, bytes: (time: number) => Uint8Array): ParquetColumn<number[]> => {
      return { name, type: of, encode: (rows) => plainColumn(bytes(rows[0] as number), rows.length) };
    };
    const columns = [
      column("timestamp", type, encode),
      column("arbitration_id", TYPE.int32, () => plainNumbers([0x123], 1)),
      column("data", TYPE.bytes, () => Uint8Array.of(1, 0, 0, 0, 0xaa)),
    ];
    const output = new MemoryOutput();
    const table = new ParquetTable<number[]>({ output, name: "frames", columns });
    for (const time of times) table.group([time]);
    table.end();
    return output.bytes();
  }
  const real = (time: number) => new Uint8Array(Float64Array.of(time).buffer);
  const single = (time: number) => new Uint8Array(Float32Array.of(time).buffer);
  const whole = (time: number) => plainTimes([time], 1);

  it.each([
    ["seconds since 1970 as DOUBLE", TYPE.double, real, [1_700_000_000.00025, 1_700_000_001], 1.7e15 + 250],
    ["seconds since the start as DOUBLE", TYPE.double, real, [0, 0.25], 0],
    ["seconds since the start as FLOAT", TYPE.float, single, [0.25, 1], 250_000],
    ["microseconds as DOUBLE", TYPE.double, real, [1.7e15 + 250, 1.7e15 + 251], 1.7e15 + 250],
    ["milliseconds as INT64", TYPE.int64, whole, [1.7e12 + 1, 1.7e12 + 2], 1.7e15 + 1000],
    ["microseconds as INT64", TYPE.int64, whole, [1.7e15 + 250, 1.7e15 + 251], 1.7e15 + 250],
    ["nanoseconds as INT64", TYPE.int64, whole, [1.7e18 + 250_000, 1.7e18 + 251_000], 1.7e15 + 250],
  ])("times without a unit are judged by their size: %s [DAT-07]", (_, type, encode, times, firstUs) => {
    const { frames, problems } = collect("parquet", fileOf(type, encode, times));
    expect(problems).toEqual([]);
    expect([frames.length, frames[0]?.timeUs]).toEqual([2, firstUs]);
  });

  it("small whole times without a unit are microseconds, which is told once", () => {
    const { frames, problems } = collect("parquet", fileOf(TYPE.int64, whole, [5, 1e12]));
    expect(problems).toEqual([{ code: "timeUnitMissing", offset: 4 }]);
    expect(frames.map(({ timeUs }) => timeUs)).toEqual([5, 1e12]);
  });

  it("a codec that is not there is told for each row group", () => {
    const { frames, problems } = collect("parquet", fixture("zstd"), { inflate });
    expect([frames.length, problems.map(({ code }) => code)]).toEqual([
      0,
      ["unsupportedCompression", "unsupportedCompression"],
    ]);
  });

  it("a string of a dictionary that is no payload costs no memory for each row", () => {
    const chunk = {
      name: "data",
      type: 6,
      typeLength: 0,
      isOptional: false,
      unit: "none",
      codec: 0,
      at: 0,
      length: 0,
    } as const;
    const all = newValues(chunk, 100_000);
    const page = newValues(chunk, 100_000);
    page.bytes = new Uint8Array(1_000_000);
    page.sizes.fill(page.bytes.length);
    putValues(all, page, 100_000, undefined);
    expect([all.bytes.length, all.sizes[99_999]]).toEqual([6_400_000, 1_000_000]);
  });

  it("columns that are no frames, and a file that is cut, are problems", () => {
    const file = fixture("gzip");
    const renamed = Uint8Array.from(
      Buffer.from(Buffer.from(file).toString("latin1").replaceAll("data", "dada"), "latin1"),
    );
    expect(collect("parquet", renamed, { inflate }).problems.map(({ code }) => code)).toEqual([
      "badHeader",
      "badHeader",
    ]);
    expect(collect("parquet", file.subarray(0, 3000), { inflate }).problems.map(({ code }) => code)).toEqual([
      "badHeader",
    ]);
    expect(collect("parquet", written("parquet", []).file)).toMatchObject({ frames: [], problems: [] });
  });
});
