import { Readable } from "node:stream";
import { fileErrors } from "@canopy/contract/files/errors";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { addTraffic, trafficLeft } from "../capacity/traffic-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { ByteRange } from "../platform/http/byte-range.ts";
import type { AskedPart, HttpReply } from "../platform/http/route.ts";
import { sendPart } from "../platform/http/send-part.ts";
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
  const count = (bytes: number) => void addTraffic(db, file.tenantId, bytes, now()).catch(() => undefined);
  const open = async ({ from, to }: ByteRange) => {
    const reader = await contents.open(file.tenantId, file.contentId);
    if (reader.size !== size) throw new ApiError(fileErrors.fileDamaged);
    return counted(reader, from, to, count);
  };
  const headers = { "content-disposition": dispositionOf(file.name), "x-content-type-options": "nosniff" };
  return sendPart({ size, etag: `"${file.contentId}"`, headers, open }, part);
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
