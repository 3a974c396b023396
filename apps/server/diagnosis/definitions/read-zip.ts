import { inflateRawSync } from "node:zlib";

interface ZippedFile {
  readonly name: string;
  readonly content: Buffer;
}

interface Limits {
  readonly entries: number;
  /** Of all files together, unpacked. */
  readonly bytes: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/** The wanted files of a small archive in memory; undefined: it is none, is damaged, or exceeds the limits. */
export function readZip(zip: Buffer, wanted: (name: string) => boolean, limits: Limits): ZippedFile[] | undefined {
  try {
    return filesOf(zip, wanted, limits);
  } catch {
    // A length that leads out of the buffer, or data that cannot be unpacked within the limit.
    return undefined;
  }
}

function filesOf(zip: Buffer, wanted: (name: string) => boolean, { entries, bytes }: Limits): ZippedFile[] | undefined {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + END_BYTES > zip.length || zip.readUInt32LE(end) !== END) return undefined;
  const count = zip.readUInt16LE(end + 10);
  if (count > entries) return undefined;
  const files: ZippedFile[] = [];
  let left = bytes;
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== ENTRY) return undefined;
    const nameBytes = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    if (wanted(name)) {
      const content = contentAt(zip, at, left);
      if (!content) return undefined;
      left -= content.length;
      files.push({ name, content });
    }
    at += ENTRY_BYTES + nameBytes + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return files;
}

function contentAt(zip: Buffer, entry: number, most: number): Buffer | undefined {
  const method = zip.readUInt16LE(entry + 10);
  const packed = zip.readUInt32LE(entry + 20);
  const local = zip.readUInt32LE(entry + 42);
  if (zip.readUInt32LE(local) !== LOCAL || most <= 0) return undefined;
  const start = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const data = zip.subarray(start, start + packed);
  if (data.length < packed) return undefined;
  if (method === STORED) return packed <= most ? data : undefined;
  return method === DEFLATED ? inflateRawSync(data, { maxOutputLength: most }) : undefined;
}
