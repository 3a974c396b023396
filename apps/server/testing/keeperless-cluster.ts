import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/**
 * The address of a cluster whose servers have no Keeper, which in them cannot be had: a statement ON CLUSTER is run on each
 * server as it stands, on tables without replicas. Everything else goes to the servers in turn, untouched.
 */
export async function withoutKeeper(
  servers: readonly string[],
): Promise<{ readonly url: string; readonly statements: readonly string[]; close(): void }> {
  const statements: string[] = [];
  let turn = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    // Rows of inserts may be of any bytes.
    const sql = body.toString("latin1");
    const isForAll = / ON CLUSTER `\w+`/.test(sql);
    if (isForAll) statements.push(sql);
    const targets = isForAll ? servers : [servers[turn++ % servers.length] ?? ""];
    for (const [i, target] of targets.entries()) {
      const sent = isForAll ? Buffer.from(plain(sql), "latin1") : body;
      const found = await passOn(request, response, target, sent);
      if (found.ok && i < targets.length - 1) continue;
      const bytes = Buffer.from(await found.arrayBuffer());
      const headers = [...found.headers].filter(([name]) => name.startsWith("x-clickhouse") || name === "content-type");
      response.writeHead(found.status, Object.fromEntries(headers)).end(bytes);
      return;
    }
  };
  const proxy = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  const close = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, statements, close };
}

/** Who goes away takes the query along. */
function passOn(request: IncomingMessage, response: ServerResponse, target: string, body: Buffer): Promise<Response> {
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const { authorization, "content-type": type = "text/plain", "content-encoding": encoding } = request.headers;
  const headers = {
    "content-type": type,
    ...(encoding && { "content-encoding": encoding }),
    ...(authorization && { authorization }),
  };
  return fetch(new URL(request.url ?? "", target), {
    method: "POST",
    body: new Uint8Array(body),
    headers,
    signal: gone.signal,
  });
}

const plain = (sql: string) =>
  sql
    .replace(/ ON CLUSTER `\w+`/, "")
    .replace(/\bReplicated(\w*MergeTree)/, "$1")
    .replace("replicated_deduplication_window", "non_replicated_deduplication_window");
