import { Readable } from "node:stream";
import type { ByteRange } from "../platform/http/byte-range.ts";
import type { AskedPart, HttpReply } from "../platform/http/route.ts";
import { sendPart } from "../platform/http/send-part.ts";

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

export function sendFile(file: SentFile, part: AskedPart): Promise<HttpReply<unknown>> {
  const headers = { "content-disposition": `attachment; filename="${file.name}"` };
  return sendPart({ ...file, headers, open: (range) => streamOf(file, range) }, part);
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
