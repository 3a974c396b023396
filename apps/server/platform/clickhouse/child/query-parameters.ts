import { SqlError } from "./sql-error.ts";
import { lex } from "./sql-lexer.ts";

const NAME = /^[A-Za-z_]\w*$/;
const TYPE = /^[A-Za-z][\w ,.()'=-]*$/;

/**
 * Puts `{name:Type}` parameters in as typed constants. The engine's own binding is one at a time for the whole process
 * (R4) and races with itself; a quoted constant with a cast is what a server makes of a parameter, too.
 */
export function bindParameters(sql: string, values: ReadonlyMap<string, string>): string {
  if (!sql.includes("{")) return sql;
  const parts: string[] = [];
  let at = 0;
  for (const place of placeholders(sql)) {
    parts.push(sql.slice(at, place.start), constant(place.name, place.type, values.get(place.name)));
    at = place.end;
  }
  parts.push(sql.slice(at));
  return parts.join("");
}

interface Placeholder {
  readonly name: string;
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

function* placeholders(sql: string): Generator<Placeholder> {
  let open: { start: number; end: number; depth: number } | undefined;
  for (const token of lex(sql)) {
    if (token.kind !== "mark") continue;
    if (token.text === "{") open ??= token;
    else if (token.text === "}" && open !== undefined && token.depth === open.depth) {
      const inside = sql.slice(open.end, token.start);
      const colon = inside.indexOf(":");
      const name = inside.slice(0, colon).trim();
      const type = inside.slice(colon + 1).trim();
      // `{'a': 1}` is a map, not a parameter.
      if (colon > 0 && NAME.test(name) && TYPE.test(type)) yield { name, type, start: open.start, end: token.end };
      open = undefined;
    }
  }
}

const INTEGER_TYPE = /^U?Int(8|16|32|64)$/;
const INTEGER = /^-?\d{1,20}$/;

function constant(name: string, type: string, value: string | undefined): string {
  if (value === undefined) throw new SqlError(456, "UNKNOWN_QUERY_PARAMETER", `Substitution \`${name}\` is not set.`);
  if (type === "Identifier") return `\`${unescapeTsv(value).replace(/[\\`]/g, "\\$&")}\``;
  const typeName = quote(type);
  if (value === "\\N") return `_CAST(NULL, ${typeName})`;
  if (INTEGER_TYPE.test(type) && INTEGER.test(value)) return `_CAST(${value}, ${typeName})`;
  if (type.startsWith("Map("))
    throw new SqlError(457, "BAD_QUERY_PARAMETER", `Parameter \`${name}\`: a Map is not taken, give two arrays.`);
  if (type === "Bool" && !/^(true|false|0|1)$/i.test(value))
    throw new SqlError(457, "BAD_QUERY_PARAMETER", `Parameter \`${name}\` is not a Bool.`);
  // Arrays and tuples carry quoted constants with escapes of their own, which the cast reads.
  const text = /^(Array|Tuple|Nested)\(/.test(type) ? value : unescapeTsv(value);
  return `_CAST(${quote(text)}, ${typeName})`;
}

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", "0": "\0" };

/** Parameters travel as TSV fields. */
function unescapeTsv(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, character: string) => ESCAPES[character] ?? character);
}

const QUOTES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  "\0": "\\0",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A string constant in one line (R1). */
export function quote(text: string): string {
  return `'${text.replace(/[\\'\0\n\r\t]/g, (character) => QUOTES[character] ?? character)}'`;
}
