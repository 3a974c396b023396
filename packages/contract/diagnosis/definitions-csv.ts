import { decodeDbcText } from "@canopy/can/dbc/parse/encoding";
import {
  type DefinedIdentifier,
  type DefinedRoutine,
  type DefinedValue,
  type EcuDefinitions,
  lengthOf,
} from "@canopy/can/uds/definitions/model";
import { cellsByName, csvDelimiter, parseCsv } from "../platform/csv.ts";
import { MAX_VALUES } from "./definitions.ts";

/** Of each row: an identifier with one of its values, or a routine. */
const COLUMNS = ["kind", "id", "name", "value", "byte", "shift", "bits", "type", "factor", "offset", "unit"] as const;
type Column = (typeof COLUMNS)[number];

interface DefinitionsCsv extends EcuDefinitions {
  readonly problems: { readonly line: number; readonly text: string }[];
}

/** An identifier while its rows are read. */
interface Rows {
  name: string;
  readonly values: DefinedValue[];
}

const TYPES = ["unsigned", "signed", "float", "text", "bytes"] as const;
const MAX_BYTE = 4095;

/** Undefined: no CSV, or without the columns `id` and `name`. */
export function readDefinitionsCsv(bytes: Uint8Array): DefinitionsCsv | undefined {
  const { text } = decodeDbcText(bytes);
  const lines = parseCsv(text, csvDelimiter(text));
  const head = lines?.[0]?.cells.map((cell) => cell.trim().toLowerCase());
  if (!lines || !head?.includes("id") || !head.includes("name")) return undefined;
  const columnsOf = cellsByName<Column>(head);
  const identifiers = new Map<number, Rows>();
  const routines = new Map<number, DefinedRoutine>();
  const problems: DefinitionsCsv["problems"] = [];
  for (const { line, cells } of lines.slice(1)) {
    const of = columnsOf(cells);
    const id = /^(?:0x)?([0-9a-f]{1,4})$/i.exec(of("id"))?.[1];
    const name = of("name").slice(0, 200);
    const kind = of("kind").toLowerCase() || "did";
    const value = kind === "did" ? definedOf(of) : null;
    if (id === undefined || name === "" || value === undefined || !["did", "routine"].includes(kind)) {
      problems.push({ line, text: cells.join(",").slice(0, 100) });
      continue;
    }
    const number = Number.parseInt(id, 16);
    if (kind === "routine") routines.set(number, { id: number, name });
    else addRow(identifiers, number, name, value);
  }
  return { identifiers: [...identifiers].map(identifierOf), routines: [...routines.values()], faults: [], problems };
}

/** The last name counts. One value too many is kept, so that whoever checks their number sees it. */
function addRow(identifiers: Map<number, Rows>, id: number, name: string, value: DefinedValue | null): void {
  const rows = identifiers.get(id) ?? { name, values: [] };
  rows.name = name;
  if (value && rows.values.length <= MAX_VALUES) rows.values.push(value);
  identifiers.set(id, rows);
}

const identifierOf = ([id, { name, values }]: [number, Rows]): DefinedIdentifier => ({
  ...{ id, name, length: lengthOf(values), values },
});

/** Null: the identifier has a name only; undefined: a field cannot be read. */
function definedOf(of: (column: Column) => string): DefinedValue | null | undefined {
  const bitsText = of("bits");
  if (bitsText === "" && of("type") === "") return null;
  const number = (column: Column, initial: number) => (of(column) === "" ? initial : Number(of(column)));
  const type = TYPES.find((one) => one === (of("type").toLowerCase() || "unsigned"));
  const bits = bitsText === "" ? null : Number(bitsText);
  const [byte, shift] = [number("byte", 0), number("shift", 0)];
  const [factor, offset] = [number("factor", 1), number("offset", 0)];
  const isWhole = [byte, shift, bits ?? 1].every((one) => Number.isInteger(one) && one >= 0 && one <= 8 * MAX_BYTE);
  if (!type || !isWhole || byte > MAX_BYTE || shift > 7 || bits === 0) return undefined;
  if (!Number.isFinite(factor) || !Number.isFinite(offset) || (bits === null && !["text", "bytes"].includes(type)))
    return undefined;
  const name = (of("value") || of("name")).slice(0, 200);
  const unit = of("unit").slice(0, 32);
  return { name, byte, shift, bits, type, isLittleEndian: false, factor, offset, unit, states: [] };
}
