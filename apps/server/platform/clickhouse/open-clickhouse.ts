import { Agent, type ClientRequestArgs } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { USER } from "./child/http-request.ts";
import type { EmbeddedClickHouse } from "./clickhouse-engine.ts";
import { CLUSTER_SETTINGS, onCluster } from "./on-cluster.ts";

/** The server of CLICKHOUSE_URL, perhaps one of the cluster CLICKHOUSE_CLUSTER, or our own. */
export type ClickHouseSource =
  | { readonly url: string; readonly cluster?: string | undefined }
  | { readonly embedded: EmbeddedClickHouse };

/** Above the time limit of a query, so that the engine's own answer (code 159) comes first. */
const REQUEST_TIMEOUT_MS = 150_000;
/** More than the child works on at once: inserts must not wait here behind queries. */
const MOST_CONNECTIONS = 64;

const COMMON = {
  application: "canopy",
  request_timeout: REQUEST_TIMEOUT_MS,
  max_open_connections: MOST_CONNECTIONS,
  log: { level: ClickHouseLogLevel.OFF },
  clickhouse_settings: {
    // As JSON numbers they would lose digits beyond 2^53.
    output_format_json_quote_64bit_integers: 1,
    // A page reads a little of every column at every identifier: handing each read to another thread took longer.
    local_filesystem_read_method: "pread",
  },
} as const;

/** The one client of the program. Whoever made it closes it. */
export function openClickHouse(source: ClickHouseSource): ClickHouseClient {
  if ("url" in source) return openServer(source.url, source.cluster);
  const { embedded } = source;
  return createClient({
    ...COMMON,
    // The port is the agent's business: it may change when the engine is restarted.
    url: "http://127.0.0.1:8123",
    username: USER,
    password: embedded.password,
    database: embedded.database,
    http_agent: new EmbeddedAgent(embedded),
  });
}

/** A server may gather inserts of several callers before it stores them; ours are gathered already. */
const SERVER_SETTINGS = { ...COMMON.clickhouse_settings, async_insert: 0 } as const;

function openServer(url: string, cluster: string | undefined): ClickHouseClient {
  if (cluster === undefined) return createClient({ ...COMMON, url, clickhouse_settings: SERVER_SETTINGS });
  const clickhouse_settings = { ...SERVER_SETTINGS, ...CLUSTER_SETTINGS };
  return onCluster(createClient({ ...COMMON, url, clickhouse_settings }), cluster);
}

/** Connects to where the engine is now; while it restarts, requests wait for it instead of failing. */
class EmbeddedAgent extends Agent {
  readonly #embedded: EmbeddedClickHouse;

  constructor(embedded: EmbeddedClickHouse) {
    super({ keepAlive: true, maxSockets: MOST_CONNECTIONS });
    this.#embedded = embedded;
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | undefined {
    this.#embedded.address().then(
      (address) => callback?.(null, connect(address)),
      // The callback's type wants a stream even with an error; Node does not look at it.
      (error) => callback?.(error, undefined as unknown as Duplex),
    );
    return undefined;
  }
}
