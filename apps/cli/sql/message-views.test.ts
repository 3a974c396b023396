import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zstdCompressSync } from "node:zlib";
import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import type { Dbc, Message } from "@canopy/can/dbc/model";
import { readDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { MemoryOutput } from "@canopy/can/logs/memory-output";
import { RUN_COLUMNS, type RunRows } from "@canopy/can/logs/parquet/run-columns";
import { distinctNames } from "@canopy/can/logs/parquet/signal-columns";
import { ParquetTable } from "@canopy/can/logs/parquet/table";
import { afterAll, describe, expect, it, vi } from "vitest";
import { corpusBytes, corpusFiles, hasCorpus, noCorpus } from "../../../packages/can/testing/corpus.ts";
import { buildRuns } from "../../server/frames/segments/build-runs.ts";
import { randomFrom } from "../../server/testing/faults/random.ts";
import { askDuckDb, type LakeRow } from "../../server/testing/stored/test-lake.ts";
import { FIXED_COLUMNS, messageViews } from "./message-views.ts";

vi.setConfig({ testTimeout: 60_000 });
const lake = mkdtempSync(join(tmpdir(), "canopy-views-"));
afterAll(() => rmSync(lake, { recursive: true, force: true }));

/** Payloads of every message: zeros, ones, random ones with the selectors that there are, and one that is cut. */
function payloadsOf(dbc: Dbc, seed: number): FrameBatch {
  const random = randomFrom(seed);
  const batch = new FrameBatch();
  let timeUs = 1_700_000_000_000_000;
  for (const { id, isExtended, isDecodable, length } of dbc.messages) {
    if (!isDecodable) continue;
    const size = Math.min(64, length);
    const flags = (isExtended ? FLAG_EXTENDED : 0) | (size > 8 ? FLAG_FD : 0);
    for (let i = 0; i < 12; i += 1) {
      const fill = i < 2 ? 255 * i : undefined;
      // Low numbers are selectors more often than others.
      const byte = () => fill ?? Math.floor(random() * (random() < 0.5 ? 8 : 256));
      timeUs += 1000;
      batch.push(timeUs, 0, id, flags, i === 11 ? size >> 1 : size, Uint8Array.from({ length: 64 }, byte));
    }
    batch.push(++timeUs, 0, id, (isExtended ? FLAG_EXTENDED : 0) | FLAG_REMOTE, Math.min(8, size), new Uint8Array(64));
  }
  return batch;
}

function writeLake(name: string, frames: FrameBatch): string {
  const output = new MemoryOutput();
  const zstd = (bytes: Uint8Array) => zstdCompressSync(bytes);
  const table = new ParquetTable<RunRows>({ output, name: "frames", columns: RUN_COLUMNS, zstd });
  table.group({ length: frames.length, pages: [buildRuns(frames)] });
  table.end();
  const path = join(lake, name, "frames/tenant=t/device=0042/day=2026-01-05/frames-1.parquet");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, output.bytes());
  return join(lake, name);
}

/** By message: time and values of each frame. */
function decoded(dbc: Dbc, frames: FrameBatch): Map<Message, Record<string, unknown>[]> {
  const decoder = new DbcDecoder(dbc);
  const found = new Map<Message, Record<string, unknown>[]>();
  for (let i = 0; i < frames.length; i += 1) {
    const frame = frames.at(i);
    const one = frame.flags & FLAG_REMOTE ? null : decoder.decode(frame);
    if (one === null) continue;
    const values = new Map(one.signals.map(({ signal, value }) => [signal.name, Number(value)]));
    const { signals } = one.message;
    const columns = distinctNames(
      signals.map(({ name }) => name),
      FIXED_COLUMNS,
    );
    const row = signals.map(({ name, length }, at) => {
      const value = values.get(name);
      return [columns[at]?.toLowerCase(), value === undefined || Number.isNaN(value) || length > 64 ? null : value];
    });
    found.set(one.message, [...(found.get(one.message) ?? []), { time: frame.timeUs, ...Object.fromEntries(row) }]);
  }
  return found;
}

/** Of the first messages: DuckDB plans each view for itself. */
async function expectViews(name: string, bytes: Uint8Array, most = Number.POSITIVE_INFINITY): Promise<number> {
  const { dbc: whole } = readDbc(bytes);
  const dbc = { ...whole, messages: whole.messages.slice(0, most) };
  const frames = payloadsOf(dbc, name.length);
  if (frames.length === 0) return 0;
  const views = messageViews([dbc], { lake: writeLake(name, frames) });
  const expected = decoded(dbc, frames);
  // The second of two messages with one name has a number.
  const names = distinctNames(
    [...expected.keys()].map((message) => message.name),
    [],
  );
  const asked = names.map((message) => {
    const view = `"${message.replaceAll('"', '""')}"`;
    return `select list(m order by time) from (select * exclude (tenant, device, day, k, channel, id)
      replace (epoch_us(time) as time) from ${view}) m`;
  });
  const [row] = await askDuckDb(views, `select ${asked.map((query, i) => `(${query}) as m${i}`).join(", ")}`);
  for (const [i, [message, rows]] of [...expected].entries()) {
    const got = (row?.[`m${i}`] ?? []) as LakeRow[];
    const plain = got.map((one) =>
      Object.fromEntries(Object.entries(one).map(([k, v]) => [k.toLowerCase(), plainOf(v)])),
    );
    expect(plain, `${name}: ${message.name}`).toEqual(rows);
  }
  return expected.size;
}

/** -0 equals 0. */
const plainOf = (value: unknown): unknown =>
  typeof value === "bigint" ? Number(value) : typeof value === "number" ? value + 0 : value;

describe("views of DuckDB", () => {
  const fixtures = join(import.meta.dirname, "../../../packages/can/dbc/fixtures");

  it("decode every layout as our decoder does: both byte orders, signed, float, multiplexed [OPS-06]", async () => {
    for (const name of ["own_edge.dbc", "own_gbk.dbc", "own_utf8.dbc"])
      expect(await expectViews(name, readFileSync(join(fixtures, name))), name).toBeGreaterThan(0);
  });

  it.skipIf(!hasCorpus)(`decode the DBC files of the corpus as our decoder does [OPS-06]${noCorpus}`, async () => {
    let messages = 0;
    for (const name of corpusFiles("dbc")) messages += await expectViews(name, corpusBytes(`dbc/${name}`), 8);
    expect(messages).toBeGreaterThan(400);
  });

  it("take one channel, and a lake whose path has quotes", () => {
    const { dbc } = readDbc(readFileSync(join(fixtures, "own_utf8.dbc")));
    const views = messageViews([dbc], { lake: "/data/it's/", channel: 3 });
    expect(views).toContain("read_parquet('/data/it''s/frames/*/*/*/*.parquet'");
    expect(views).toContain("and channel = 3;");
  });
});
