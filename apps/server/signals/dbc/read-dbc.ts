import { Worker } from "node:worker_threads";
import type { Dbc } from "@canopy/can/dbc/model";
import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { dbcErrors } from "@canopy/contract/signals/dbc-errors";
import { ApiError } from "../../platform/http/api-error.ts";
import { type DbcSummary, summaryOf } from "./dbc-summary.ts";

export interface DbcModel {
  readonly dbc: Dbc;
}

const WORKER = new URL("./read-dbc-worker.ts", import.meta.url);
/** Some milliseconds of the event loop. */
const SMALL_BYTES = 32 * 1024;
/** 200,000 signals take about two seconds; a file that takes much longer was made to. */
const LIMIT_MS = 30_000;
const HEAP_MB = 768;
/** More at once would only fight for the same cores and memory. */
const MAX_AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Contents of a file: counts, problems and search words. A small file is parsed sooner than a thread starts. */
export async function summariseDbc(bytes: Uint8Array, encoding: DbcEncoding | undefined): Promise<DbcSummary> {
  if (bytes.length <= SMALL_BYTES) return summaryOf(bytes, encoding);
  return inWorker<DbcSummary>({ bytes, encoding, want: "summary" });
}

/** The model of a file that is too large to be read on the event loop. */
export function parseInThread(bytes: Uint8Array, encoding: DbcEncoding): Promise<DbcModel> {
  return inWorker<DbcModel>({ bytes, encoding, want: "model" });
}

async function inWorker<Answer>(workerData: object): Promise<Answer> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await askWorker<Answer>(workerData);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function askWorker<Answer>(workerData: object): Promise<Answer> {
  const worker = new Worker(WORKER, { workerData, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  return new Promise<Answer>((resolve, reject) => {
    const tooComplex = () => reject(new ApiError(dbcErrors.dbcTooComplex, { values: { seconds: LIMIT_MS / 1000 } }));
    const timer = setTimeout(() => {
      tooComplex();
      void worker.terminate();
    }, LIMIT_MS);
    worker.once("message", (answer: Answer) => resolve(answer));
    worker.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") tooComplex();
      else reject(error);
    });
    worker.once("exit", (code) => {
      clearTimeout(timer);
      if (code !== 0) reject(new Error(`the reader of DBC files ended with ${code}`));
    });
  });
}
