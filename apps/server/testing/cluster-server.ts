/**
 * A ClickHouse server for tests. The library that npm has of the engine also contains `clickhouse local`, which listens
 * when told to; chdb itself has no way to start it, hence the foreign function. Ends with its standard input. Runs on the
 * engine's own Node, perhaps an emulated one: only what is named in the arguments is loaded.
 */
import { createRequire } from "node:module";

const [resolveFrom = "", library = "", configFile = ""] = process.argv.slice(2);
const { open, load, DataType } = createRequire(resolveFrom)("ffi-rs");

const QUERY = `SYSTEM START LISTEN TCP; SYSTEM START LISTEN HTTP;
  SELECT count() FROM file('stdin', 'LineAsString', 'line String')`;

open({ library: "chdb", path: library });
const words = ["clickhouse", `--config-file=${configFile}`, `--query=${QUERY}`];
load({
  library: "chdb",
  funcName: "chdb_query_cmdline",
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [words.length, words],
});
