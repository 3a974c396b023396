import { parseArxml } from "../arxml/parse.ts";
import { EMPTY_DBC } from "../dbc/model.ts";
import { decodeDbcText } from "../dbc/parse/encoding.ts";
import type { DbcEncoding } from "../dbc/parse/encodings.ts";
import { MAX_DBC_BYTES, type ParsedDbc, parseDbc, type ReadDbc, readDbc } from "../dbc/parse/parse.ts";
import { parseLdf } from "../ldf/parse.ts";
import { formatOf, type SignalFormat } from "./format.ts";

export interface ReadSignalFile extends ReadDbc {
  readonly format: SignalFormat;
}

/** A DBC, LDF or ARXML file as bytes, each into the same model. */
export function readSignalFile(bytes: Uint8Array, encoding?: DbcEncoding): ReadSignalFile {
  if (bytes.length > MAX_DBC_BYTES) return { ...readDbc(bytes, encoding), dbc: EMPTY_DBC, format: "dbc" };
  const decoded = decodeDbcText(bytes, encoding);
  const format = formatOf(decoded.text);
  if (format === "dbc") return { ...readDbc(bytes, encoding), format };
  return { ...parseSignalText(decoded.text), encoding: decoded.encoding, format };
}

/** For any text there is a model of the readable parts and a list of problems. */
export function parseSignalText(text: string): ParsedDbc {
  const format = formatOf(text);
  if (format === "arxml") return parseArxml(text);
  return format === "ldf" ? parseLdf(text) : parseDbc(text);
}
