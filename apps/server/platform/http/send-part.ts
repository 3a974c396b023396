import { Readable } from "node:stream";
import { type ByteRange, rangeOf } from "./byte-range.ts";
import { type AskedPart, HttpReply } from "./route.ts";

export interface SentContent {
  readonly size: number;
  /** Names the version of the content, with its quotes. */
  readonly etag: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Reads its first bytes before it resolves: a content that is lost is an error, not an empty answer. */
  open(part: ByteRange): Promise<Readable>;
}

/** RFC 9110 §14: the content or the part that was asked for; a part of another version is answered with the whole (If-Range). */
export async function sendPart(content: SentContent, asked: AskedPart): Promise<HttpReply<unknown>> {
  const { size, etag } = content;
  const isSame = asked.ifRange === undefined || asked.ifRange === etag;
  const range = isSame ? rangeOf(asked.range, size) : undefined;
  const headers = { "accept-ranges": "bytes", etag, "cache-control": "private, no-store", ...content.headers };
  if (range === null)
    return new HttpReply("", 416, { ...headers, "content-range": `bytes */${size}`, "content-length": "0" });
  const { from, to } = range ?? { from: 0, to: size };
  const lengths = {
    ...headers,
    "content-length": String(to - from),
    ...(range && { "content-range": `bytes ${from}-${to - 1}/${size}` }),
  };
  const status = range ? 206 : 200;
  // An empty text would be answered with its own length.
  if (asked.isHead) return new HttpReply(Readable.from([]), status, lengths);
  return new HttpReply(await content.open({ from, to }), status, lengths);
}
