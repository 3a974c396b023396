import { cast } from "./cast.ts";
import { call1, call2 } from "./closures.ts";
import { compare, equals } from "./equality.ts";
import { isCollection, items } from "./iterate.ts";
import { keyOf } from "./keys.ts";
import { late } from "./late.ts";
import { GMap, GSet } from "./maps.ts";
import { isCase } from "./matching.ts";
import { int, type Table, wants } from "./methods.ts";
import { isNumber, toDouble } from "./numeric.ts";
import { gt, lt } from "./operators.ts";
import { shown } from "./text.ts";
import { fail } from "./throwable.ts";
import { isFn, isList, type Value } from "./values.ts";
import { visitor } from "./visiting.ts";

/** Order of two items: by nature, by what a closure gives for each, or by a closure of two. */
export function ordering(closure: Value): (a: Value, b: Value) => number {
  if (!isFn(closure)) return compare;
  if (wants(closure, 2)) return (a, b) => orderValue(call2(closure, a, b));
  return (a, b) => compare(call1(closure, a), call1(closure, b));
}

function orderValue(value: Value): number {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  const order = isNumber(value) ? value : cast(value, "int");
  return isNumber(order) ? toDouble(order) : 0;
}

type Better = (item: Value, best: Value) => boolean;

function byOrder(closure: Value, sign: number): Better {
  const order = ordering(closure);
  return (item, best) => order(item, best) * sign > 0;
}

/** By > and <, where NaN is neither. */
function byValue(closure: Value, sign: number): Better {
  const of = isFn(closure) ? (item: Value) => call1(closure, item) : (item: Value) => item;
  const above = sign > 0 ? gt : lt;
  return (item, best) => above(of(item), of(best));
}

function extreme(self: Value, closure: Value, sign: number): Value {
  const better = wants(closure, 2) ? byOrder(closure, sign) : byValue(closure, sign);
  let best: Value;
  for (const item of items(self)) {
    if (best === undefined) best = item;
    else if (item !== null && (best === null || better(item, best))) best = item;
  }
  return best === undefined ? null : best;
}

export function uniqueItems(all: readonly Value[], closure: Value): Value[] {
  if (closure === undefined) return byEquality(all, equals);
  const order = ordering(closure);
  return byEquality(all, (a, b) => order(a, b) === 0);
}

function byEquality(all: readonly Value[], same: (a: Value, b: Value) => boolean): Value[] {
  const kept: Value[] = [];
  const seen = new Set<Value>();
  for (const item of all) {
    const key = keyOf(item);
    if (seen.has(key) || kept.some((one) => same(one, item))) continue;
    kept.push(item);
    seen.add(key);
  }
  return kept;
}

export function flat(value: Value): Value[] {
  return items(value).flatMap((item) => (isCollection(item) ? flat(item) : [item]));
}

function groupInto(all: readonly Value[], closures: readonly Value[]): GMap {
  const [first, ...rest] = closures;
  const groups = new GMap();
  const key = visitor(first);
  for (const item of all) {
    const of = key(item);
    const group = groups.get(of);
    if (isList(group)) group.push(item);
    else groups.put(of, [item]);
  }
  if (rest.length > 0) for (const entry of groups.entries()) entry.value = groupInto(items(entry.value), rest);
  return groups;
}

function collated(all: readonly Value[], size: number, step: number, keep: boolean): Value[] {
  const parts: Value[] = [];
  if (size <= 0) return [[...all]];
  if (step === 0) fail("IllegalArgumentException", "step cannot be zero");
  for (let at = 0; at < all.length; at += step) {
    if (at + size > all.length && !keep) break;
    parts.push(all.slice(at, at + size));
  }
  return parts;
}

function whileHolds(all: readonly Value[], closure: Value): number {
  const end = all.findIndex((item) => !isCase(closure, item));
  return end < 0 ? all.length : end;
}

function combined(lists: readonly Value[]): Value[] {
  return lists.reduce<Value[][]>(
    (made, list) => items(isCollection(list) ? list : [list]).flatMap((item) => made.map((one) => [...one, item])),
    [[]],
  );
}

function joined(all: readonly Value[], separator: Value): string {
  const between = separator === undefined ? "" : late.text(separator);
  return all.map(shown).join(between);
}

function minusItems(all: readonly Value[], other: Value): Value[] {
  const gone = isCollection(other) ? items(other) : [other];
  return all.filter((item) => !gone.some((one) => equals(one, item)));
}

function edge(all: readonly Value[], at: number, name: string): Value {
  if (all.length === 0)
    return fail(
      "NoSuchElementException",
      `Cannot access ${name}() element from an empty ${name === "first" || name === "last" || name === "head" ? "List" : "Iterable"}`,
    );
  return all.at(at) ?? null;
}

/** Things that give a new collection or a figure of one; receivers are lists, arrays, sets, ranges. */
export const ARRANGING: Table = {
  min: (self, closure) => extreme(self, closure, -1),
  max: (self, closure) => extreme(self, closure, 1),
  groupBy: (self, ...closures) =>
    groupInto(items(self), closures.length === 1 && isList(closures[0]) ? closures[0] : closures),
  join: (self, separator) => joined(items(self), separator),
  flatten: (self) => flat(self),
  collate: (self, size, step, keep) =>
    typeof step === "boolean"
      ? collated(items(self), Number(size), Number(size), step)
      : collated(items(self), Number(size), Number(step ?? size), keep !== false),
  transpose: (self) => {
    const lists = items(self).map((one) => items(one));
    const length = lists.length === 0 ? 0 : Math.min(...lists.map((one) => one.length));
    return Array.from({ length }, (_, i) => lists.map((one) => one[i]));
  },
  combinations: (self) =>
    items(self).some((one) => isCollection(one) && items(one).length === 0) ? [] : combined(items(self)),
  subsequences: (self) => new GSet("hash", subsequencesOf(items(self))),
  permutations: (self) => new GSet("hash", permuted(items(self))),
  first: (self) => edge(items(self), 0, "first"),
  last: (self) => edge(items(self), -1, "last"),
  head: (self) => edge(items(self), 0, "head"),
  tail: (self) =>
    items(self).length === 0
      ? fail("NoSuchElementException", "Cannot access tail() for an empty List")
      : items(self).slice(1),
  init: (self) =>
    items(self).length === 0
      ? fail("NoSuchElementException", "Cannot access init() for an empty List")
      : items(self).slice(0, -1),
  take: (self, count) => items(self).slice(0, Math.max(0, Number(count))),
  takeRight: (self, count) => (Number(count) <= 0 ? [] : items(self).slice(-Number(count))),
  drop: (self, count) => items(self).slice(Math.max(0, Number(count))),
  dropRight: (self, count) => items(self).slice(0, Math.max(0, items(self).length - Math.max(0, Number(count)))),
  takeWhile: (self, closure) => items(self).slice(0, whileHolds(items(self), closure)),
  dropWhile: (self, closure) => items(self).slice(whileHolds(items(self), closure)),
  findAll: (self, closure) => items(self).filter((item) => isCase(closure ?? ((it: Value) => it), item)),
  grep: (self, filter) => items(self).filter((item) => isCase(filter ?? ((it: Value) => it), item)),
  toList: (self) => [...items(self)],
  toSet: (self) => new GSet("hash", items(self)),
  indexed: (self, offset) => numbered(items(self), Number(offset ?? 0n)),
  withIndex: (self, offset) => items(self).map((item, at) => [item, int(at + Number(offset ?? 0n))]),
  intersect: (self, other) => items(self).filter((item) => items(other).some((one) => equals(one, item))),
  disjoint: (self, other) => !items(self).some((item) => items(other).some((one) => equals(one, item))),
  plus: (self, other) => [...items(self), ...(isCollection(other) ? items(other) : [other])],
  minus: (self, other) => minusItems(items(self), other),
  multiply: (self, count) => Array.from({ length: Number(count) }, () => items(self)).flat(),
  toUnique: (self, closure) => uniqueItems(items(self), closure),
  toSorted: (self, closure) => [...items(self)].sort(ordering(closure)),
};

function numbered(all: readonly Value[], offset: number): GMap {
  const map = new GMap();
  for (const [at, item] of all.entries()) map.put(int(at + offset), item);
  return map;
}

function permuted(all: readonly Value[]): Value[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((item, at) =>
    permuted([...all.slice(0, at), ...all.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}

function subsequencesOf(all: readonly Value[]): Value[][] {
  const made: Value[][] = [];
  for (const item of all) made.push(...made.map((one) => [...one, item]), [item]);
  return made;
}
