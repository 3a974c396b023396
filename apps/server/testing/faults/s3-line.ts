import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * `error`, `slowDown`: the server says 500 or 503. `silence`: no answer. `cutRequest`, `cutReply`: the connection ends in
 * the middle of the body. `stall`: the reply stops there. `lostReply`: the request is carried out, and the connection ends before its answer.
 */
export type S3LineFault = "error" | "slowDown" | "silence" | "cutRequest" | "cutReply" | "stall" | "lostReply";

export interface S3Line {
  readonly port: number;
  /** Of each request so far: method and address. */
  readonly requests: string[];
  /** The fault of the next requests of a method, as often as said. */
  fail(fault: S3LineFault, method: string, times?: number): void;
  /** Listings of objects and uploads are from now on what they were when they were last asked for. */
  listLate(): void;
  /** No faults any more. */
  mend(): void;
  close(): Promise<void>;
}

interface Planned {
  readonly fault: S3LineFault;
  readonly method: string;
  left: number;
}

/** The way to an S3 server, whose faults are ours to make. */
export async function openS3Line(targetPort: number): Promise<S3Line> {
  const requests: string[] = [];
  const listings = new Map<string, Listing>();
  let isLate = false;
  let planned: Planned[] = [];
  const takeFault = (method = "") => {
    const found = planned.find((one) => one.method === method && one.left > 0);
    if (found) found.left -= 1;
    return found?.fault;
  };
  const server = createServer((near, reply) => {
    for (const stream of [near, reply]) stream.on("error", () => undefined);
    requests.push(`${near.method} ${near.url}`);
    const url = near.url ?? "";
    const late = isLate ? listings.get(url) : undefined;
    if (late) {
      reply.writeHead(200, late.headers).end(late.bytes);
      return;
    }
    const onAnswer = (found: IncomingMessage, bytes: Buffer) => {
      if (near.method === "GET" && LISTING.test(url)) listings.set(url, { headers: found.headers, bytes });
    };
    const fault = takeFault(near.method);
    void answer(near, reply, { fault, port: targetPort, onAnswer }).catch(() => near.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    fail: (fault, method, times = 1) => planned.push({ fault, method, left: times }),
    listLate: () => {
      isLate = true;
    },
    mend: () => {
      isLate = false;
      planned = [];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const CODES = { error: [500, "InternalError"], slowDown: [503, "SlowDown"] } as const;

interface Listing {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

const LISTING = /[?&](list-type=2|uploads)\b/;

interface Way {
  readonly fault: S3LineFault | undefined;
  readonly port: number;
  readonly onAnswer: (found: IncomingMessage, bytes: Buffer) => void;
}

async function answer(near: IncomingMessage, reply: ServerResponse, { fault, port, onAnswer }: Way): Promise<void> {
  if (fault === "silence") return;
  if (fault === "cutRequest") {
    // Something of the body, where it has one.
    if (Number(near.headers["content-length"] ?? 0) > 0) await once(near, "data");
    near.socket.destroy();
    return;
  }
  const body = await bytesOf(near);
  if (fault === "error" || fault === "slowDown") {
    const [status, code] = CODES[fault];
    reply.writeHead(status, { "content-type": "application/xml" });
    reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>planned</Message></Error>`);
    return;
  }
  const far = request({ port, method: near.method, path: near.url, headers: near.headers, agent: false });
  // Swift sends an empty chunk behind an answer that has no body.
  far.on("error", () => undefined);
  far.end(body);
  const [found] = (await once(far, "response")) as [IncomingMessage];
  const bytes = await bytesOf(found);
  onAnswer(found, bytes);
  if (fault === "lostReply") {
    near.socket.destroy();
    return;
  }
  reply.writeHead(found.statusCode ?? 500, found.headers);
  if (fault === undefined) {
    reply.end(bytes);
    return;
  }
  reply.write(bytes.subarray(0, bytes.length / 2));
  if (fault === "cutReply") setImmediate(() => near.socket.destroy());
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
