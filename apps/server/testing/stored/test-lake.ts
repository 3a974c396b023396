/** For tests: reads a lake as others do, by hyparquet and by DuckDB. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import { DuckDBInstance } from "@duckdb/node-api";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import { contentOf } from "../engines/test-store-world.ts";

export type LakeRow = Readonly<Record<string, unknown>>;

/** Paths of all files below a folder, hidden ones too. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((path) => path.slice(folder.length + 1)).sort();
}

export const parquetBelow = (folder: string): string[] =>
  filesBelow(folder).filter((path) => path.endsWith(".parquet"));

/** Times are microseconds since 1970. */
export async function readByHyparquet(path: string): Promise<LakeRow[]> {
  const file = await asyncBufferFromFile(path);
  const parsers = { timestampFromMicroseconds: (us: bigint) => Number(us) };
  return parquetReadObjects({ file, compressors, parsers } as never) as Promise<LakeRow[]>;
}

export const metadataOf = async (path: string) => parquetMetadataAsync(await asyncBufferFromFile(path));

/** Rows of statements, of which the last is a query. */
export async function askDuckDb(...statements: readonly string[]): Promise<LakeRow[]> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  try {
    for (const statement of statements.slice(0, -1)) await connection.run(statement);
    return (await connection.runAndReadAll(statements.at(-1) ?? "")).getRowObjectsJS();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const FLAGS = {
  extended: FLAG_EXTENDED,
  remote: FLAG_REMOTE,
  error: FLAG_ERROR,
  fd: FLAG_FD,
  brs: FLAG_BRS,
  esi: FLAG_ESI,
  tx: FLAG_TX,
};

/** The same text as `contentOf` of the frame; absent bytes end the payload. */
function contentOfRow(row: LakeRow): string {
  const flags = Object.entries(FLAGS).reduce((all, [name, flag]) => all | (row[name] === true ? flag : 0), 0);
  const bytes = Array.from({ length: 64 }, (_, k) => row[`b${k}`]);
  const data = bytes.filter((byte) => byte !== null && byte !== undefined).map(Number);
  const { timeUs, channel, id, size } = { ...row, timeUs: Number(row.time) } as unknown as Record<string, number>;
  return `${timeUs} ${channel} ${id} ${flags} ${size} ${Buffer.from(data).toString("hex")}`;
}

/** In the order (time, k). */
export function contentsOf(rows: readonly LakeRow[]): string[] {
  const order = (a: LakeRow, b: LakeRow) => Number(a.time) - Number(b.time) || Number(a.k) - Number(b.k);
  return rows.toSorted(order).map(contentOfRow);
}

const framesOf = (folder: string, deviceId: string): string[] =>
  parquetBelow(folder).filter((path) => path.startsWith("frames/") && path.includes(deviceId));

/** The frames of a lake's files of one device. */
export async function framesByHyparquet(folder: string, deviceId: string): Promise<string[]> {
  const rows: LakeRow[] = [];
  for (const path of framesOf(folder, deviceId)) rows.push(...(await readByHyparquet(join(folder, path))));
  return contentsOf(rows);
}

/** The same by both readers. */
export async function framesInLake(
  folder: string,
  deviceId: string,
): Promise<{ hyparquet: string[]; duckDb: string[] }> {
  const glob = `${folder}/frames/*/device=${deviceId}/*/*.parquet`;
  const asked = `select * replace (epoch_us(time) as time) from read_parquet('${glob}')`;
  const duckDb = framesOf(folder, deviceId).length === 0 ? [] : await askDuckDb(asked);
  return { hyparquet: await framesByHyparquet(folder, deviceId), duckDb: contentsOf(duckDb) };
}

/** The store's own stream. */
export async function framesInStore(frames: FrameReader, bindingNumber: number): Promise<string[]> {
  const contents: string[] = [];
  const take = (batch: FrameBatch) => {
    for (let i = 0; i < batch.length; i += 1) contents.push(contentOf(batch.at(i)));
  };
  for await (const batch of frames.stream({ bindingNumber, fromUs: 0, toUs: 2 ** 52, filter: {} })) take(batch);
  return contents;
}
