import { cast } from "./cast.ts";
import { isText } from "./equality.ts";
import { items } from "./iterate.ts";
import { late } from "./late.ts";
import { Entry, GMap, GSet } from "./maps.ts";
import { isNumber, toInt } from "./numeric.ts";
import { Range } from "./range.ts";
import { Matcher } from "./regex.ts";
import { fail } from "./throwable.ts";
import { Builder, GString, isList, isTyped, JavaArray, type Value } from "./values.ts";

export function indexOf(value: Value): number {
  if (typeof value === "bigint") return Number(value);
  return isNumber(value) ? Number(toInt(value)) : Number(cast(value, "int"));
}

/** `object[index]` */
export function getAt(object: Value, index: Value): Value {
  if (isList(object)) return fromList(object, index);
  if (object instanceof GMap) return object.get(index);
  if (isTyped(object)) return fromTyped(object, index);
  if (typeof object === "string" || object instanceof GString) return fromText(late.text(object), index);
  if (object instanceof Range) return fromList(object.items, index);
  if (object instanceof Matcher) return fromMatcher(object, index);
  if (object instanceof GSet) return fromList(object.items(), index);
  if (object instanceof Builder) return fromText(object.text, index);
  return isText(index) && !(object === null || object === undefined) && !late.has(object as never, "getAt")
    ? late.property(object, late.text(index))
    : late.call(object, "getAt", [index]);
}

/** An index in a JavaScript number, of an int variable. */
export function at(object: Value, index: number): Value {
  if (object instanceof Float64Array && index >= 0 && index < object.length) return object[index];
  if (isList(object) && index >= 0) return index < object.length ? object[index] : beyond(object, index);
  return getAt(object, BigInt(index));
}

function fromList(list: readonly Value[], index: Value): Value {
  if (index instanceof Range) return slice(list, index);
  if (isList(index))
    return index.flatMap((one) =>
      isList(one) || one instanceof Range ? (fromList(list, one) as Value[]) : [fromList(list, one)],
    );
  const given = indexOf(index);
  const place = given < 0 ? given + list.length : given;
  if (place < 0) return fail("ArrayIndexOutOfBoundsException", negative(list, given));
  return place < list.length ? list[place] : beyond(list, given);
}

function negative(list: readonly Value[], given: number): string {
  return `Negative array index [${given}] too large for array size ${list.length}`;
}

/** A list gives null behind its end, an array fails. */
function beyond(list: readonly Value[], index: number): Value {
  if (!(list instanceof JavaArray)) return null;
  return fail("ArrayIndexOutOfBoundsException", `Index ${index} out of bounds for length ${list.length}`);
}

function fromTyped(array: Float64Array | Int32Array, index: Value): Value {
  if (index instanceof Range || isList(index)) return fromList(items(array), index);
  const given = indexOf(index);
  const place = given < 0 ? given + array.length : given;
  if (place < 0) return fail("ArrayIndexOutOfBoundsException", negative(items(array), given));
  const value = array[place];
  if (value === undefined)
    return fail("ArrayIndexOutOfBoundsException", `Index ${given} out of bounds for length ${array.length}`);
  return array instanceof Int32Array ? BigInt(value) : value;
}

/** First place and the one after the last of a range in something of that size, as Groovy counts them. */
export function bounds(range: Range, size: number): { from: number; to: number; reverse: boolean } {
  const { first, last, exclusive } = range.written ?? {
    first: indexOf(range.reverse ? range.to : range.from),
    last: indexOf(range.reverse ? range.from : range.to),
    exclusive: false,
  };
  const from = first < 0 ? first + size : first;
  const to = last < 0 ? last + size : last;
  if (from > to) return { from: exclusive ? to + 1 : to, to: from + 1, reverse: true };
  return { from, to: exclusive ? to : to + 1, reverse: false };
}

function slice(list: readonly Value[], range: Range): Value[] {
  if (range.size === 0) return [];
  const { from, to, reverse } = bounds(range, list.length);
  if (from < 0 || to > list.length)
    return fail("IndexOutOfBoundsException", from < 0 ? `fromIndex = ${from}` : `toIndex = ${to}`);
  const part = list.slice(from, to);
  return reverse ? part.reverse() : part;
}

function fromText(text: string, index: Value): Value {
  if (index instanceof Range) {
    if (index.size === 0) return "";
    const { from, to, reverse } = bounds(index, text.length);
    if (from < 0 || to > text.length)
      return fail("StringIndexOutOfBoundsException", `begin ${from}, end ${to}, length ${text.length}`);
    const part = text.slice(from, to);
    return reverse ? [...part].reverse().join("") : part;
  }
  if (isList(index)) return index.map((one) => late.text(fromText(text, one))).join("");
  const given = indexOf(index);
  const place = given < 0 ? given + text.length : given;
  if (place < 0) return fail("ArrayIndexOutOfBoundsException", negative([...text], given));
  if (place >= text.length)
    return fail("StringIndexOutOfBoundsException", `begin ${place}, end ${place + 1}, length ${text.length}`);
  return text.charAt(place);
}

function fromMatcher(matcher: Matcher, index: Value): Value {
  const all = matcher.all();
  if (isList(index) || index instanceof Range) return fromList(all, index);
  const given = indexOf(index);
  const place = given < 0 ? given + all.length : given;
  return place >= 0 && place < all.length
    ? all[place]
    : fail("IndexOutOfBoundsException", `index is out of range ${given} (index = ${given})`);
}

/** `object[index] = value` */
export function putAt(object: Value, index: Value, value: Value): Value {
  if (isList(object)) putInList(object, index, value);
  else if (object instanceof GMap) object.put(index, value);
  else if (isTyped(object)) putInTyped(object, index, value);
  else if (isText(index) && object instanceof Entry === false && !isText(object) && object !== null)
    late.setProperty(object, late.text(index), value);
  else late.call(object, "putAt", [index, value]);
  return value;
}

function putInList(list: Value[], index: Value, value: Value): void {
  if (index instanceof Range) {
    const { from, to } = bounds(index, list.length);
    list.splice(from, index.size === 0 ? 0 : to - from, ...(isList(value) ? value : [value]));
    return;
  }
  const given = indexOf(index);
  const place = given < 0 ? given + list.length : given;
  if (place < 0) fail("ArrayIndexOutOfBoundsException", negative(list, given));
  if (list instanceof JavaArray) {
    if (place >= list.length)
      fail("ArrayIndexOutOfBoundsException", `Index ${given} out of bounds for length ${list.length}`);
    list[place] = cast(value, list.type);
    return;
  }
  while (list.length < place) list.push(null);
  list[place] = value;
}

function putInTyped(array: Float64Array | Int32Array, index: Value, value: Value): void {
  const given = indexOf(index);
  const place = given < 0 ? given + array.length : given;
  if (place < 0) fail("ArrayIndexOutOfBoundsException", negative(items(array), given));
  if (place >= array.length)
    fail("ArrayIndexOutOfBoundsException", `Index ${given} out of bounds for length ${array.length}`);
  array[place] = Number(cast(value, array instanceof Int32Array ? "int" : "double"));
}

/** `from..to` and `from..<to` */
export function range(from: Value, to: Value, exclusive: boolean): Range {
  if (typeof from === "bigint" && typeof to === "bigint") return wholeRange(from, to, exclusive);
  return steppedRange(from, to, exclusive);
}

const MAX_RANGE = 100_000_000;

function wholeRange(from: bigint, to: bigint, exclusive: boolean): Range {
  const first = Number(from);
  const last = Number(to);
  const step = first <= last ? 1 : -1;
  const count = Math.abs(last - first) + (exclusive ? 0 : 1);
  if (count > MAX_RANGE) fail("OutOfMemoryError", "Java heap space");
  const end = exclusive ? last - step : last;
  const written = { first, last, exclusive };
  if (count === 0) return new Range({ first, step, count }, from, from, false, written);
  return new Range(
    { first, step, count },
    BigInt(step === 1 ? first : end),
    BigInt(step === 1 ? end : first),
    step === -1,
    written,
  );
}

function steppedRange(from: Value, to: Value, exclusive: boolean): Range {
  const all: Value[] = [];
  const reverse = late.compare(from, to) > 0;
  const short = isText(from) && isText(to) && late.text(from).length === 1 && late.text(to).length === 1;
  if (isText(from) && !short && late.text(from).length !== late.text(to).length)
    fail("IllegalArgumentException", "Incompatible Strings for Range: different length");
  let value = from;
  for (;;) {
    const order = late.compare(value, to);
    if (reverse ? order < 0 : order > 0) break;
    if (exclusive && order === 0) break;
    all.push(value);
    if (order === 0 || all.length > MAX_RANGE) break;
    value = late.call(value, reverse ? "previous" : "next", []);
  }
  const end = all.at(-1) ?? from;
  return new Range(all, reverse ? end : from, reverse ? from : end, reverse);
}
