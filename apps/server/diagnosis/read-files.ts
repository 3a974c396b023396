import { ecuErrors } from "@canopy/contract/diagnosis/ecu-errors";
import { ApiError } from "../platform/http/api-error.ts";
import { type Reading, WorkerReader } from "../platform/worker-reader.ts";
import { type CodesRead, readCodes } from "./codes/read-codes.ts";
import { type DefinitionsRead, kindOf, readDefinitions } from "./definitions/read-definitions.ts";

/** What a worker is asked to read. */
export interface DiagnosisFile {
  readonly kind: "definitions" | "codes";
  readonly bytes: Uint8Array;
}

/** A CSV up to here is read sooner than a thread starts; how long ODX takes is not told by its size. */
const SMALL_BYTES = 64 * 1024;
/** A package of 48 MB takes about ten seconds; a file that takes much longer was made to. */
const LIMIT_MS = 60_000;

const reader = new WorkerReader<DiagnosisFile>({
  worker: new URL("./read-files-worker.ts", import.meta.url),
  limitMs: LIMIT_MS,
  heapMb: 1536,
  atOnce: 1,
  tooComplex: () => new ApiError(ecuErrors.fileTooComplex, { values: { seconds: LIMIT_MS / 1000 } }),
});

export async function readDefinitionsAside(bytes: Buffer, reading: Reading): Promise<DefinitionsRead> {
  if (bytes.length <= SMALL_BYTES && kindOf(bytes) === "csv") return readDefinitions(bytes);
  return reader.read<DefinitionsRead>({ kind: "definitions", bytes }, reading);
}

export async function readCodesAside(bytes: Buffer, reading: Reading): Promise<CodesRead> {
  if (bytes.length <= SMALL_BYTES) return readCodes(bytes);
  return reader.read<CodesRead>({ kind: "codes", bytes }, reading);
}
