import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { createGzip, type Gzip } from "node:zlib";
import { codeOf } from "./sql-error.ts";

/** So much of an answer waits for what comes after it: a query that fails early gets a status, not half an answer. */
const HELD_BACK_BYTES = 256 * 1024;

/** A client that takes nothing for so long is taken for gone: it holds a session and its query. */
const STALLED_MS = 120_000;

export interface AnswerHead {
  readonly queryId: string;
  readonly format: string;
  readonly gzip: boolean;
}

const BAD_REQUEST = new Set([
  6, 10, 16, 20, 26, 27, 36, 38, 41, 42, 43, 44, 46, 47, 48, 53, 62, 69, 70, 73, 115, 456, 457,
]);
const NOT_FOUND = new Set([60, 81]);

function statusOf(code: number): number {
  if (code === 516) return 403;
  if (NOT_FOUND.has(code)) return 404;
  if (code === 159) return 408;
  return BAD_REQUEST.has(code) ? 400 : 500;
}

/** Headers every answer has. */
function baseHeaders(head: AnswerHead): Record<string, string> {
  return {
    "X-ClickHouse-Query-Id": head.queryId,
    "X-ClickHouse-Format": head.format,
    "X-ClickHouse-Timezone": "UTC",
    "X-ClickHouse-Server-Display-Name": "canopy",
    "Content-Type": head.format.startsWith("JSON") ? "application/json; charset=UTF-8" : "text/plain; charset=UTF-8",
  };
}

export function answerError(response: ServerResponse, message: string, queryId: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const code = codeOf(message);
  response.writeHead(statusOf(code), {
    "X-ClickHouse-Query-Id": queryId,
    "X-ClickHouse-Exception-Code": String(code),
    "Content-Type": "text/plain; charset=UTF-8",
  });
  response.end(`${message.trimEnd()}\n`);
}

export function answerBytes(response: ServerResponse, head: AnswerHead, bytes: Uint8Array, summary?: object): void {
  const headers = baseHeaders(head);
  if (summary !== undefined) headers["X-ClickHouse-Summary"] = JSON.stringify(summary);
  response.writeHead(200, headers).end(bytes);
}

/**
 * Sends what comes out of the engine while it comes. `outcome` settles when the engine is done: undefined, or its
 * error message. Always reads the source to its end, also when the client has left: the engine waits in its write.
 */
export async function answerStream(
  response: ServerResponse,
  head: AnswerHead,
  source: Readable,
  outcome: Promise<string | undefined>,
): Promise<void> {
  const tag = randomBytes(8).toString("hex");
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let out: ServerResponse | Gzip | undefined;
  const open = async () => {
    out ??= openBody(response, head, tag);
    for (const chunk of held.splice(0)) await write(response, out, chunk);
  };
  for await (const chunk of source) {
    if (response.destroyed) continue;
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes > HELD_BACK_BYTES) await open();
  }
  const problem = await outcome;
  if (response.destroyed) return;
  if (problem !== undefined && out === undefined) return answerError(response, problem, head.queryId);
  await open();
  if (problem !== undefined && out !== undefined) await write(response, out, exceptionBlock(problem, tag));
  out?.end();
}

function openBody(response: ServerResponse, head: AnswerHead, tag: string): ServerResponse | Gzip {
  response.writeHead(200, {
    ...baseHeaders(head),
    "X-ClickHouse-Exception-Tag": tag,
    ...(head.gzip && { "Content-Encoding": "gzip" }),
  });
  if (!head.gzip) return response;
  const gzip = createGzip({ level: 3 });
  gzip.pipe(response);
  return gzip;
}

async function write(response: ServerResponse, out: ServerResponse | Gzip, chunk: Uint8Array): Promise<void> {
  if (response.destroyed || out.write(chunk)) return;
  const stop = new AbortController();
  const stalled = setTimeout(() => response.destroy(), STALLED_MS);
  await Promise.race([once(out, "drain", stop), once(response, "close", stop)]).catch(() => undefined);
  clearTimeout(stalled);
  stop.abort();
}

/** How a server says, since 25.11, that an answer already begun has failed. */
function exceptionBlock(message: string, tag: string): Buffer {
  const text = `${message.trimEnd()}\n`;
  return Buffer.from(`\r\n__exception__\r\n${tag}\r\n${text}${Buffer.byteLength(text)} ${tag}\r\n__exception__\r\n`);
}
