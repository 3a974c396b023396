import type { ClickHouseClient, ClickHouseSettings } from "@clickhouse/client";

/** Longer than any page waits. */
const MAX_SECONDS = 60;

/**
 * A read ends when the caller goes away. A server of its own goes on for nobody unless it is told, and told that nothing is
 * written; the embedded one always ends.
 */
export const ENDS_WITH_CALLER = { cancel_http_readonly_queries_on_client_close: 1, readonly: "2" } as const;

/** The same client for one call of a page: its queries end when the caller goes away, and at the latest after a minute. */
export function cancelledBy(client: ClickHouseClient, signal: AbortSignal): ClickHouseClient {
  const bounded = <P extends { readonly clickhouse_settings?: ClickHouseSettings }>(params: P) => ({
    ...params,
    abort_signal: signal,
    clickhouse_settings: { ...ENDS_WITH_CALLER, max_execution_time: MAX_SECONDS, ...params.clickhouse_settings },
  });
  const query: ClickHouseClient["query"] = (params) => client.query(bounded(params));
  const exec: ClickHouseClient["exec"] = (params) => client.exec(bounded(params));
  return Object.create(client, { query: { value: query }, exec: { value: exec } });
}
