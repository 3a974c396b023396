import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { parametersOf, settingsOf } from "./query-settings.ts";
import type { Request } from "./run-statement.ts";
import { notSupported, SqlError } from "./sql-error.ts";

/** A statement in the body of a request; rows sent as a body of their own have no such limit. */
const LARGEST_STATEMENT_BYTES = 32 * 1024 * 1024;

export const USER = "default";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Basic, or the headers of ClickHouse. */
export function isAuthorised(message: IncomingMessage, password: string): boolean {
  const { authorization = "" } = message.headers;
  const basic = Buffer.from(authorization.replace(/^Basic /i, ""), "base64").toString();
  const given = authorization === "" ? userAndKey(message) : basic;
  return timingSafeEqual(digest(given), digest(`${USER}:${password}`));
}

function userAndKey(message: IncomingMessage): string {
  return `${message.headers["x-clickhouse-user"]}:${message.headers["x-clickhouse-key"]}`;
}

export function addressOf(message: IncomingMessage): URL {
  return new URL(message.url ?? "/", "http://localhost");
}

export function readRequest(message: IncomingMessage, defaultDatabase: string): Request {
  const address = addressOf(message).searchParams;
  if (address.has("session_id")) throw notSupported("Sessions are not kept here: give settings with each query.");
  const format = address.get("default_format") ?? header(message, "x-clickhouse-format") ?? "TabSeparated";
  if (!/^\w+$/.test(format)) throw new SqlError(73, "UNKNOWN_FORMAT", `Unknown format ${JSON.stringify(format)}.`);
  return {
    queryId: address.get("query_id") || crypto.randomUUID(),
    database: address.get("database") ?? header(message, "x-clickhouse-database") ?? defaultDatabase,
    settings: settingsOf(address),
    parameters: parametersOf(address),
    defaultFormat: format,
  };
}

function header(message: IncomingMessage, name: string): string | undefined {
  const value = message.headers[name];
  return typeof value === "string" ? value : undefined;
}

export function wantsGzip(message: IncomingMessage): boolean {
  const enabled = addressOf(message).searchParams.get("enable_http_compression") === "1";
  return enabled && /\bgzip\b/.test(header(message, "accept-encoding") ?? "");
}

/** The body as it was before compression. */
export function bodyOf(message: IncomingMessage): Readable {
  const encoding = header(message, "content-encoding") ?? "identity";
  if (encoding === "identity") return message;
  if (encoding !== "gzip") throw notSupported(`Content-Encoding ${JSON.stringify(encoding)} is not taken here.`);
  const unpacked = createGunzip();
  message.on("error", (error) => unpacked.destroy(error));
  return message.pipe(unpacked);
}

/** Without `query` in the address the body is the statement (and its rows, if it has some). */
export async function readStatementText(body: Readable): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > LARGEST_STATEMENT_BYTES)
      throw notSupported(`A statement is at most ${LARGEST_STATEMENT_BYTES} bytes: send rows as a body of their own.`);
  }
  return Buffer.concat(chunks).toString("utf8");
}
