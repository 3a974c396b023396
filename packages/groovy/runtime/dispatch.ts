import { CLOSURE } from "./closure-methods.ts";
import { callClosure, noSignature } from "./closures.ts";
import { callHost } from "./host.ts";
import { items } from "./iterate.ts";
import { ARRAY, LIST, NUMBER_ARRAY, RANGE, SET } from "./list-methods.ts";
import { ENTRY, MAP } from "./map-methods.ts";
import { Entry, GMap, GSet } from "./maps.ts";
import type { Table } from "./methods.ts";
import { BIG_WHOLE, CHAR, DECIMAL, NUMBER, WHOLE } from "./number-methods.ts";
import { BOOLEAN, BUILDER, CLASS, MATCHER, OBJECT, PATTERN, THROWABLE } from "./object-methods.ts";
import { callOwn, callStatic, getOwn, setOwn } from "./objects.ts";
import { Range } from "./range.ts";
import { Matcher } from "./regex.ts";
import { STATICS } from "./statics.ts";
import { STRING } from "./string-methods.ts";
import { fail, Throwable } from "./throwable.ts";
import { className } from "./types.ts";
import {
  Big,
  Builder,
  Char,
  ClassRef,
  Dec,
  Float,
  GString,
  isFn,
  isList,
  JavaArray,
  Long,
  Obj,
  Pattern,
  Small,
  UserClassRef,
  type Value,
} from "./values.ts";

/** Methods that null answers. */
const ON_NULL = new Set(
  "toString equals is each eachWithIndex collect any every find findAll inject grep asBoolean asType with inspect iterator isCase hashCode getClass".split(
    " ",
  ),
);

function tableOf(value: Value): Table {
  switch (typeof value) {
    case "number":
      return NUMBER;
    case "bigint":
      return WHOLE;
    case "boolean":
      return BOOLEAN;
    case "string":
      return STRING;
    case "function":
      return CLOSURE;
    case "object":
      return value === null ? OBJECT : objectTable(value);
    default:
      return OBJECT;
  }
}

function objectTable(value: object): Table {
  if (isList(value)) return value instanceof JavaArray ? ARRAY : LIST;
  if (value instanceof GMap) return MAP;
  if (value instanceof Float64Array || value instanceof Int32Array) return NUMBER_ARRAY;
  if (value instanceof GString) return STRING;
  if (value instanceof Dec) return DECIMAL;
  if (value instanceof Big) return BIG_WHOLE;
  if (value instanceof Float) return NUMBER;
  if (value instanceof Long || value instanceof Small) return WHOLE;
  if (value instanceof Entry) return ENTRY;
  if (value instanceof GSet) return SET;
  if (value instanceof Range) return RANGE;
  if (value instanceof Char) return CHAR;
  return rareTable(value);
}

function rareTable(value: object): Table {
  if (value instanceof Throwable) return THROWABLE;
  if (value instanceof Matcher) return MATCHER;
  if (value instanceof Pattern) return PATTERN;
  if (value instanceof Builder) return BUILDER;
  return value instanceof ClassRef ? CLASS : OBJECT;
}

/** `self.name(…args)` */
export function call(self: Value, name: string, args: readonly Value[]): Value {
  if (self === null || self === undefined) return onNull(name, args);
  if (self instanceof Obj) {
    const own = callOwn(self, name, args);
    if (own !== undefined) return own.value;
    const field = getOwn(self, name);
    if (field !== undefined && isFn(field.value)) return callClosure(field.value, args);
    const accessed = accessor(self, name, args);
    if (accessed !== undefined) return accessed.value;
  }
  if (self instanceof ClassRef) {
    const found = self instanceof UserClassRef ? callStatic(self.of, name, args) : undefined;
    if (found !== undefined) return found.value;
    const method = STATICS[self.simple]?.[name];
    if (method !== undefined) return method(self, ...args);
  }
  const method = tableOf(self)[name] ?? OBJECT[name];
  if (method !== undefined) return method(self, ...args);
  return byValue(self, name, args);
}

/** getX(), isX() and setX(value) of a property that has none of its own. */
function accessor(self: Obj, name: string, args: readonly Value[]): { value: Value } | undefined {
  const parts = /^(get|is|set)([A-Z].*)$/.exec(name);
  if (parts === null || args.length !== (parts[1] === "set" ? 1 : 0)) return undefined;
  const [, kind, rest = ""] = parts;
  const property = rest.charAt(0).toLowerCase() + rest.slice(1);
  if (!(property in self.f)) return undefined;
  if (kind !== "set") return getOwn(self, property);
  setOwn(self, property, args[0]);
  return { value: null };
}

function onNull(name: string, args: readonly Value[]): Value {
  const method = ON_NULL.has(name) ? OBJECT[name] : undefined;
  if (method === undefined) return fail("NullPointerException", `Cannot invoke method ${name}() on null object`);
  return method(null, ...args);
}

/** Closures in maps, functions of host objects, getters of maps. */
function byValue(self: Value, name: string, args: readonly Value[]): Value {
  if (self instanceof GMap && isFn(self.get(name))) return callClosure(self.get(name), args);
  if (typeof self === "object" && self !== null && isHostObject(self)) {
    const found = callHost(self, name, args);
    if (found !== undefined) return found.value;
  }
  return noSignature(self instanceof ClassRef ? self.name : className(self), name, args, self instanceof ClassRef);
}

/** A plain object, also one that another context of the engine made. */
export function isHostObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export function call0(self: Value, name: string): Value {
  const method = fast(self, name);
  return method === undefined ? call(self, name, []) : method(self);
}

export function call1(self: Value, name: string, a: Value): Value {
  const method = fast(self, name);
  return method === undefined ? call(self, name, [a]) : method(self, a);
}

export function call2(self: Value, name: string, a: Value, b: Value): Value {
  const method = fast(self, name);
  return method === undefined ? call(self, name, [a, b]) : method(self, a, b);
}

function fast(self: Value, name: string): Table[string] | undefined {
  if (typeof self === "number") return NUMBER[name];
  if (typeof self === "bigint") return WHOLE[name];
  if (typeof self === "string") return STRING[name];
  if (isList(self)) return self instanceof JavaArray ? ARRAY[name] : LIST[name];
  return self instanceof Float64Array ? NUMBER_ARRAY[name] : undefined;
}

/** `list*.name(…)` */
export function callSpread(self: Value, name: string, args: readonly Value[]): Value {
  if (self === null || self === undefined) return null;
  return items(self).map((item) => (item === null ? null : call(item, name, args)));
}

export const TABLES: Readonly<Record<string, Table>> = {
  "Object (every value)": OBJECT,
  List: LIST,
  Range: RANGE,
  "array of objects": ARRAY,
  "int[], double[]": NUMBER_ARRAY,
  Set: SET,
  Map: MAP,
  "Map.Entry": ENTRY,
  "String, GString": STRING,
  "Double, Float": NUMBER,
  "Integer, Long": WHOLE,
  BigDecimal: DECIMAL,
  BigInteger: BIG_WHOLE,
  Boolean: BOOLEAN,
  Character: CHAR,
  Closure: CLOSURE,
  "StringBuilder, StringBuffer": BUILDER,
  Pattern: PATTERN,
  Matcher: MATCHER,
  Throwable: THROWABLE,
  Class: CLASS,
};
