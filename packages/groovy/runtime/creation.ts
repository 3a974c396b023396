import { cast } from "./cast.ts";
import { decOf } from "./decimal.ts";
import { isText } from "./equality.ts";
import { items } from "./iterate.ts";
import { late } from "./late.ts";
import { GMap, GSet, type Order } from "./maps.ts";
import { MathContext, modeOf } from "./number-methods.ts";
import { isNumber, parseNumber, toDec, toDouble } from "./numeric.ts";
import { EXCEPTIONS, fail, Throwable } from "./throwable.ts";
import { Big, Builder, Dec, Obj, type UserClass, type Value } from "./values.ts";

const ORDERS: Readonly<Record<string, Order>> = { LinkedHash: "linked", Hash: "hash", Tree: "tree" };

const OBJECT_CLASS: UserClass = {
  name: "java.lang.Object",
  fields: {},
  methods: {},
  statics: {},
  constructors: [],
  staticFields: {},
  initialize: () => {},
};

/** `new Type(…)` of a class of Java. */
export function create(type: string, args: readonly Value[]): Value {
  if (EXCEPTIONS.has(type)) return exception(type, args);
  const [first, second] = args;
  const collection = /^(LinkedHash|Hash|Tree)(Map|Set)$/.exec(type);
  if (collection !== null) return mapOrSet(ORDERS[collection[1] ?? ""] ?? "linked", collection[2] === "Map", first);
  if (type === "ArrayList" || type === "LinkedList" || type === "Stack")
    return first === undefined || isNumber(first) ? [] : [...items(first)];
  if (type === "StringBuilder" || type === "StringBuffer")
    return new Builder(first === undefined || isNumber(first) ? "" : late.text(first), type);
  if (type === "BigDecimal") return isText(first) ? decimalOf(late.text(first)) : exactDecimal(first);
  if (type === "BigInteger")
    return second === undefined
      ? parseNumber(late.text(first), "BigInteger")
      : radixBig(late.text(first), Number(second));
  if (type === "MathContext") return new MathContext(Number(first), second === undefined ? "HALF_UP" : modeOf(second));
  if (type === "String") return first === undefined ? "" : late.text(first);
  if (type === "Object") return new Obj(OBJECT_CLASS);
  if (/^(Integer|Long|Double|Float|Boolean|Short|Byte)$/.test(type))
    return isText(first) ? parseNumber(late.text(first), type) : cast(first, type);
  return fail(
    "GroovyRuntimeException",
    `Could not find matching constructor for: ${type}(${args.map((arg) => late.call(arg, "$className", [])).join(", ")})`,
  );
}

function radixBig(text: string, radix: number): Big {
  let value = 0n;
  for (const digit of text.replace("-", "")) value = value * BigInt(radix) + BigInt(Number.parseInt(digit, radix));
  return new Big(text.startsWith("-") ? -value : value);
}

function exception(type: string, args: readonly Value[]): Throwable {
  const [first, second] = args;
  if (first instanceof Throwable) return new Throwable(type, late.text(first), first);
  return new Throwable(type, first === undefined || first === null ? null : late.text(first), second ?? null);
}

function mapOrSet(order: Order, isMap: boolean, from: Value): Value {
  const source = isNumber(from) ? undefined : from;
  if (!isMap) return new GSet(order, source === undefined ? [] : items(source));
  const map = new GMap(order);
  if (source instanceof GMap) for (const { key, value } of source.entries()) map.put(key, value);
  return map;
}

function decimalOf(text: string): Dec {
  return /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? decOf(text) : fail("NumberFormatException", null);
}

/** new BigDecimal(double): every digit of the binary value. */
function exactDecimal(value: Value): Dec {
  if (!isNumber(value)) return fail("IllegalArgumentException", null);
  if (typeof value !== "number") return toDec(value);
  let scale = 0;
  let scaled = toDouble(value);
  if (!Number.isFinite(scaled)) return fail("NumberFormatException", "Infinite or NaN");
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    scale++;
  }
  return new Dec(BigInt(scaled) * 5n ** BigInt(scale), scale);
}
