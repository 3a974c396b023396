import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { readDbc } from "@canopy/can/dbc/parse/parse";
import type { DbcProblem } from "@canopy/can/dbc/parse/problem";
import { dbcTerms } from "./dbc-terms.ts";

/** Metadata of a file beside its bytes. */
export interface DbcSummary {
  readonly encoding: DbcEncoding;
  readonly problems: readonly DbcProblem[];
  readonly messages: number;
  readonly signals: number;
  /** For the search. */
  readonly terms: readonly string[];
}

export function summaryOf(bytes: Uint8Array, given: DbcEncoding | undefined): DbcSummary {
  const { dbc, problems, encoding } = readDbc(bytes, given);
  const signals = dbc.messages.reduce((count, message) => count + message.signals.length, 0);
  return { encoding, problems, messages: dbc.messages.length, signals, terms: dbcTerms(dbc) };
}
