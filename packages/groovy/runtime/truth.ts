import { late } from "./late.ts";
import { GMap, GSet } from "./maps.ts";
import { Range } from "./range.ts";
import { Matcher } from "./regex.ts";
import { Big, Builder, Char, Dec, Float, GString, isList, isTyped, Long, Obj, Small, type Value } from "./values.ts";

/** Groovy truth. */
export function truth(value: Value): boolean {
  switch (typeof value) {
    case "boolean":
      return value;
    case "number":
      return value !== 0;
    case "bigint":
      return value !== 0n;
    case "string":
      return value.length > 0;
    case "object":
      return value !== null && objectTruth(value);
    default:
      return value !== undefined;
  }
}

function objectTruth(value: object): boolean {
  if (isList(value) || isTyped(value)) return value.length > 0;
  if (value instanceof GMap || value instanceof GSet || value instanceof Range) return value.size > 0;
  if (value instanceof GString) return late.text(value).length > 0;
  if (value instanceof Dec) return value.u !== 0n;
  if (value instanceof Long || value instanceof Big || value instanceof Small) return value.v !== 0n;
  if (value instanceof Float) return value.v !== 0;
  if (value instanceof Char) return value.c !== "\0";
  if (value instanceof Builder) return value.text.length > 0;
  if (value instanceof Matcher) return value.reset().find();
  if (value instanceof Obj && late.has(value, "asBoolean")) return late.call(value, "asBoolean", []) === true;
  return true;
}
