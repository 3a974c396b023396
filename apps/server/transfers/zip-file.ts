import { createReadStream } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

interface Entry {
  readonly path: string;
  /** ASCII, ours. */
  readonly name: string;
}

export interface ZipOptions {
  /** False for content that is packed already. */
  readonly deflate: boolean;
  readonly signal: AbortSignal;
  /** Bytes of the content dealt with since the last call. */
  readonly onBytes: (bytes: number) => void;
}

interface Written extends Entry {
  readonly at: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
}

const STORED = 0;
const DEFLATED = 8;
const UTF8 = 0x0800;
const ZIP64_VERSION = 45;
const MAX_32 = 0xffffffff;
const LOCAL_BYTES = 30;
/** Sizes of 64 bits stand in an extra field; it is always there, so that no size need be known before. */
const LOCAL_EXTRA_BYTES = 20;
const CENTRAL_EXTRA_BYTES = 28;
/** 1980-01-01: the same content is the same zip. */
const DOS_DATE = 0x21;
const LEVEL = 3;

/** APPNOTE 6.3 with ZIP64 throughout: files of any size, in the memory of one chunk. Returns the size of the zip. */
export async function writeZip(target: string, entries: readonly Entry[], options: ZipOptions): Promise<number> {
  const file = await open(target, "w", 0o600);
  try {
    const written: Written[] = [];
    let at = 0;
    for (const entry of entries) {
      const one = await writeEntry(file, entry, at, options);
      written.push(one);
      at += LOCAL_BYTES + entry.name.length + LOCAL_EXTRA_BYTES + one.packed;
    }
    const directory = Buffer.concat(written.map((entry) => centralHeader(entry, methodOf(options))));
    const end = Buffer.concat([directory, endRecords(written.length, at, directory.length)]);
    await file.write(end, 0, end.length, at);
    await file.sync();
    return at + end.length;
  } finally {
    await file.close();
  }
}

const methodOf = ({ deflate }: ZipOptions) => (deflate ? DEFLATED : STORED);

async function writeEntry(file: FileHandle, entry: Entry, at: number, options: ZipOptions): Promise<Written> {
  const { size } = await stat(entry.path);
  const start = at + LOCAL_BYTES + entry.name.length + LOCAL_EXTRA_BYTES;
  let crc = 0;
  let packed = 0;
  const read = async function* () {
    for await (const chunk of createReadStream(entry.path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc);
      options.onBytes(chunk.length);
      yield chunk;
    }
  };
  const write = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      for (let done = 0; done < chunk.length; ) {
        const { bytesWritten } = await file.write(chunk, done, chunk.length - done, start + packed);
        done += bytesWritten;
        packed += bytesWritten;
      }
    }
  };
  const { signal } = options;
  if (options.deflate) await pipeline(read, createDeflateRaw({ level: LEVEL }), write, { signal });
  else await pipeline(read, write, { signal });
  const written = { ...entry, at, crc, size, packed };
  const header = localHeader(written, methodOf(options));
  await file.write(header, 0, header.length, at);
  return written;
}

function localHeader({ name, crc, size, packed }: Written, method: number): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES + name.length + LOCAL_EXTRA_BYTES);
  header.writeUInt32LE(0x04034b50, 0);
  common(header, 4, { method, crc, nameBytes: name.length, extraBytes: LOCAL_EXTRA_BYTES });
  header.write(name, LOCAL_BYTES, "latin1");
  extra(header, LOCAL_BYTES + name.length, [size, packed]);
  return header;
}

function centralHeader({ name, crc, size, packed, at }: Written, method: number): Buffer {
  const header = Buffer.alloc(46 + name.length + CENTRAL_EXTRA_BYTES);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(ZIP64_VERSION, 4);
  common(header, 6, { method, crc, nameBytes: name.length, extraBytes: CENTRAL_EXTRA_BYTES });
  header.writeUInt32LE(MAX_32, 42);
  header.write(name, 46, "latin1");
  extra(header, 46 + name.length, [size, packed, at]);
  return header;
}

interface Common {
  readonly method: number;
  readonly crc: number;
  readonly nameBytes: number;
  readonly extraBytes: number;
}

/** Version needed … length of the extra field: the part that both headers have. */
function common(header: Buffer, at: number, { method, crc, nameBytes, extraBytes }: Common): void {
  header.writeUInt16LE(ZIP64_VERSION, at);
  header.writeUInt16LE(UTF8, at + 2);
  header.writeUInt16LE(method, at + 4);
  header.writeUInt16LE(DOS_DATE, at + 8);
  header.writeUInt32LE(crc, at + 10);
  header.writeUInt32LE(MAX_32, at + 14);
  header.writeUInt32LE(MAX_32, at + 18);
  header.writeUInt16LE(nameBytes, at + 22);
  header.writeUInt16LE(extraBytes, at + 24);
}

function extra(header: Buffer, at: number, values: readonly number[]): void {
  header.writeUInt16LE(1, at);
  header.writeUInt16LE(8 * values.length, at + 2);
  for (const [i, value] of values.entries()) header.writeBigUInt64LE(BigInt(value), at + 4 + 8 * i);
}

/** ZIP64 end record and locator, then the old end record that points to them. */
function endRecords(entries: number, directoryAt: number, directoryBytes: number): Buffer {
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(ZIP64_VERSION, 12);
  end.writeUInt16LE(ZIP64_VERSION, 14);
  for (const [i, value] of [entries, entries, directoryBytes, directoryAt].entries())
    end.writeBigUInt64LE(BigInt(value), 24 + 8 * i);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 64);
  end.writeUInt32LE(1, 72);
  end.writeUInt32LE(0x06054b50, 76);
  end.writeUInt16LE(0xffff, 84);
  end.writeUInt16LE(0xffff, 86);
  end.writeUInt32LE(MAX_32, 88);
  end.writeUInt32LE(MAX_32, 92);
  return end;
}
