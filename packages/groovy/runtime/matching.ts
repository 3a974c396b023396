import { call1 } from "./closures.ts";
import { equals, isText, javaEquals } from "./equality.ts";
import { items } from "./iterate.ts";
import { late } from "./late.ts";
import { GMap, GSet } from "./maps.ts";
import { isNumber } from "./numeric.ts";
import { Range } from "./range.ts";
import { Matcher, regexOf } from "./regex.ts";
import { truth } from "./truth.ts";
import { isInstance } from "./types.ts";
import { Big, ClassRef, isFn, isList, isTyped, Obj, Pattern, type Value } from "./values.ts";

/** `case test:` and `value in test` */
export function isCase(test: Value, value: Value): boolean {
  if (test === null || test === undefined) return value === null || value === undefined;
  if (isNumber(test) || isText(test)) return equals(test, value);
  if (isFn(test)) return truth(call1(test, value));
  if (test instanceof ClassRef) return isInstance(value, boxed(test.simple.replace("$", ".")));
  if (test instanceof Range) return inRange(test, value);
  if (isList(test) || isTyped(test)) return items(test).some((item) => javaEquals(item, value));
  if (test instanceof GSet) return test.map.has(value);
  if (test instanceof GMap) return truth(test.get(value));
  if (test instanceof Pattern)
    return value !== null && value !== undefined && regexOf(test, true).test(late.text(value));
  if (test instanceof Obj && late.has(test, "isCase")) return truth(late.call(test, "isCase", [value]));
  return equals(test, value);
}

const BOXES: Readonly<Record<string, string>> = { int: "Integer", char: "Character" };

export function boxed(type: string): string {
  return /^[a-z]/.test(type) ? (BOXES[type] ?? type.charAt(0).toUpperCase() + type.slice(1)) : type;
}

/** A range of ints holds ints alone, any other what lies between its ends. */
function inRange(range: Range, value: Value): boolean {
  if (value === null || value === undefined) return false;
  if (range.whole !== undefined)
    return (typeof value === "bigint" || value instanceof Big) && range.size > 0 && between(range, value);
  return between(range, value);
}

function between(range: Range, value: Value): boolean {
  return late.compare(range.from, value) <= 0 && late.compare(value, range.to) <= 0;
}

/** `text =~ pattern` */
export function findRegex(value: Value, pattern: Value): Matcher {
  const of = pattern instanceof Pattern ? pattern : new Pattern(late.text(pattern));
  return new Matcher(of, late.text(value));
}

/** `text ==~ pattern` */
export function matchRegex(value: Value, pattern: Value): boolean {
  if (value === null || value === undefined) return false;
  const of = pattern instanceof Pattern ? pattern : late.text(pattern);
  return regexOf(of, true).test(late.text(value));
}
