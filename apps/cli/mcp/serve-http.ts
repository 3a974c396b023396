import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { canopyServer } from "./canopy-server.ts";

export interface HttpOptions {
  /** Of the Canopy server. */
  readonly url: string;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Names by which it may be called, besides those of this machine: a page of a stranger must not reach it by a name of its own. */
  readonly names: readonly string[];
  report(error: Error): void;
}

const MAX_BODY = 256 * 1024;

/** Each request brings an access token of its own; what it may read is what that token may. */
export async function serveHttp({ url, host, port, names, report }: HttpOptions): Promise<Server> {
  const handler = createMcpHandler(({ requestInfo }) => canopyServer(url, tokenIn(requestInfo) ?? ""), {
    onerror: report,
    maxRequestBodySize: MAX_BODY,
  });
  const allowed = [...localhostAllowedHostnames(), ...names];
  const answer = async (request: Request): Promise<Response> => {
    const refused = hostHeaderValidationResponse(request, allowed) ?? originValidationResponse(request, allowed);
    if (refused) return refused;
    if (new URL(request.url).pathname !== "/mcp") return new Response("MCP is at /mcp\n", { status: 404 });
    if (tokenIn(request) === undefined) {
      const headers = { "www-authenticate": 'Bearer realm="canopy"' };
      return new Response("An access token of Canopy is needed: Authorization: Bearer …\n", { status: 401, headers });
    }
    return handler.fetch(request);
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing, answer).catch((error: Error) => {
      report(error);
      outgoing.destroy();
    });
  });
  server.on("close", () => void handler.close());
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(port, host, done);
  });
  return server;
}

export function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}/mcp`;
}

const tokenIn = (request: Request | undefined): string | undefined =>
  /^Bearer (\S{1,256})$/i.exec(request?.headers.get("authorization") ?? "")?.[1];

async function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const left = new AbortController();
  outgoing.once("close", () => left.abort());
  const { method = "GET", url = "/" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  const request = new Request(new URL(url, `http://${incoming.headers.host ?? "localhost"}`), {
    method,
    headers: incoming.headers as Record<string, string>,
    signal: left.signal,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: "half" as const }),
  });
  const { status, headers, body } = await answer(request);
  outgoing.writeHead(status, Object.fromEntries(headers));
  if (body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing);
}
