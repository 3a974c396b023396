// The run-time as one object: what translated scripts call. `source.ts` makes one text of all its files for the sandbox.
import { at, getAt, putAt, range } from "./access.ts";
import { asType, cast, newArray, zeroOf } from "./cast.ts";
import { callClosure, shaped } from "./closures.ts";
import { create } from "./creation.ts";
import { decOf } from "./decimal.ts";
import { call, call0, call1, call2, callSpread } from "./dispatch.ts";
import { compare } from "./equality.ts";
import { catches, caught, failAssert, loopItems, parameter, part, thrown } from "./flow.ts";
import { hash } from "./hash.ts";
import { items } from "./iterate.ts";
import { late } from "./late.ts";
import { findRegex, isCase, matchRegex } from "./matching.ts";
import { isNumber, setNumberText, toInt } from "./numeric.ts";
import { callOwn, callStatic, classRef, construct, delegate, hasMethod, userText } from "./objects.ts";
import * as operators from "./operators.ts";
import { suits } from "./overloads.ts";
import { getProperty, getSpread, setProperty } from "./properties.ts";
import type { Range } from "./range.ts";
import { execute } from "./script.ts";
import { text } from "./text.ts";
import { truth } from "./truth.ts";
import { isInstance, KNOWN_CLASSES } from "./types.ts";
import { Big, Char, Float, GString, isList, Long, type Value } from "./values.ts";

late.call = call;
late.compare = compare;
late.hash = hash;
late.text = text;
late.items = items;
late.has = hasMethod;
late.property = getProperty;
late.setProperty = setProperty;
late.suits = (value, type) => suits(value, type) > 0;
late.userText = userText;
late.closureText = () => "Script1$_run_closure1@1b28cdfa";
late.hostText = (object) =>
  `[${Object.entries(object)
    .map(([key, value]) => `${key}:${text(value)}`)
    .join(", ")}]`;
late.rangeText = (range) => {
  const { written, from, to, reverse } = range as Range;
  if (written !== undefined) return `${written.first}..${written.exclusive ? "<" : ""}${written.last}`;
  return reverse ? `${text(to)}..${text(from)}` : `${text(from)}..${text(to)}`;
};
setNumberText(text);

const big = (value: string): Big => new Big(BigInt(value));
const long = (value: string): Long => new Long(BigInt(value));

/** An int variable takes this from any value. */
function intOf(value: Value): number {
  return typeof value === "bigint" ? Number(value) : Number(isNumber(value) ? toInt(value) : cast(value, "int"));
}

function doubleOf(value: Value): number {
  return typeof value === "number" ? value : Number(cast(value, "double"));
}

function stringOf(value: Value): Value {
  return typeof value === "string" ? value : cast(value, "String");
}

/** An element of a typed array as a JavaScript number. */
function numberAt(array: Value, index: number): number {
  return Number(getAt(array, BigInt(index)));
}

function putNumber(array: Float64Array | Int32Array, index: number, value: number): number {
  if (array !== null && index >= 0 && index < array.length) array[index] = value;
  else putAt(array, BigInt(index), array instanceof Int32Array ? BigInt(value) : value);
  return value;
}

function classNamed(name: string): Value {
  return KNOWN_CLASSES.get(name) ?? null;
}

function restArray(values: readonly Value[], type: string): Value {
  const [only] = values;
  return values.length === 1 && (isList(only) || isInstance(only, type)) ? cast(only, type) : cast([...values], type);
}

function spreadArgs(value: Value): Value[] {
  return value === null ? [] : [...items(value)];
}

export const library = {
  ...operators,
  at,
  getAt,
  putAt,
  range,
  asType,
  cast,
  newArray,
  zeroOf,
  callClosure,
  shaped,
  create,
  dec: decOf,
  big,
  long,
  call,
  call0,
  call1,
  call2,
  callSpread,
  catches,
  caught,
  failAssert,
  loopItems,
  parameter,
  part,
  thrown,
  items,
  findRegex,
  isCase,
  matchRegex,
  callOwn,
  callStatic,
  classRef,
  construct,
  delegate,
  getProperty,
  getSpread,
  setProperty,
  text,
  truth,
  isInstance,
  intOf,
  doubleOf,
  classNamed,
  spreadArgs,
  restArray,
  stringOf,
  numberAt,
  putNumber,
  isList,
  GString,
  Char,
  Float,
};

/** Runs a translated script; the sandbox calls this. */
export function run(
  program: Parameters<typeof execute>[1],
  host: Readonly<Record<string, unknown>> = {},
): ReturnType<typeof execute> {
  return execute(library, program, host);
}
