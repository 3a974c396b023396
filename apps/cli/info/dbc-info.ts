import { INDEPENDENT_SIGNALS_ID, type Message } from "@canopy/can/dbc/model";
import { decodeDbcText } from "@canopy/can/dbc/parse/encoding";
import type { DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import { formatOf } from "@canopy/can/signal-file/format";
import { readSignalFile } from "@canopy/can/signal-file/read";
import { dbcSentence } from "../problem-lines.ts";
import { type Description, MAX_LISTED_PROBLEMS } from "./description.ts";

/** A section keyword at the beginning of a line; an LDF and an ARXML by their first word. */
export function looksLikeDbc(head: Uint8Array): boolean {
  const { text } = decodeDbcText(head.subarray(0, 65_536));
  if (formatOf(text) === "ldf" || text.includes("<AUTOSAR")) return true;
  return /^\s*(VERSION\s*"|NS_\s*:|BS_\s*:|BU_\s*:|BO_\s+\d+|CM_\s+"|VAL_TABLE_\s)/m.test(text);
}

export function describeDbc(bytes: Uint8Array, given: DbcEncoding | undefined): Description {
  const { dbc: whole, problems, encoding, format } = readSignalFile(bytes, given);
  // Not a message: the place where files keep signals that are in none.
  const isIndependent = ({ id, isDecodable }: Message): boolean => !isDecodable && id === INDEPENDENT_SIGNALS_ID;
  const dbc = { ...whole, messages: whole.messages.filter((message) => !isIndependent(message)) };
  const independent = whole.messages.filter(isIndependent).flatMap((message) => message.signals);
  const signals = dbc.messages.flatMap((message) => message.signals);
  const listed = problems.slice(0, MAX_LISTED_PROBLEMS);
  return {
    info: {
      kind: format,
      encoding,
      version: dbc.version,
      nodes: dbc.nodes.map((node) => node.name),
      messages: dbc.messages.length,
      extendedMessages: dbc.messages.filter((message) => message.isExtended).length,
      multiplexedMessages: dbc.messages.filter((m) => m.signals.some((signal) => signal.multiplexed !== null)).length,
      signals: signals.length,
      independentSignals: independent.length,
      signalsWithValueTexts: signals.filter((signal) => signal.values.length > 0).length,
      valueTables: dbc.valueTables.length,
      attributeDefinitions: dbc.attributeDefinitions.length,
      problemCount: problems.length,
      problems: listed,
    },
    problems: listed.map(dbcSentence),
    isBroken: problems.some((problem) => problem.severity === "error"),
  };
}
