import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";

/** Longer than any page waits. */
const MAX_SECONDS = 60;

const SETTINGS = {
  // A server of its own goes on reading for nobody unless it is told, and told that nothing is written; the embedded one
  // always ends.
  cancel_http_readonly_queries_on_client_close: 1,
  readonly: "2",
  max_execution_time: MAX_SECONDS,
} as const;

/** The same client for one call of a page: its queries end when the caller goes away, and at the latest after a minute. */
export function cancelledBy(client: ClickHouseClient, signal: AbortSignal): ClickHouseClient {
  const bounded = <P extends { readonly clickhouse_settings?: ClickHouseSettings }>(params: P) => ({
    ...params,
    abort_signal: signal,
    clickhouse_settings: { ...SETTINGS, ...params.clickhouse_settings },
  });
  const query: ClickHouseClient["query"] = (params) => client.query(bounded(params));
  const exec: ClickHouseClient["exec"] = (params) => client.exec(bounded(params));
  return Object.create(client, { query: { value: query }, exec: { value: exec } });
}
