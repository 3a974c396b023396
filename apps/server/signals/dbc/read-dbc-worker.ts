/** One DBC read away from the event loop: a hostile or huge file costs this thread, never the server's answers. */
import { parentPort, workerData } from "node:worker_threads";
import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { readSignalFile } from "@canopy/can/signal-file/read";
import { summaryOf } from "./dbc-summary.ts";

interface ParseRequest {
  readonly bytes: Uint8Array;
  readonly encoding: DbcEncoding | undefined;
  readonly want: "summary" | "model";
}

const { bytes, encoding, want } = workerData as ParseRequest;
parentPort?.postMessage(want === "model" ? { dbc: readSignalFile(bytes, encoding).dbc } : summaryOf(bytes, encoding));
