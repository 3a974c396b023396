import { ordering } from "./arranging.ts";
import { newArray, toArray } from "./cast.ts";
import { format } from "./format.ts";
import { items } from "./iterate.ts";
import { late } from "./late.ts";
import { GMap } from "./maps.ts";
import { MATH } from "./math.ts";
import { int, type Table, table } from "./methods.ts";
import { NUMBER_STATICS } from "./number-statics.ts";
import { regexOf } from "./regex.ts";
import { isList, Pattern, type Value } from "./values.ts";

const s = (value: Value): string => late.text(value);

/** Static methods of Java's classes by their simple names. */
export const STATICS: Readonly<Record<string, Table>> = {
  Math: MATH,
  ...NUMBER_STATICS,
  String: table({
    format: (_, pattern, ...args) =>
      format(
        s(pattern),
        args.length === 1 && isList(args[0]) && (args[0] as { type?: string }).type !== undefined ? args[0] : args,
      ),
    valueOf: (_: Value, value: Value) => s(value),
    join: (_, separator, ...parts) =>
      (parts.length === 1 && isList(parts[0]) ? parts[0] : parts).map(s).join(s(separator)),
  }),
  Pattern: table({
    compile: (_, source, flags) => new Pattern(s(source), flagsOf(flags)),
    matches: (_, source, text) => regexOf(s(source), true).test(s(text)),
    quote: (_, text) => s(text).replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
  }),
  Collections: table({
    max: (_, all, order) => items(all).reduce((a, b) => (ordering(order)(a, b) >= 0 ? a : b)),
    min: (_, all, order) => items(all).reduce((a, b) => (ordering(order)(a, b) <= 0 ? a : b)),
    sort: (_, all, order) => nothing(items(all).sort(ordering(order))),
    reverse: (_, all) => nothing(items(all).reverse()),
    emptyList: () => [],
    emptyMap: () => new GMap(),
    nCopies: (_, count, value) => Array.from({ length: Number(count) }, () => value),
    frequency: (_, all, value) => int(items(all).filter((item) => late.compare(item, value) === 0).length),
    swap: (_, all, a, b) => {
      const list = items(all);
      [list[Number(a)], list[Number(b)]] = [list[Number(b)], list[Number(a)]];
      return null;
    },
    unmodifiableList: (_, all) => [...items(all)],
  }),
  Arrays: table({
    asList: (_, ...all) =>
      all.length === 1 && (isList(all[0]) || all[0] instanceof Float64Array || all[0] instanceof Int32Array)
        ? [...items(all[0])]
        : all,
    toString: (_: Value, all: Value) => s(items(all)),
    fill: (_, array, value) => {
      for (let i = 0; i < items(array).length; i++) late.call(array, "putAt", [int(i), value]);
      return null;
    },
    sort: (_, array) => nothing(late.call(array, "sort", [])),
    copyOf: (_, array, size) => {
      const made = newArray(array instanceof Float64Array ? "double" : array instanceof Int32Array ? "int" : "Object", [
        size,
      ]);
      for (const [at, item] of items(array).slice(0, Number(size)).entries()) late.call(made, "putAt", [int(at), item]);
      return made;
    },
    copyOfRange: (_, array, from, to) =>
      toArray(
        items(array).slice(Number(from), Number(to)),
        array instanceof Float64Array ? "double" : array instanceof Int32Array ? "int" : "Object",
      ),
    equals: (_, a, b) => late.compare(s(items(a)), s(items(b))) === 0,
  }),
  Objects: table({
    equals: (_, a, b) => late.text(a) === late.text(b),
    isNull: (_, a) => a === null,
    nonNull: (_, a) => a !== null,
  }),
};

/** The result of a method without one. */
function nothing(_done: Value): null {
  return null;
}

function flagsOf(flags: Value): string {
  const bits = Number(flags ?? 0n);
  return `${bits & 2 ? "i" : ""}${bits & 8 ? "m" : ""}${bits & 32 ? "s" : ""}`;
}
