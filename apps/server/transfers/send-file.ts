import { Readable } from "node:stream";
import { type ByteRange, rangeOf } from "../platform/http/byte-range.ts";
import { type AskedPart, HttpReply } from "../platform/http/route.ts";

/** An open file. */
export interface FileSource {
  /** Of one read. */
  readonly chunkBytes: number;
  /** Empty where the file ends. */
  read(at: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface SentFile {
  readonly open: () => Promise<FileSource>;
  readonly size: number;
  /** ASCII without quotes. */
  readonly name: string;
  readonly etag: string;
  /** Called as bytes leave, and once more at the end, however it came. */
  readonly onSent: (sent: { bytes: number; reachedEnd: boolean }) => void;
}

/** Whether the rest of a file is asked for, behind a part that the client has. */
export function isContinuation({ range }: AskedPart): boolean {
  return /^bytes=0*[1-9]\d*-/.test(range?.trim() ?? "");
}

/** The file or the part of it that was asked for; a part of another version is answered with the whole (If-Range). */
export async function sendFile(file: SentFile, part: AskedPart): Promise<HttpReply<unknown>> {
  const isSame = part.ifRange === undefined || part.ifRange === file.etag;
  const range = isSame ? rangeOf(part.range, file.size) : undefined;
  const headers = {
    "accept-ranges": "bytes",
    etag: file.etag,
    "content-disposition": `attachment; filename="${file.name}"`,
    "cache-control": "private, no-store",
  };
  if (range === null) {
    return new HttpReply("", 416, { ...headers, "content-range": `bytes */${file.size}`, "content-length": "0" });
  }
  const { from, to } = range ?? { from: 0, to: file.size };
  const lengths = {
    ...headers,
    "content-length": String(to - from),
    ...(range && { "content-range": `bytes ${from}-${to - 1}/${file.size}` }),
  };
  const status = range ? 206 : 200;
  // An empty text would be answered with its own length.
  if (part.isHead) return new HttpReply(Readable.from([]), status, lengths);
  return new HttpReply(await streamOf(file, { from, to }), status, lengths);
}

/** Opened before the answer begins: a file that went meanwhile is an error, not an empty answer. */
async function streamOf(file: SentFile, { from, to }: ByteRange): Promise<Readable> {
  const source = await file.open();
  let at = from;
  async function* chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    while (at < to) {
      const chunk = await source.read(at, Math.min(source.chunkBytes, to - at));
      if (chunk.length === 0) throw new Error("the file is shorter than it was");
      at += chunk.length;
      yield chunk;
      file.onSent({ bytes: chunk.length, reachedEnd: false });
    }
  }
  const stream = Readable.from(chunks(), { objectMode: false });
  // On the stream, not on the chunks: a client that leaves before the first chunk never starts them.
  return stream.once("close", () => {
    file.onSent({ bytes: 0, reachedEnd: at >= file.size });
    void source.close();
  });
}
