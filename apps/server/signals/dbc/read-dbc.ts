import type { Dbc } from "@canopy/can/dbc/model";
import { decodeDbcText } from "@canopy/can/dbc/parse/encoding";
import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { formatOf } from "@canopy/can/signal-file/format";
import { dbcErrors } from "@canopy/contract/signals/dbc-errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Reading, WorkerReader } from "../../platform/worker-reader.ts";
import { type DbcSummary, summaryOf } from "./dbc-summary.ts";

export interface DbcModel {
  readonly dbc: Dbc;
}

/** Some milliseconds of the event loop. */
const SMALL_BYTES = 32 * 1024;
/** 200,000 signals take about two seconds; a file that takes much longer was made to. */
const LIMIT_MS = 30_000;

const reader = new WorkerReader({
  worker: new URL("./read-dbc-worker.ts", import.meta.url),
  limitMs: LIMIT_MS,
  heapMb: 768,
  atOnce: 2,
  tooComplex: () => new ApiError(dbcErrors.dbcTooComplex, { values: { seconds: LIMIT_MS / 1000 } }),
});

/** Contents of a file: counts, problems and search words. A small file is parsed sooner than a thread starts. */
export async function summariseDbc(
  bytes: Uint8Array,
  encoding: DbcEncoding | undefined,
  reading: Reading,
): Promise<DbcSummary> {
  if (bytes.length <= SMALL_BYTES && !isArxml(bytes, encoding)) return summaryOf(bytes, encoding);
  return reader.read<DbcSummary>({ bytes, encoding, want: "summary" }, reading);
}

/** Its elements refer to each other: what it takes to read one is not told by its size. */
function isArxml(bytes: Uint8Array, encoding: DbcEncoding | undefined): boolean {
  return formatOf(decodeDbcText(bytes, encoding).text) === "arxml";
}

/** The model of a file that may take too long for the event loop. */
export function parseInThread(bytes: Uint8Array, encoding: DbcEncoding, reading: Reading): Promise<DbcModel> {
  return reader.read<DbcModel>({ bytes, encoding, want: "model" }, reading);
}
