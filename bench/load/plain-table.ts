// The peer that everybody has: a plain PostgreSQL table, a row for each frame, loaded by COPY.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { BenchPostgres } from "./frame-server.ts";

/** Of the binary format of COPY: its signature, no flags, no extension. */
const HEAD = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
const COLUMNS = 6;
/** Of a row without its payload: the number of columns, six lengths, and the numbers. */
const ROW_BYTES = 2 + 4 * COLUMNS + 4 + 8 + 2 + 4 + 2;

export class PlainTable {
  readonly name: string;
  rows = 0;
  /** That PostgreSQL took; files are made before. */
  seconds = 0;
  readonly #postgres: BenchPostgres;

  private constructor(postgres: BenchPostgres, name: string) {
    this.#postgres = postgres;
    this.name = name;
  }

  static async create(postgres: BenchPostgres, name: string): Promise<PlainTable> {
    await postgres.database.pool.query(`drop table if exists ${name}`);
    await postgres.database.pool.query(
      `create table ${name} (device integer not null, time_us bigint not null, channel smallint not null,
        id integer not null, flags smallint not null, data bytea not null)`,
    );
    return new PlainTable(postgres, name);
  }

  /** `deviceOf` says for each row whose it is. */
  async copy(frames: FrameBatch, deviceOf: (row: number) => number = () => 1): Promise<void> {
    const file = join(this.#postgres.folder, `${this.name}.copy`);
    writeFileSync(file, copyFile(frames, deviceOf), { mode: 0o644 });
    await this.#timed(`copy ${this.name} from '${file}' (format binary)`);
    rmSync(file);
    this.rows += frames.length;
  }

  /** Newest pages of a device, and a message of a device in a range. */
  async addIndexes(): Promise<void> {
    await this.addTimeIndex();
    await this.#timed(`create index on ${this.name} (device, channel, id, time_us)`);
    await this.#timed(`vacuum analyze ${this.name}`);
  }

  async addTimeIndex(): Promise<void> {
    await this.#timed(`create index on ${this.name} (device, time_us)`);
  }

  async bytes(): Promise<number> {
    const found = await this.#postgres.database.pool.query<{ bytes: number }>(
      "select pg_total_relation_size($1::regclass) as bytes",
      [this.name],
    );
    return found.rows[0]?.bytes ?? Number.NaN;
  }

  async page(fromUs: number, order: "asc" | "desc"): Promise<void> {
    await this.#postgres.database.pool.query(
      `select * from ${this.name} where device = 1 and time_us ${order === "asc" ? ">=" : "<"} $1
        order by time_us ${order} limit 100`,
      [fromUs],
    );
  }

  /** Least and largest of each pixel of a signal in the first two bytes, big endian: less than a curve needs. */
  async curve(place: { channel: number; id: number; fromUs: number; toUs: number; pixelUs: number }): Promise<number> {
    const { channel, id, fromUs, toUs, pixelUs } = place;
    const found = await this.#postgres.database.pool.query(
      `select (time_us - $3) / $5 as pixel, count(*), min(v), max(v) from (
          select time_us, get_byte(data, 0) * 256 + get_byte(data, 1) as v from ${this.name}
          where device = 1 and channel = $1 and id = $2 and time_us >= $3 and time_us < $4) s group by 1`,
      [channel, id, fromUs, toUs, pixelUs],
    );
    return found.rows.length;
  }

  async deleteRange(fromUs: number, toUs: number): Promise<number> {
    return this.#timed(`delete from ${this.name} where device = 1 and time_us >= ${fromUs} and time_us < ${toUs}`);
  }

  async #timed(statement: string): Promise<number> {
    const began = performance.now();
    const { rowCount } = await this.#postgres.database.pool.query(statement);
    this.seconds += (performance.now() - began) / 1000;
    return rowCount ?? 0;
  }
}

function copyFile(frames: FrameBatch, deviceOf: (row: number) => number): Buffer {
  const { length, timeUs, channel, id, flags, size, start, data } = frames;
  let payload = 0;
  for (let i = 0; i < length; i += 1) payload += size[i] as number;
  const bytes = Buffer.alloc(HEAD.length + ROW_BYTES * length + payload + 2);
  let at = HEAD.copy(bytes);
  for (let i = 0; i < length; i += 1) {
    const count = (flags[i] as number) & FLAG_REMOTE ? 0 : (size[i] as number);
    at = bytes.writeInt16BE(COLUMNS, at);
    at = bytes.writeInt32BE(deviceOf(i), bytes.writeInt32BE(4, at));
    at = bytes.writeBigInt64BE(BigInt(timeUs[i] as number), bytes.writeInt32BE(8, at));
    at = bytes.writeInt16BE(channel[i] as number, bytes.writeInt32BE(2, at));
    at = bytes.writeInt32BE(id[i] as number, bytes.writeInt32BE(4, at));
    at = bytes.writeInt16BE(flags[i] as number, bytes.writeInt32BE(2, at));
    at = bytes.writeInt32BE(count, at);
    const from = start[i] as number;
    for (let k = 0; k < count; k += 1) bytes[at + k] = data[from + k] as number;
    at += count;
  }
  at = bytes.writeInt16BE(-1, at);
  return bytes.subarray(0, at);
}
