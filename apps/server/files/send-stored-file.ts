import { Readable } from "node:stream";
import { fileErrors } from "@canopy/contract/files/errors";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { addTraffic, trafficLeft } from "../capacity/traffic-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { rangeOf } from "../platform/http/byte-range.ts";
import { type AskedPart, HttpReply } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { ContentReader, FileContents } from "./file-contents.ts";
import type { StoredFile } from "./file-store.ts";

interface Sending {
  readonly db: Db;
  readonly contents: FileContents;
  readonly now: () => number;
}

/** Bytes sent are written down this often: a killed server forgets no more. */
const TRAFFIC_STEP_BYTES = 16 * 1024 * 1024;

/** FIL-01: through this server, counted; no address of a bucket leaves it. */
export async function sendStoredFile(
  { db, contents, now }: Sending,
  file: StoredFile,
  part: AskedPart,
): Promise<HttpReply<unknown>> {
  await requireSendable(db, file, now());
  const size = file.received;
  const etag = `"${file.contentId}"`;
  const isSame = part.ifRange === undefined || part.ifRange === etag;
  const range = isSame ? rangeOf(part.range, size) : undefined;
  const headers = {
    "accept-ranges": "bytes",
    etag,
    "content-disposition": dispositionOf(file.name),
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
  };
  if (range === null)
    return new HttpReply("", 416, { ...headers, "content-range": `bytes */${size}`, "content-length": "0" });
  const { from, to } = range ?? { from: 0, to: size };
  const lengths = {
    ...headers,
    "content-length": String(to - from),
    ...(range && { "content-range": `bytes ${from}-${to - 1}/${size}` }),
  };
  const status = range ? 206 : 200;
  if (part.isHead) return new HttpReply(Readable.from([]), status, lengths);
  const reader = await contents.open(file.tenantId, file.contentId);
  if (reader.size !== size) throw new ApiError(fileErrors.fileDamaged);
  const count = (bytes: number) => void addTraffic(db, file.tenantId, bytes, now()).catch(() => undefined);
  return new HttpReply(await counted(reader, from, to, count), status, lengths);
}

export async function requireSendable(db: Db, file: StoredFile, nowMs: number): Promise<void> {
  if (file.state !== "stored") throw new ApiError(fileErrors.incomplete);
  if ((await trafficLeft(db, file.tenantId, nowMs)) === 0) throw new ApiError(transferErrors.trafficExhausted);
}

/** Its first bytes are read before the answer begins: a bucket that is away is an error, not an empty answer. */
async function counted(
  reader: ContentReader,
  from: number,
  to: number,
  count: (bytes: number) => void,
): Promise<Readable> {
  const source = reader.stream(from, to);
  const first = await source.next();
  let uncounted = 0;
  async function* chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    for (let next = first; !next.done; next = await source.next()) {
      yield next.value;
      uncounted += next.value.length;
      if (uncounted < TRAFFIC_STEP_BYTES) continue;
      count(uncounted);
      uncounted = 0;
    }
  }
  return Readable.from(chunks(), { objectMode: false }).once("close", () => count(uncounted));
}

/** RFC 6266, RFC 5987: names of any language; a header has ASCII alone. */
export function dispositionOf(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
