import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { USER } from "../platform/clickhouse/child/http-request.ts";
import { type EmbeddedClickHouse, startClickHouse } from "../platform/clickhouse/clickhouse-engine.ts";
import type { EngineHome } from "../platform/engines/engine-home.ts";
import type { Log } from "../platform/log.ts";

interface OnDemand {
  /** Answers `{ url }` of a running ClickHouse, or `{ reason }`. */
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * ClickHouse for the test files that ask for it: where it is emulated its start takes a minute of the machine, which
 * the others should not pay for. Test files run in processes of their own, hence the question over HTTP.
 */
export async function clickHouseOnDemand(given: string | undefined, home: EngineHome, log: Log): Promise<OnDemand> {
  let engine: EmbeddedClickHouse | undefined;
  const answer = async (): Promise<{ url: string } | { reason: string }> => {
    if (given !== undefined) return { url: given };
    engine ??= startClickHouse(home, log);
    try {
      const { host, port } = await engine.address();
      return { url: `http://${USER}:${engine.password}@${host}:${port}/${engine.database}` };
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
  };
  const server = createServer(async (_request, response) => {
    response.end(JSON.stringify(await answer()));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await engine?.stop();
    },
  };
}
