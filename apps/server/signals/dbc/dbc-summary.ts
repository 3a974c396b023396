import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import type { DbcProblem } from "@canopy/can/dbc/parse/problem";
import type { SignalFormat } from "@canopy/can/signal-file/format";
import { readSignalFile } from "@canopy/can/signal-file/read";
import { dbcTerms } from "./dbc-terms.ts";

/** Metadata of a file beside its bytes. */
export interface DbcSummary {
  readonly encoding: DbcEncoding;
  readonly format: SignalFormat;
  readonly problems: readonly DbcProblem[];
  readonly messages: number;
  readonly signals: number;
  /** For the search. */
  readonly terms: readonly string[];
}

export function summaryOf(bytes: Uint8Array, given: DbcEncoding | undefined): DbcSummary {
  const { dbc, problems, encoding, format } = readSignalFile(bytes, given);
  const signals = dbc.messages.reduce((count, message) => count + message.signals.length, 0);
  return { encoding, format, problems, messages: dbc.messages.length, signals, terms: dbcTerms(dbc) };
}
