import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { ParquetColumn } from "@canopy/can/logs/parquet/column";
import { readFooter } from "@canopy/can/logs/parquet/footer";
import { ParquetTable } from "@canopy/can/logs/parquet/table";
import type { Files, NewFile, ReadBack } from "../../platform/files/files.ts";
import { packZstd } from "../segments/block.ts";
import { inflate } from "../segments/inflate.ts";

/** A file of the lake as it was published. */
export interface WrittenLakeFile {
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

interface PageCheck {
  readonly at: number;
  readonly length: number;
  readonly unpackedLength: number;
  readonly crc: number;
}

interface FileOptions<Rows> {
  readonly table: string;
  readonly columns: readonly ParquetColumn<Rows>[];
  readonly metadata: Readonly<Record<string, string>>;
}

const TAIL_BYTES = 8;
const READ_BYTES = 4 * 1024 * 1024;

class WrittenWrong extends Error {
  constructor(name: string, what: string) {
    super(`${name} was written wrong: ${what}`);
  }
}

/** A Parquet file being written. Every page is read back and compared when the file is finished. */
export class LakeParquet<Rows extends { readonly length: number }> {
  readonly #name: string;
  readonly #file: NewFile;
  readonly #table: ParquetTable<Rows>;
  readonly #checks: PageCheck[] = [];
  readonly #hash = createHash("sha256");
  #parts: Uint8Array[] = [];
  #length = 0;
  #rows = 0;

  private constructor(name: string, file: NewFile, { table, columns, metadata }: FileOptions<Rows>) {
    this.#name = name;
    this.#file = file;
    this.#table = new ParquetTable({
      name: table,
      columns,
      metadata,
      zstd: (bytes) => packZstd(bytes, 1),
      output: { append: (bytes) => this.#append(bytes) },
      onPage: ({ at, length, bytes }) =>
        this.#checks.push({ at, length, unpackedLength: bytes.length, crc: crc32(bytes) }),
    });
  }

  static async create<Rows extends { readonly length: number }>(
    files: Files,
    name: string,
    options: FileOptions<Rows>,
  ): Promise<LakeParquet<Rows>> {
    return new LakeParquet(name, await files.create(name), options);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Takes copies of the rows. */
  async group(rows: Rows): Promise<void> {
    this.#table.group(rows);
    this.#rows += rows.length;
    await this.#flush();
  }

  /** Compares and finishes. `isKnown`: a file of this digest lies there already, and this one is dropped. */
  async finish(isKnown: (sha256: string) => boolean = () => false): Promise<WrittenLakeFile> {
    this.#table.end();
    await this.#flush();
    const sha256 = this.#hash.digest("hex");
    if (isKnown(sha256)) await this.#file.abort();
    else await this.#file.finish((read) => this.#compare(read));
    return { rows: this.#rows, bytes: this.#length, sha256 };
  }

  abort(): Promise<void> {
    return this.#file.abort();
  }

  /** Packed bytes and headers are not written to again. */
  #append(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#hash.update(bytes);
    this.#length += bytes.length;
  }

  async #flush(): Promise<void> {
    const parts = this.#parts;
    this.#parts = [];
    if (parts.length > 0) await this.#file.write(parts);
  }

  /** A small file is read at once. */
  async #compare(readBack: ReadBack): Promise<void> {
    const whole = this.#length <= READ_BYTES ? await readBack(0, this.#length) : undefined;
    const read: ReadBack = whole ? async (at, length) => whole.subarray(at, at + length) : readBack;
    await this.#comparePages(read);
    await this.#compareFooter(read);
  }

  async #comparePages(read: ReadBack): Promise<void> {
    for (let from = 0; from < this.#checks.length; ) {
      const startAt = (this.#checks[from] as PageCheck).at;
      let to = from + 1;
      let endAt = startAt + (this.#checks[from] as PageCheck).length;
      for (
        let next = this.#checks[to];
        next && next.at + next.length - startAt <= READ_BYTES;
        next = this.#checks[to]
      ) {
        endAt = next.at + next.length;
        to += 1;
      }
      const bytes = await read(startAt, endAt - startAt);
      for (const { at, length, unpackedLength, crc } of this.#checks.slice(from, to)) {
        const raw = inflate(bytes.subarray(at - startAt, at - startAt + length), unpackedLength);
        if (raw === undefined || crc32(raw) !== crc) throw new WrittenWrong(this.#name, `the page at ${at}`);
      }
      from = to;
    }
  }

  async #compareFooter(read: ReadBack): Promise<void> {
    const tail = await read(this.#length - TAIL_BYTES, TAIL_BYTES);
    const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
    const groups = readFooter(await read(this.#length - TAIL_BYTES - length, length));
    const rows = groups.reduce((sum, group) => sum + group.rows, 0);
    if (rows !== this.#rows) throw new WrittenWrong(this.#name, `${rows} rows of ${this.#rows}`);
  }
}
