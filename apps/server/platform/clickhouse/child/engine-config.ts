/**
 * The engine's configuration file (R7: without one it would take most of the machine's memory), sized for a program
 * that shares its machine with PostgreSQL, Node and a browser.
 */
export function engineConfig(memoryBytes: number): string {
  const megabyte = 1024 * 1024;
  const values = {
    max_server_memory_usage: memoryBytes,
    mark_cache_size: 64 * megabyte,
    uncompressed_cache_size: 0,
    index_mark_cache_size: 8 * megabyte,
    primary_index_cache_size: 64 * megabyte,
    mmap_cache_size: 100,
    compiled_expression_cache_size: 16 * megabyte,
    background_pool_size: 2,
    background_schedule_pool_size: 2,
    background_fetches_pool_size: 1,
    background_common_pool_size: 1,
    background_move_pool_size: 1,
    max_concurrent_queries: 32,
    // Its answer to memory pressure is to give back every page at once, at the price of every query.
    memory_worker_decay_adjustment_period_ms: 0,
    timezone: "UTC",
  };
  const lines = Object.entries(values).map(([name, value]) => `  <${name}>${value}</${name}>`);
  return `<clickhouse>\n${lines.join("\n")}\n</clickhouse>\n`;
}

/** What a query may take unless it says otherwise. */
export function defaultSettings(memoryBytes: number): ReadonlyMap<string, string> {
  return new Map([
    ["max_execution_time", "120"],
    ["max_memory_usage", String(Math.floor(memoryBytes * 0.6))],
    // Nobody reads the profile, and its signals interrupt every thread once a second.
    ["query_profiler_real_time_period_ns", "0"],
    ["query_profiler_cpu_time_period_ns", "0"],
  ]);
}
