// A receiver of push rules that checks the signature by itself, as docs/push.md tells receivers to.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface TakenPush {
  readonly id: string;
  readonly body: Record<string, unknown>;
}

export interface PushReceiver {
  readonly url: string;
  /** Those with a good signature, in the order in which they came. */
  readonly taken: TakenPush[];
  /** All that came. */
  calls: number;
  /** Those under way, and the most of them. */
  most: number;
  /** Answers instead; "never" keeps the caller waiting. */
  instead: ((call: number) => { status: number; headers?: Record<string, string> } | "never" | undefined) | undefined;
  /** Before each answer. */
  pauseMs: number;
  close(): Promise<void>;
}

export async function pushReceiver(secret: string): Promise<PushReceiver> {
  let running = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    running += 1;
    own.calls += 1;
    own.most = Math.max(own.most, running);
    const forced = own.instead?.(own.calls);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (forced === "never") return;
    if (own.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, own.pauseMs));
    running -= 1;
    if (forced) {
      response.writeHead(forced.status, forced.headers).end("no");
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const isGood = isSigned(request, body, secret);
    if (isGood) own.taken.push({ id: String(request.headers["webhook-id"]), body: JSON.parse(body) });
    response.writeHead(isGood ? 204 : 401).end();
  };
  const server = createServer((request, response) => void answer(request, response).catch(() => undefined));
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const own: PushReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    taken: [],
    calls: 0,
    most: 0,
    instead: undefined,
    pauseMs: 0,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return own;
}

const OLDEST_S = 300;

function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const [id, time] = [headers["webhook-id"], headers["webhook-timestamp"]];
  if (Math.abs(Date.now() / 1000 - Number(time)) > OLDEST_S) return false;
  const own = Buffer.from(`v1,${createHmac("sha256", secret).update(`${id}.${time}.${body}`).digest("base64")}`);
  const sent = Buffer.from(String(headers["webhook-signature"]));
  return own.length === sent.length && timingSafeEqual(own, sent);
}
