import { late } from "./late.ts";
import { GMap, GSet } from "./maps.ts";
import { charCode, compareDoubles, compareNumbers, isNumber } from "./numeric.ts";
import { Range } from "./range.ts";
import { fail } from "./throwable.ts";
import { Builder, Char, ClassRef, Dec, GString, isList, isTyped, Obj, type Value } from "./values.ts";

export function isText(value: Value): boolean {
  return typeof value === "string" || value instanceof GString;
}

/** Lists, ranges and arrays as an array, else undefined. */
export function sequence(value: Value): readonly Value[] | undefined {
  if (isList(value)) return value;
  if (value instanceof Range) return value.items;
  return isTyped(value) ? late.items(value) : undefined;
}

/** A character, or a text of one, as a number. */
function codeOf(value: Value): bigint | undefined {
  if (value instanceof Char) return charCode(value);
  return typeof value === "string" && value.length === 1 ? BigInt(value.charCodeAt(0)) : undefined;
}

/** Groovy's ==. */
export function equals(a: Value, b: Value): boolean {
  if (typeof a === "number" && typeof b === "number") return compareDoubles(a, b) === 0;
  if (a === b) return true;
  if (typeof a === "string" && typeof b === "string") return false;
  if (a === null || a === undefined || b === null || b === undefined) return (a ?? null) === (b ?? null);
  if (isNumber(a)) {
    if (isNumber(b)) return compareNumbers(a, b) === 0;
    const code = codeOf(b);
    return code !== undefined && compareNumbers(a, code) === 0;
  }
  if (isText(a) || a instanceof Char) {
    if (isText(b) || b instanceof Char) return late.text(a) === late.text(b);
    const code = codeOf(a);
    return code !== undefined && isNumber(b) && compareNumbers(code, b) === 0;
  }
  if (a instanceof Obj) return equalObjects(a, b);
  return equalCollections(a, b);
}

function equalObjects(a: Obj, b: Value): boolean {
  if (late.has(a, "compareTo") && b instanceof Obj && b.$class === a.$class && late.has(a, "$comparable"))
    return Number(late.call(a, "compareTo", [b])) === 0;
  return late.has(a, "equals") ? late.call(a, "equals", [b]) === true : false;
}

function equalCollections(a: Value, b: Value): boolean {
  const x = sequence(a);
  const y = sequence(b);
  if (x !== undefined && y !== undefined) return x.length === y.length && x.every((item, i) => equals(item, y[i]));
  if (a instanceof GMap && b instanceof GMap)
    return a.size === b.size && a.entries().every(({ key, value }) => b.has(key) && equals(value, b.get(key)));
  if (a instanceof GSet && b instanceof GSet) return a.size === b.size && a.items().every((item) => b.map.has(item));
  if (a instanceof ClassRef && b instanceof ClassRef) return a.name === b.name;
  return false;
}

/** Java's equals(): types must agree too, as for keys and `contains`. */
export function javaEquals(a: Value, b: Value): boolean {
  if (isNumber(a) && isNumber(b)) {
    if (typeof a !== typeof b || (typeof a === "object" && a.constructor !== b.constructor)) return false;
    if (a instanceof Dec && b instanceof Dec) return a.u === b.u && a.scale === b.scale;
  }
  if (isText(a) && isText(b) && typeof a !== typeof b) return false;
  return equals(a, b);
}

/** Groovy's <=>. */
export function compare(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return compareDoubles(a, b);
  if (typeof a === "bigint" && typeof b === "bigint") return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === "number" && b instanceof Dec) return compareDoubles(a, b.d);
  const left = a ?? null;
  const right = b ?? null;
  if (left === right) return 0;
  if (left === null) return -1;
  if (right === null) return 1;
  if (isNumber(left)) {
    if (isNumber(right)) return compareNumbers(left, right);
    const code = codeOf(right);
    if (code !== undefined) return compareNumbers(left, code);
  }
  const own = codeOf(left);
  if (own !== undefined && isNumber(right)) return compareNumbers(own, right);
  if (isText(left) || left instanceof Char) {
    if (isText(right) || right instanceof Char) return compareText(late.text(left), late.text(right));
  }
  return compareOthers(left, right);
}

/** String.compareTo: the difference of the first unequal characters, else of the lengths. */
export function compareText(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  for (let i = 0; i < most; i++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareOthers(a: Value, b: Value): number {
  if (typeof a === "boolean" && typeof b === "boolean") return a === b ? 0 : a ? 1 : -1;
  if (a instanceof Obj && late.has(a, "compareTo")) return Number(late.call(a, "compareTo", [b]));
  if (a instanceof Builder && b instanceof Builder) return compareText(a.text, b.text);
  if (equals(a, b)) return 0;
  return fail(
    "IllegalArgumentException",
    `Cannot compare ${late.call(a, "$className", [])} with value '${late.text(a)}' and ${late.call(b, "$className", [])} with value '${late.text(b)}'`,
  );
}
