import { decText } from "./decimal.ts";
import { late } from "./late.ts";
import { Entry, GMap, GSet } from "./maps.ts";
import { Range } from "./range.ts";
import { Throwable } from "./throwable.ts";
import {
  Big,
  Builder,
  Char,
  ClassRef,
  Dec,
  Float,
  GString,
  isList,
  isTyped,
  Long,
  Obj,
  Pattern,
  Small,
  type Value,
} from "./values.ts";

/** Double.toString: the shortest digits that give the number back, with an exponent under 10^-3 and from 10^7. */
export function doubleText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) {
    const text = String(value);
    return text.includes(".") ? text : `${text}.0`;
  }
  // Java has two digits at least, and of those the nearest: 4.9E-324, not 5.0E-324.
  const short = value.toExponential();
  const [mantissa = "", exponent = "0"] = (/^-?\d(?:e|$)/.test(short) ? value.toExponential(1) : short).split("e");
  return `${mantissa.includes(".") ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
}

export function floatText(value: number): string {
  if (!Number.isFinite(value) || value === 0) return doubleText(value);
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return doubleText(short);
  }
  return doubleText(value);
}

/** As println, GStrings and `+` show a value: a range by its items. */
export function shown(value: Value): string {
  return text(value instanceof Range ? [...value.items] : value);
}

/** toString() of a value. */
export function text(value: Value): string {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return doubleText(value);
    case "bigint":
    case "boolean":
      return String(value);
    case "function":
      return late.closureText(value as never);
    case "object":
      return value === null ? "null" : objectText(value);
    default:
      return value === undefined ? "null" : String(value);
  }
}

function objectText(value: object): string {
  if (isList(value)) return `[${value.map((item) => (item === value ? "(this Collection)" : text(item))).join(", ")}]`;
  if (value instanceof GString) return gstringText(value);
  if (value instanceof Dec) return decText(value);
  if (value instanceof Long || value instanceof Big || value instanceof Small) return String(value.v);
  if (value instanceof Char) return value.c;
  if (value instanceof GMap) return mapText(value, text);
  if (value instanceof GSet) return text(value.items());
  if (value instanceof Range) return late.rangeText(value);
  return otherText(value);
}

function otherText(value: object): string {
  if (value instanceof Float) return floatText(value.v);
  if (isTyped(value)) return text(late.items(value));
  if (value instanceof Builder) return value.text;
  if (value instanceof Entry) return `${text(value.key)}=${text(value.value)}`;
  if (value instanceof Pattern) return value.source;
  if (value instanceof ClassRef) return `class ${value.name}`;
  if (value instanceof Obj) return late.userText(value);
  if (value instanceof Throwable) return value.text === null ? value.type.full : `${value.type.full}: ${value.text}`;
  return late.hostText(value);
}

export function gstringText(value: GString): string {
  let result = value.texts[0] ?? "";
  for (let i = 0; i < value.values.length; i++) {
    const one = value.values[i];
    result += shown(typeof one === "function" ? one() : one) + (value.texts[i + 1] ?? "");
  }
  return result;
}

function mapText(map: GMap, show: (value: Value) => string): string {
  if (map.size === 0) return "[:]";
  const shown = (value: Value) => (value === map ? "(this Map)" : show(value));
  return `[${map
    .entries()
    .map((entry) => `${shown(entry.key)}:${shown(entry.value)}`)
    .join(", ")}]`;
}

/** inspect(): as `text`, with strings quoted. */
export function inspect(value: Value): string {
  if (typeof value === "string" || value instanceof GString || value instanceof Char) {
    const plain = text(value)
      .replaceAll("\\", "\\\\")
      .replaceAll("\n", "\\n")
      .replaceAll("\r", "\\r")
      .replaceAll("\t", "\\t");
    return `'${plain.replaceAll("'", "\\'")}'`;
  }
  if (isList(value)) return `[${value.map(inspect).join(", ")}]`;
  if (value instanceof GSet) return inspect(value.items());
  if (value instanceof GMap) return mapText(value, inspect);
  return text(value);
}
