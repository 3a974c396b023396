import { zstdCompressSync } from "node:zlib";
import fc from "fast-check";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { describe, expect, it } from "vitest";
import { FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "../../frame/frame.ts";
import { MemoryOutput } from "../memory-output.ts";
import type { ParquetColumn } from "./column.ts";
import { type FrameRun, RUN_COLUMNS, type RunRows } from "./run-columns.ts";
import { type SignalRows, signalColumns } from "./signal-columns.ts";
import { ParquetTable } from "./table.ts";

function fileOf<Rows extends { readonly length: number }>(
  columns: readonly ParquetColumn<Rows>[],
  groups: readonly Rows[],
): ArrayBuffer {
  const output = new MemoryOutput();
  const table = new ParquetTable({ output, name: "test", columns, zstd: (bytes) => zstdCompressSync(bytes) });
  for (const group of groups) table.group(group);
  table.end();
  return Uint8Array.from(output.bytes()).buffer;
}

/** Times stay microseconds. */
const rowsOf = (file: ArrayBuffer) =>
  parquetReadObjects({ file, compressors, parsers: { timestampFromMicroseconds: Number } } as never) as Promise<
    Record<string, unknown>[]
  >;

const run: fc.Arbitrary<FrameRun> = fc
  .record({
    key: fc.constantFrom(
      [0x100, 0, 8],
      [0x100, 0, 3],
      [0x1234567, FLAG_EXTENDED, 8],
      [0x7ff, FLAG_FD, 64],
      [9, FLAG_REMOTE, 8],
    ),
    channel: fc.nat(3),
    steps: fc.array(fc.nat(5000), { minLength: 1, maxLength: 60 }),
    seed: fc.nat(1000),
    isTied: fc.boolean(),
  })
  .map(({ key: [id = 0, flags = 0, size = 0], channel, steps, seed, isTied }) => {
    let at = 1_700_000_000_000_000;
    const timesUs = Float64Array.from(steps, (step) => (at += step));
    const count = steps.length;
    const planes = Array.from({ length: flags & FLAG_REMOTE ? 0 : size }, (_, k) =>
      (k + seed) % 3 === 0
        ? (k + seed) & 255
        : Uint8Array.from({ length: count + 2 }, (_, i) => (i * 31 + k * seed) & 255),
    );
    const ks = isTied ? Uint32Array.from({ length: count }, (_, i) => i % 4) : null;
    return { channel, id, flags, size, count, timesUs, ks, planes };
  });

describe("columns of the lake", () => {
  it("hold every byte of every frame, and none where a payload ends [OPS-06]", async () => {
    const page = fc.array(run, { minLength: 1, maxLength: 3 });
    const group = fc.array(page, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(group, { minLength: 1, maxLength: 2 }), async (groups) => {
        const rows = groups.map((pages): RunRows => {
          return { pages, length: pages.flat().reduce((sum, { count }) => sum + count, 0) };
        });
        const found = await rowsOf(fileOf(RUN_COLUMNS, rows));
        const expected = groups.flat(2).flatMap((one) => Array.from({ length: one.count }, (_, i) => rowOf(one, i)));
        expect(found).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });

  it("hold every value of a signal, of few values and of many [OPS-06]", async () => {
    const value = fc.oneof(
      fc.double({ noDefaultInfinity: false }),
      fc.integer({ min: -3, max: 3 }).map((n) => n / 8),
    );
    const shape = fc.record({
      length: fc.integer({ min: 1, max: 400 }),
      pool: fc.array(value, { minLength: 1, maxLength: 400 }),
      step: fc.integer({ min: 1, max: 50 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async ({ length, pool, step }) => {
        const column = Float64Array.from({ length }, (_, i) => pool[Math.floor(i / step) % pool.length] as number);
        expect(await signalsOf([column])).toEqual([...column].map((one) => [Number.isNaN(one) ? null : one]));
      }),
      { numRuns: 60 },
    );
  });

  it.each([1, 2, 256, 257, 20_000, 40_000])("hold %i distinct values over several pages [OPS-06]", async (distinct) => {
    const length = 90_000;
    const plain = Float64Array.from({ length }, (_, i) => (i % distinct) * 0.1);
    const gaps = plain.map((one, i) => (i % 7 === 3 ? Number.NaN : one));
    const rows = await signalsOf([plain, gaps]);
    expect(rows.every(([one, other], i) => one === plain[i] && other === (i % 7 === 3 ? null : plain[i]))).toBe(true);
    expect(rows).toHaveLength(length);
  });

  it("tell readers the range of a row group and the units of signals [OPS-06]", async () => {
    const rows: SignalRows = {
      length: 4,
      channel: 2,
      timesUs: Float64Array.of(10, 20, 30, 40),
      ids: Uint32Array.of(5, 5, 6, 5),
      values: [Float64Array.of(1.5, Number.NaN, -0.25, Number.POSITIVE_INFINITY), new Float64Array(4).fill(Number.NaN)],
    };
    const signals = [
      { name: "Speed", unit: "km/h" },
      { name: "TIME", unit: "" },
    ];
    const file = fileOf(signalColumns(signals), [rows]);
    expect(await rowsOf(file)).toEqual([
      { time: 10, channel: 2, id: 5, Speed: 1.5, TIME_2: null },
      { time: 20, channel: 2, id: 5, Speed: null, TIME_2: null },
      { time: 30, channel: 2, id: 6, Speed: -0.25, TIME_2: null },
      { time: 40, channel: 2, id: 5, Speed: Number.POSITIVE_INFINITY, TIME_2: null },
    ]);
    const [time, , , speed] = parquetMetadata(file).row_groups[0]?.columns.map(({ meta_data }) => meta_data) ?? [];
    expect(time?.statistics).toMatchObject({ min_value: new Date(0.01), max_value: new Date(0.04) });
    expect(speed?.key_value_metadata).toEqual([{ key: "unit", value: "km/h" }]);
  });
});

async function signalsOf(values: readonly Float64Array[]): Promise<(number | null)[][]> {
  const length = values[0]?.length ?? 0;
  const timesUs = Float64Array.from({ length }, (_, i) => i);
  const columns = signalColumns(values.map((_, i) => ({ name: `s${i}`, unit: "" })));
  const rows = await rowsOf(fileOf(columns, [{ length, channel: 1, timesUs, ids: new Uint32Array(length), values }]));
  return rows.map((row) => values.map((_, i) => row[`s${i}`] as number | null));
}

function rowOf({ channel, id, flags, size, timesUs, ks, planes }: FrameRun, i: number): Record<string, unknown> {
  const bytes = Array.from({ length: 64 }, (_, k) => {
    const plane = planes[k];
    return [`b${k}`, plane === undefined ? null : typeof plane === "number" ? plane : plane[i]];
  });
  const is = (flag: number) => (flags & flag) !== 0;
  return {
    time: timesUs[i],
    channel,
    id,
    extended: is(FLAG_EXTENDED),
    remote: is(FLAG_REMOTE),
    error: false,
    fd: is(FLAG_FD),
    brs: false,
    esi: false,
    tx: false,
    size,
    k: ks?.[i] ?? 0,
    ...Object.fromEntries(bytes),
  };
}
