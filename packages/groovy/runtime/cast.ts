import { isText, sequence } from "./equality.ts";
import { late } from "./late.ts";
import { GMap, GSet } from "./maps.ts";
import { charCode, isNumber, type Numeric, parseNumber, toDec, toDouble, toInt, toWhole } from "./numeric.ts";
import { shown } from "./text.ts";
import { fail } from "./throwable.ts";
import { truth } from "./truth.ts";
import { className, isInstance, KNOWN_CLASSES } from "./types.ts";
import { Big, Char, Float, isFn, JavaArray, Long, Obj, Small, type Value } from "./values.ts";

const NUMBERS: Readonly<Record<string, (value: Numeric) => Value>> = {
  int: toInt,
  Integer: toInt,
  double: toDouble,
  Double: toDouble,
  long: (value) => new Long(toWhole(value)),
  Long: (value) => new Long(toWhole(value)),
  float: (value) => new Float(toDouble(value)),
  Float: (value) => new Float(toDouble(value)),
  short: (value) => new Small(toWhole(value), "Short"),
  Short: (value) => new Small(toWhole(value), "Short"),
  byte: (value) => new Small(toWhole(value), "Byte"),
  Byte: (value) => new Small(toWhole(value), "Byte"),
  BigDecimal: toDec,
  BigInteger: (value) => new Big(toWhole(value)),
  Number: (value) => value,
};

export function isNumberType(type: string): boolean {
  return NUMBERS[type] !== undefined;
}

export function isPrimitive(type: string): boolean {
  return /^[a-z]/.test(type);
}

/** `(Type) value`, and what assigning to a variable of the type does. */
export function cast(value: Value, type: string): Value {
  if (value === undefined || value === null) return castNull(type);
  if (type === "Object" || type === "def") return value;
  const number = NUMBERS[type];
  if (number !== undefined) return castNumber(value, type, number);
  if (type === "boolean" || type === "Boolean") return truth(value);
  if (type === "String") return shown(value);
  if (type === "char" || type === "Character") return castChar(value, type);
  if (type.endsWith("[]")) return toArray(value, type.slice(0, -2));
  return castOther(value, type);
}

function castNull(type: string): Value {
  if (type === "boolean") return false;
  if (!isPrimitive(type) || type.endsWith("[]") || type === "def" || type === "void") return null;
  return fail(
    "GroovyCastException",
    `Cannot cast object 'null' with class 'null' to class '${type}'. Try '${boxOf(type)}' instead`,
  );
}

function boxOf(type: string): string {
  return (
    KNOWN_CLASSES.get({ int: "Integer", char: "Character" }[type] ?? type.charAt(0).toUpperCase() + type.slice(1))
      ?.name ?? type
  );
}

function castNumber(value: Value, type: string, make: (value: Numeric) => Value): Value {
  if (isNumber(value)) return make(value);
  if (value instanceof Char) return make(charCode(value));
  const plain = isText(value) ? late.text(value) : undefined;
  if (plain?.length === 1) return make(BigInt(plain.charCodeAt(0)));
  return refuse(value, type);
}

function castChar(value: Value, type: string): Value {
  if (value instanceof Char) return value;
  if (isNumber(value)) return new Char(String.fromCharCode(Number(toWhole(value) & 0xffffn)));
  const plain = late.text(value);
  return plain.length === 1 ? new Char(plain) : refuse(value, type);
}

function castOther(value: Value, type: string): Value {
  if (isInstance(value, type)) return value;
  const items = sequence(value) ?? (value instanceof GSet ? value.items() : undefined);
  if (items !== undefined) {
    const made = collectionOf(items, type);
    if (made !== undefined && !(type === "List" && value instanceof GSet)) return made;
  }
  return refuse(value, type);
}

export function refuse(value: Value, type: string): never {
  const target = KNOWN_CLASSES.get(type)?.name ?? type;
  fail(
    "GroovyCastException",
    `Cannot cast object '${late.text(value)}' with class '${className(value)}' to class '${target}'`,
  );
}

export function collectionOf(items: readonly Value[], type: string): Value {
  if (type === "List" || type === "ArrayList" || type === "LinkedList" || type === "Collection" || type === "Iterable")
    return [...items];
  if (type === "Set" || type === "LinkedHashSet") return new GSet("linked", items);
  if (type === "HashSet") return new GSet("hash", items);
  return type === "TreeSet" ? new GSet("tree", items) : undefined;
}

/** `value as Type` converts more than a cast does. */
export function asType(value: Value, type: string): Value {
  if (value === null || value === undefined) return null;
  if (isText(value)) {
    const plain = late.text(value);
    if (isNumberType(type)) return textAsNumber(plain, type);
    if (type === "List" || type === "ArrayList") return [...plain];
    if (type === "Set") return new GSet("linked", [...plain]);
    if (type === "String[]") return toArray([...plain], "String");
  }
  if (value instanceof GMap && (type === "Map" || type.endsWith("Map"))) return value;
  if (isFn(value) && /^[A-Z]/.test(type)) return value;
  if (value instanceof Obj && late.has(value, "asType")) return late.call(value, "asType", [KNOWN_CLASSES.get(type)]);
  const items = sequence(value) ?? (value instanceof GSet ? value.items() : undefined);
  const made = items === undefined || isInstance(value, type) ? undefined : collectionOf(items, type);
  return made ?? cast(value, type);
}

function textAsNumber(plain: string, type: string): Value {
  const boxed = boxOf(type).replace(/^.*\./, "");
  if (type === "BigDecimal" || type === "BigInteger") return parseNumber(plain.trim(), type);
  const make = NUMBERS[type];
  const read = parseNumber(plain, boxed === "Short" || boxed === "Byte" || boxed === "Number" ? "Integer" : boxed);
  return make === undefined ? read : make(read);
}

export function toArray(value: Value, type: string): Value {
  const items = sequence(value) ?? (value instanceof GSet ? value.items() : undefined);
  if (items === undefined) return refuse(value, `${type}[]`);
  if (type === "double") return Float64Array.from(items, (item) => Number(cast(item, "double")));
  if (type === "int") return Int32Array.from(items, (item) => Number(cast(item, "int")));
  return arrayOf(
    items.map((item) => cast(item, type)),
    type,
  );
}

export function arrayOf(items: readonly Value[], type: string): JavaArray {
  const made = new JavaArray();
  made.type = type;
  for (const item of items) made.push(item);
  return made;
}

const ZEROS: Readonly<Record<string, Value>> = {
  boolean: false,
  long: new Long(0n),
  float: new Float(0),
  short: new Small(0n, "Short"),
  byte: new Small(0n, "Byte"),
  char: new Char("\0"),
  int: 0n,
  double: 0,
};

/** What a variable or field of the type holds before it is set. */
export function zeroOf(type: string): Value {
  return ZEROS[type] ?? null;
}

/** Larger arrays would fill the sandbox at once. */
const MAX_ARRAY = 100_000_000;

/** `new type[n][m]` */
export function newArray(type: string, sizes: readonly Value[]): Value {
  const [first, ...rest] = sizes;
  const size = Number(cast(first, "int"));
  if (size < 0) fail("NegativeArraySizeException", String(size));
  if (size > MAX_ARRAY) fail("OutOfMemoryError", "Java heap space");
  if (rest.length > 0)
    return arrayOf(
      Array.from({ length: size }, () => newArray(type, rest)),
      `${type}[]`,
    );
  if (type === "double") return new Float64Array(size);
  if (type === "int") return new Int32Array(size);
  return arrayOf(
    Array.from({ length: size }, () => zeroOf(type)),
    type,
  );
}
