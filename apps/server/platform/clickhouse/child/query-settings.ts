import { quote } from "./query-parameters.ts";
import { SqlError } from "./sql-error.ts";

/** Names in the address of a request that are not settings of the engine. */
const OF_THE_REQUEST = new Set([
  "query",
  "query_id",
  "database",
  "default_format",
  "user",
  "password",
  "role",
  "session_id",
  "session_timeout",
  "session_check",
  "enable_http_compression",
  "http_zlib_compression_level",
  "compress",
  "decompress",
  "wait_end_of_query",
  "buffer_size",
  "quota_key",
  "stacktrace",
]);

export type Settings = ReadonlyMap<string, string>;

/** Everything else in the address, as with a server. */
export function settingsOf(address: URLSearchParams): Settings {
  const settings = new Map<string, string>();
  for (const [name, value] of address) {
    if (OF_THE_REQUEST.has(name) || name.startsWith("param_")) continue;
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new SqlError(
        115,
        "UNKNOWN_SETTING",
        `Setting ${JSON.stringify(name)} is neither a builtin nor a custom one.`,
      );
    settings.set(name, value);
  }
  return settings;
}

export function parametersOf(address: URLSearchParams): Map<string, string> {
  const entries = [...address].filter(([name]) => name.startsWith("param_"));
  return new Map(entries.map(([name, value]) => [name.slice("param_".length), value]));
}

/** `a = 1, b = 'x'`. A part of the statement, so that it ends with the statement and cannot stick to the session. */
export function settingsList(settings: Settings, except: ReadonlySet<string> = new Set()): string {
  return [...settings]
    .filter(([name]) => !except.has(name))
    .map(([name, value]) => `${name} = ${/^-?\d+(\.\d+)?$/.test(value) ? value : quote(value)}`)
    .join(", ");
}
