/** One file of an ECU read away from the event loop. */
import { parentPort, workerData } from "node:worker_threads";
import { readCodes } from "./codes/read-codes.ts";
import { readDefinitions } from "./definitions/read-definitions.ts";
import type { DiagnosisFile } from "./read-files.ts";

const { kind, bytes } = workerData as DiagnosisFile;
parentPort?.postMessage(kind === "codes" ? readCodes(bytes) : readDefinitions(Buffer.from(bytes)));
