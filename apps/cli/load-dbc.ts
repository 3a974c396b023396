import { readFileSync } from "node:fs";
import type { Dbc } from "@canopy/can/dbc/model";
import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { readSignalFile } from "@canopy/can/signal-file/read";
import { ProblemLines } from "./problem-lines.ts";

/** Undefined: there is no message in it, or it is beyond a limit. Problems go to standard error. */
export function loadDbc(path: string, encoding: DbcEncoding | undefined): Dbc | undefined {
  const { dbc, problems } = readSignalFile(new Uint8Array(readFileSync(path)), encoding);
  const told = new ProblemLines(path);
  for (const problem of problems) told.dbc(problem);
  return dbc.messages.length > 0 ? dbc : undefined;
}
