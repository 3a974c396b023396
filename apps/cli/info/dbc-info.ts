import { readDbc } from "@canopy/can/dbc/parse";
import { type Description, MAX_LISTED_PROBLEMS } from "./description.ts";

/** A section keyword at the beginning of a line. */
export function looksLikeDbc(head: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(head.subarray(0, 65_536));
  return /^(ï»¿)?\s*(VERSION\s*"|NS_\s*:|BS_\s*:|BU_\s*:|BO_\s+\d+|CM_\s+"|VAL_TABLE_\s)/m.test(text);
}

export function describeDbc(bytes: Uint8Array): Description {
  const { dbc, problems, encoding } = readDbc(bytes);
  const signals = dbc.messages.flatMap((message) => message.signals);
  const listed = problems.slice(0, MAX_LISTED_PROBLEMS);
  return {
    info: {
      kind: "dbc",
      encoding,
      version: dbc.version,
      nodes: dbc.nodes.map((node) => node.name),
      messages: dbc.messages.length,
      extendedMessages: dbc.messages.filter((message) => message.isExtended).length,
      multiplexedMessages: dbc.messages.filter((m) => m.signals.some((signal) => signal.multiplexed !== null)).length,
      signals: signals.length,
      signalsWithValueTexts: signals.filter((signal) => signal.values.length > 0).length,
      valueTables: dbc.valueTables.length,
      attributeDefinitions: dbc.attributeDefinitions.length,
      problemCount: problems.length,
      problems: listed,
    },
    problems: listed.map(({ severity, code, line, column, subject }) => {
      return `${line}:${column}: ${severity}: ${code}${subject ? ` ${subject}` : ""}`;
    }),
    isBroken: problems.some((problem) => problem.severity === "error"),
  };
}
